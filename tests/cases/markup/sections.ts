import { type Converted, convertGhost, convertWordpress } from './convert-fixture.ts'
import type { MarkupFixture } from './fixture.ts'
import { GHOST_CARDS } from './ghost-cards.ts'
import { GHOST_POSTS } from './ghost-posts.ts'
import { HTML_ELEMENTS } from './html-elements.ts'
import { WORDPRESS_FILLED } from './wordpress-filled.ts'
import { WORDPRESS_LAYOUT } from './wordpress-layout.ts'
import { WORDPRESS_MEDIA } from './wordpress-media.ts'
import { WORDPRESS_SHORTCODES } from './wordpress-shortcodes.ts'
import { WORDPRESS_TEXTS } from './wordpress-texts.ts'

interface CheckedFixture extends MarkupFixture<unknown> {
  readonly convert: () => Promise<Converted>
  /** Text of the source, to check that the import keeps its words. */
  readonly words: string
}

interface MarkupSection {
  readonly title: string
  readonly fixtures: readonly CheckedFixture[]
}

const ofWordpress = (fixtures: readonly MarkupFixture[]) =>
  fixtures.map((fixture) => ({ ...fixture, convert: () => convertWordpress(fixture.source), words: fixture.source }))
const ofGhost = (fixtures: readonly MarkupFixture[]) =>
  fixtures.map((fixture) => ({ ...fixture, convert: () => convertGhost({ html: fixture.source }), words: fixture.source }))

export const MARKUP_SECTIONS: readonly MarkupSection[] = [
  { title: 'WordPress: words', fixtures: ofWordpress(WORDPRESS_TEXTS) },
  { title: 'WordPress and Jetpack: pictures, sound, film, files', fixtures: ofWordpress(WORDPRESS_MEDIA) },
  { title: 'WordPress: layout', fixtures: ofWordpress(WORDPRESS_LAYOUT) },
  { title: 'WordPress: what is filled in when a page is shown', fixtures: ofWordpress(WORDPRESS_FILLED) },
  { title: 'WordPress: shortcodes', fixtures: ofWordpress(WORDPRESS_SHORTCODES) },
  { title: 'Ghost: cards', fixtures: ofGhost(GHOST_CARDS) },
  {
    title: 'Ghost: excerpts, and texts that were never rendered',
    fixtures: GHOST_POSTS.map((fixture) => ({
      ...fixture,
      convert: () => convertGhost(fixture.source),
      words: `${fixture.source.html ?? ''} ${fixture.source.custom_excerpt ?? ''}`,
    })),
  },
  { title: 'Elements of HTML, in any blog', fixtures: ofGhost(HTML_ELEMENTS) },
]
