import type { Note } from '#import-export/server/record/source.ts'
import { footnoteList, renderBlocks } from './blocks.ts'
import { addParagraphs } from './paragraphs.ts'
import { replaceShortcodes } from './shortcodes.ts'
import type { WordpressSurroundings } from './wordpress-index.ts'

/** Maximum nesting of reusable blocks, which may contain each other. */
const BLOCKS_DEEP_MAX = 3
/** In characters, for all reusable blocks of a post together. */
const REUSED_MAX_LENGTH = 4 * 1024 * 1024

/** Converts the content of a WordPress post to plain HTML: adds paragraphs, renders shortcodes and blocks. */
export function wordpressHtml(content: string, around: WordpressSurroundings): { html: string; notes: Note[] } {
  const { footnotes } = around
  const notes: Note[] = []
  const note = (detail: string) => void notes.push({ kind: 'markup', detail })
  let reusedLength = 0
  const render = (html: string, depth: number): string => {
    const reusable = (id: string) => {
      const inside = depth < BLOCKS_DEEP_MAX && reusedLength <= REUSED_MAX_LENGTH ? around.block(id) : undefined
      reusedLength += inside?.length ?? 0
      return inside === undefined ? undefined : render(inside, depth + 1)
    }
    return renderBlocks(html, { footnotes, note, reusable })
  }
  // The list may be deleted while the text still refers to the footnotes.
  const isListed = /<!--\s*wp:(?:core\/)?footnotes/.test(content)
  const unlisted = isListed ? [] : footnotes.filter(({ id }) => content.includes(id))
  const html = replaceShortcodes(render(content, 0), { around, note }) + footnoteList(unlisted)
  return { html: addParagraphs(html, { hasBlocks: /<!--\s*wp:/.test(content) }), notes }
}
