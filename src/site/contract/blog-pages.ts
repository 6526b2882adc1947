/** Pages that every blog has, with the paths that show them. Until an admin edits a page, the web shows a starter text. */
export const FIXED_PAGES = {
  welcome: '/',
  about: '/about',
  projects: '/projects',
  'call-to-action': '/',
  'privacy-policy': '/privacy-policy',
  terms: '/terms',
} as const
export type FixedPageId = keyof typeof FIXED_PAGES
/** As the dashboard calls them. */
export const FIXED_PAGE_NAMES: Readonly<Record<FixedPageId, string>> = {
  welcome: 'Welcome',
  about: 'About',
  projects: 'Projects',
  'call-to-action': 'Invitation below posts',
  'privacy-policy': 'Privacy Policy',
  terms: 'Terms',
}
export const FIXED_PAGE_IDS = Object.keys(FIXED_PAGES) as FixedPageId[]
export const isFixedPage = (id: string): id is FixedPageId => Object.hasOwn(FIXED_PAGES, id)

/** Prefix of the ids of pages that admins added. No post's id has it. */
const OWN_PAGE_PREFIX = 'page-'
export const ownPageId = (newId: string): string => OWN_PAGE_PREFIX + newId

/** Tells ids of pages from ids of posts. */
export const isBlogPage = (id: string): boolean => isFixedPage(id) || id.startsWith(OWN_PAGE_PREFIX)

/** Path at which readers find the page. */
export const blogPagePath = ({ id, slug }: { readonly id: string; readonly slug: string }): string =>
  isFixedPage(id) ? FIXED_PAGES[id] : `/${slug}`

/** Menus that may link to a page that an admin added. */
export const PAGE_PLACES = ['none', 'header', 'footer'] as const
export type PagePlace = (typeof PAGE_PLACES)[number]

/**
 * First path segments that added pages may not use: Kindred's own (src/app/contract/reserved-paths.test.ts compares them
 * with the tables), and those of other blogs, which may be redirected.
 */
const RESERVED_SEGMENTS: ReadonlySet<string> = new Set([
  ...FIXED_PAGE_IDS,
  ...'sign-in sign-up sign-out setup verify-email follow following welcome search post heart'.split(' '),
  ...'dashboard create-post update-post share'.split(' '),
  ...'feed.xml rss.xml feed.json robots.txt sitemap.xml favicon.svg apple-touch-icon.png icon-512.png site.webmanifest'.split(' '),
  ...'api files drawings assets static healthz readyz metrics invitation admin login logout'.split(' '),
  ...'private-feed feed rss atom category tag author page pages amp index posts new'.split(' '),
])

/** True when an added page may have the path `/slug`. */
export const isFreePart = (slug: string): boolean => !RESERVED_SEGMENTS.has(slug) && !slug.startsWith('sitemap-') && !slug.startsWith('wp-')
