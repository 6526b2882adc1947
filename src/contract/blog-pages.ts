import { documents, pages } from './pages.ts'

/** Pages that every blog has, and where their words stand. Until they are changed, the web has a starter text for each. */
export const FIXED_PAGES = {
  welcome: '/',
  about: pages.about.path,
  projects: pages.projects.path,
  'call-to-action': '/',
  'privacy-policy': pages['privacy-policy'].path,
  terms: pages.terms.path,
} as const
export type FixedPageId = keyof typeof FIXED_PAGES
export const FIXED_PAGE_IDS = Object.keys(FIXED_PAGES) as FixedPageId[]
export const isFixedPage = (id: string): id is FixedPageId => Object.hasOwn(FIXED_PAGES, id)

/** Of a page of the family's own; its id can be no post's. */
const OWN_PAGE_PREFIX = 'page-'
export const ownPageId = (newId: string): string => OWN_PAGE_PREFIX + newId

/** Whether this is the id of a page and not of a post. */
export const isBlogPage = (id: string): boolean => isFixedPage(id) || id.startsWith(OWN_PAGE_PREFIX)

/** Where readers find it. */
export const blogPagePath = ({ id, slug }: { readonly id: string; readonly slug: string }): string =>
  isFixedPage(id) ? FIXED_PAGES[id] : `/${slug}`

/** Menus that may lead to a page of the family's own. */
export const PAGE_PLACES = ['none', 'header', 'footer'] as const
export type PagePlace = (typeof PAGE_PLACES)[number]

const firstPart = (path: string) => path.split('/')[1] ?? ''

/** First parts of paths that are, or may become, something else: addresses of the blog itself, and those that other blogs use. */
const TAKEN_PARTS: ReadonlySet<string> = new Set([
  ...[...Object.values(pages), ...Object.values(documents)].map(({ path }) => firstPart(path)),
  ...FIXED_PAGE_IDS,
  ...'api files drawings assets static healthz readyz metrics invitation admin login logout'.split(' '),
  ...'private-feed feed rss atom category tag author page pages amp index posts new'.split(' '),
])

/** Whether a page of the family's own may stand at `/slug`. */
export const isFreePart = (slug: string): boolean => !TAKEN_PARTS.has(slug) && !slug.startsWith('sitemap-') && !slug.startsWith('wp-')
