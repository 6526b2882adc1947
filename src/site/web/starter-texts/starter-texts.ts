import { textLanguage } from '#platform/contract/format-date.ts'
import type { FixedPageId } from '#site/contract/blog-pages.ts'
import { type BlogPage, getPage } from '#site/contract/blog-pages.endpoints.ts'
import type { Site } from '#site/contract/site.endpoints.ts'
import { aboutParagraphs, welcome, callToAction, projectsIntro } from './fixed-pages.text.ts'
import { type LegalText } from './legal-text.ts'
import { privacyPolicyFor } from './privacy-policy.text.ts'
import { termsFor } from './terms.text.ts'
import type { Api } from '#ui/api/client.ts'

/** Title and text of a page. */
interface PageWords {
  readonly title: string
  /** HTML. */
  readonly content: string
  /** Language of the family's own words; omitted for starter texts, which are in that of the page. */
  readonly lang?: string | undefined
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const paragraphsOf = (texts: readonly string[]) => texts.map((each) => `<p>${escape(each)}</p>`).join('')

const legalWords = ({ title, intro, sections }: LegalText): PageWords => ({
  title,
  content:
    paragraphsOf([intro]) + sections.map(({ heading, paragraphs }) => `<h2>${escape(heading)}</h2>${paragraphsOf(paragraphs)}`).join(''),
})

const STARTERS: { readonly [Id in FixedPageId]: (site: Site) => PageWords } = {
  welcome: () => ({ title: welcome.heading, content: paragraphsOf([welcome.text]) }),
  about: () => ({ title: 'About Our Blog', content: paragraphsOf(aboutParagraphs) }),
  projects: () => ({ title: 'Blogs', content: paragraphsOf([projectsIntro]) }),
  'call-to-action': () => ({ title: callToAction.heading, content: paragraphsOf([callToAction.text]) }),
  'privacy-policy': (site) => legalWords(privacyPolicyFor(site)),
  terms: (site) => legalWords(termsFor(site)),
}

/** Text of a fixed page until the family has written its own. */
export const starterText = (id: FixedPageId, site: Site): PageWords => STARTERS[id](site)

/** The family's own words, else the starter text. */
export const wordsOf = (id: FixedPageId, page: BlogPage | null, site: Site): PageWords => {
  const starter = starterText(id, site)
  const lang = page?.content ? textLanguage(site.dateLanguage) : undefined
  return { title: page?.title || starter.title, content: page?.content || starter.content, lang }
}

/** Loads the family's own text of a fixed page; null if the page has its starter text. */
export const loadPageWords = async (api: Api, id: FixedPageId): Promise<BlogPage | null> =>
  (await api(getPage, { params: { page: id } })).page
