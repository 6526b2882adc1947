import { FORMER_BLOG_QUERY } from '#posts/contract/former-blog.ts'
import type { WhenClosed } from '#platform/contract/closed-blog.ts'
import { matchPath } from '#platform/contract/paths.ts'
import type { PageAccess } from '#platform/contract/permissions.ts'

/**
 * Table of all pages. The web's modules, cache keys, guards, sitemap, robots.txt, metric labels and the access matrix
 * derive from this table.
 */
export interface Page {
  /** `/post/:postSlug` */
  readonly path: string
  readonly access: PageAccess
  /** True when the page is the same for everyone of an audience, so the response may be cached. Never true for a guarded page. */
  readonly isCacheable: boolean
  /** `open` for those whom a closed blog keeps out: to sign in, for legal reasons, or for their account. Other pages redirect to sign-in. */
  readonly whenClosed?: Exclude<WhenClosed, 'empty'>
  /** Query parameters that change the page; all others are ignored. */
  readonly query?: readonly string[]
  /** True for pages that record a voice: only they may ask for the microphone. */
  readonly records?: boolean
  /** True for pages in the sitemap. Pages with path parameters are added to it from the database. */
  readonly inSitemap?: boolean
}

export const pages = {
  home: { path: '/', access: 'everyone', isCacheable: true, query: FORMER_BLOG_QUERY, inSitemap: true },
  about: { path: '/about', access: 'everyone', isCacheable: true, inSitemap: true },
  // `admins-only` is set for a signed-in reader, `members-only` for a visitor whom a post for members led there, `welcome` after signing up with a plain form, `step` for the parts of signing in that replace the password: `email`, `code`, `link`.
  'sign-in': {
    path: '/sign-in',
    access: 'everyone',
    isCacheable: true,
    whenClosed: 'open',
    query: ['from', 'welcome', 'step', 'admins-only', 'members-only'],
  },
  'sign-up': { path: '/sign-up', access: 'everyone', isCacheable: true, whenClosed: 'open', query: ['from'] },
  // The token is in the URL fragment, so the page is the same for all invitations.
  invitation: { path: '/invitation', access: 'everyone', isCacheable: true, whenClosed: 'open' },
  setup: { path: '/setup', access: 'everyone', isCacheable: false, whenClosed: 'open' },
  'verify-email': { path: '/verify-email', access: 'everyone', isCacheable: false, whenClosed: 'open' },
  follow: { path: '/follow', access: 'everyone', isCacheable: true },
  'follow-confirm': { path: '/follow/confirm', access: 'everyone', isCacheable: false, whenClosed: 'open' },
  // `link` identifies a following; `what` names the mails whose link was opened; `welcome` and `ended` are set after these.
  following: {
    path: '/following',
    access: 'everyone',
    isCacheable: false,
    whenClosed: 'open',
    query: ['link', 'what', 'welcome', 'ended'],
  },
  // After joining: one question about mails.
  welcome: { path: '/welcome', access: 'user', isCacheable: false },
  search: {
    path: '/search',
    access: 'everyone',
    isCacheable: true,
    query: ['searchTerm', 'search', 'sort', 'category', 'startIndex', 'shown'],
    inSitemap: true,
  },
  projects: { path: '/projects', access: 'everyone', isCacheable: true, inSitemap: true },
  // `comments` is the number of newer comments to skip, for readers without JavaScript.
  post: { path: '/post/:postSlug', access: 'everyone', isCacheable: true, query: ['comments', 'report'] },
  // Of who is signed in, for browsers without scripts.
  'own-comments': { path: '/post/:postSlug/comments', access: 'user', isCacheable: false },
  'privacy-policy': { path: '/privacy-policy', access: 'everyone', isCacheable: true, whenClosed: 'open', inSitemap: true },
  terms: { path: '/terms', access: 'everyone', isCacheable: true, whenClosed: 'open', inSitemap: true },
  dashboard: {
    path: '/dashboard',
    access: 'user',
    isCacheable: false,
    // Who is not family still looks after their own account.
    whenClosed: 'open',
    query: ['tab', 'section', 'show', 'search', 'status', 'writer', 'account'],
  },
  // `draft` is the draft to open; `shared` and `offered` name what a phone's share sheet sent.
  'create-post': { path: '/create-post', access: 'admin', isCacheable: false, query: ['draft', 'shared', 'offered'], records: true },
  'update-post': { path: '/update-post/:postId', access: 'admin', isCacheable: false, query: ['draft'], records: true },
  'post-versions': { path: '/update-post/:postId/versions', access: 'admin', isCacheable: false, query: ['version'] },
  // A page that an admin added. Must be last, as it matches every path of one segment.
  // The query is for redirects of old blogs in a folder: `/blog/?p=123`.
  'own-page': { path: '/:pageSlug', access: 'everyone', isCacheable: true, query: FORMER_BLOG_QUERY },
} as const satisfies Readonly<Record<string, Page>>

export type PageId = keyof typeof pages
/** Where a request may lead: also to the page that says that there is none. */
export type RouteId = PageId | 'not-found'
export const pageIds = Object.keys(pages) as PageId[]

/** Whether a page has the small style of readers. The set-up and the choice of mails have forms of the dashboard. */
export const isReadingPage = (id: RouteId): boolean =>
  id === 'not-found' || (pages[id].access === 'everyone' && id !== 'setup' && id !== 'following')

export interface MatchedPage {
  readonly id: PageId
  readonly page: Page
  readonly params: Readonly<Record<string, string>>
}

/** @returns null when no page has this path */
export const findPage = (pathname: string): MatchedPage | null => {
  for (const id of pageIds) {
    const params = matchPath(pages[id].path, pathname)
    if (params) return { id, page: pages[id], params }
  }
  return null
}

export const pageAccess = (pathname: string): PageAccess => findPage(pathname)?.page.access ?? 'everyone'
