import type { CallInput, CallOutput } from '#contract/api.ts'
import type { ListedSession } from '#contract/endpoints/auth.ts'
import type { ListedPage } from '#contract/endpoints/blog-pages.ts'
import type { ModeratedComment } from '#contract/endpoints/comments.ts'
import type { Settings } from '#contract/endpoints/settings.ts'
import type { BlogWords } from '#contract/endpoints/site.ts'
import type { MonthCount } from '#contract/endpoints/stats.ts'
import type { TrashedPost } from '#contract/endpoints/writing.ts'
import type { Account, ListedAccount } from '#contract/endpoints/users.ts'
import type { Look } from '#contract/look.ts'
import { OVERVIEW_SIZE } from '#contract/limits.ts'
import { POST_STATUSES } from '#contract/post-statuses.ts'
import { ApiError, errorMessage } from '#web/api/api-error.ts'
import type { Api } from '#web/api/client.ts'
import { type DashboardTab, readDashboardTab } from './dashboard-tab.ts'
import { type PostCard, toPostCards } from '#web/features/posts/post-card-data.ts'
import type { GuardedLoaderArgs } from '#web/page/page-module.ts'

type PostsOverview = CallOutput<'GET /api/post/overview'>
type OverviewQuery = NonNullable<CallInput<'GET /api/post/overview'>['query']>

export interface Overview {
  /** Each null when it could not be loaded. */
  readonly users: CallOutput<'GET /api/user/getusers'> | null
  readonly comments: CallOutput<'GET /api/comment/getcomments'> | null
  readonly posts: { readonly posts: readonly PostCard[]; readonly totalPosts: number; readonly lastMonthPosts: number } | null
  readonly months: readonly MonthCount[] | null
}

/** What the list of posts is narrowed to. */
export interface PostFilters {
  readonly searchTerm: string
  readonly status: OverviewQuery['status']
}

/** What one tab shows; null for a list that could not be loaded. */
export type Panel =
  | { readonly tab: 'dash'; readonly overview: Overview }
  | { readonly tab: 'profile'; readonly sessions: readonly ListedSession[] | null }
  | { readonly tab: 'posts'; readonly show: 'posts'; readonly filters: PostFilters; readonly list: PostsOverview | null }
  | { readonly tab: 'posts'; readonly show: 'trash'; readonly posts: readonly TrashedPost[] | null }
  | { readonly tab: 'pages'; readonly pages: readonly ListedPage[] | null }
  | { readonly tab: 'users'; readonly users: readonly ListedAccount[] | null }
  | { readonly tab: 'comments'; readonly comments: readonly ModeratedComment[] | null; readonly settings: Settings | null }
  | { readonly tab: 'settings'; readonly words: BlogWords | null; readonly look: Look | null }

export interface DashboardData {
  readonly account: Account
  readonly panel: Panel
  /** Comments that wait for an admin; null for readers, and where it could not be loaded. */
  readonly waiting: number | null
}

const hasEnded = (error: unknown) => error instanceof ApiError && error.status === 401

/** A list that fails to load is logged and left out (docs/product.md, 8); the panel says so. */
const orNull = async <T>(loading: Promise<T>): Promise<T | null> => {
  try {
    return await loading
  } catch (error) {
    if (hasEnded(error)) throw error
    // oxlint-disable-next-line no-console -- docs/product.md, 8: logged
    console.log(errorMessage(error))
    return null
  }
}

const loadOverview = async (api: Api): Promise<Overview> => {
  const query = { limit: OVERVIEW_SIZE }
  const [users, comments, posts, stats] = await Promise.all([
    orNull(api('GET /api/user/getusers', { query })),
    orNull(api('GET /api/comment/getcomments', { query })),
    orNull(api('GET /api/post/getposts', { query })),
    orNull(api('GET /api/stats/months')),
  ])
  return { users, comments, posts: posts && { ...posts, posts: toPostCards(posts) }, months: stats && stats.months }
}

/** A page of the posts of all writers, from this index on, and one's own drafts. */
export const loadPosts = (api: Api, { searchTerm, status }: PostFilters, startIndex = 0): Promise<PostsOverview> =>
  api('GET /api/post/overview', { query: { startIndex, ...(searchTerm === '' ? {} : { searchTerm }), ...(status ? { status } : {}) } })

/** A page of what was deleted, of all authors. */
export const loadTrash = async (api: Api, startIndex = 0): Promise<readonly TrashedPost[]> =>
  (await api('GET /api/post/trash', { query: { startIndex } })).posts

export const loadPages = async (api: Api): Promise<readonly ListedPage[]> => (await api('GET /api/pages')).pages

export const loadUsers = async (api: Api, startIndex = 0): Promise<readonly ListedAccount[]> =>
  (await api('GET /api/user/getusers', { query: { startIndex } })).users

/** Reported ones first, then those that wait for approval. */
export const loadComments = async (api: Api, startIndex = 0): Promise<readonly ModeratedComment[]> =>
  (await api('GET /api/comment/getcomments', { query: { startIndex, sort: 'attention' } })).comments

const loadCommentsTab = async (api: Api): Promise<Panel> => {
  const [comments, settings] = await Promise.all([orNull(loadComments(api)), orNull(api('GET /api/settings'))])
  return { tab: 'comments', comments, settings }
}

const readPostFilters = ({ searchParams }: URL): PostFilters => {
  const status = searchParams.get('status')
  return {
    searchTerm: searchParams.get('search') ?? '',
    status: [...POST_STATUSES, 'edited' as const].find((each) => each === status),
  }
}

const loadPostsTab = async (api: Api, _account: Account, url: URL): Promise<Panel> => {
  if (url.searchParams.get('show') === 'trash') return { tab: 'posts', show: 'trash', posts: await orNull(loadTrash(api)) }
  const filters = readPostFilters(url)
  return { tab: 'posts', show: 'posts', filters, list: await orNull(loadPosts(api, filters)) }
}

const loadSettingsTab = async (api: Api): Promise<Panel> => {
  const [words, look] = await Promise.all([orNull(api('GET /api/settings/blog')), orNull(api('GET /api/site/look'))])
  return { tab: 'settings', words, look }
}

const PANELS: { readonly [Tab in DashboardTab]: (api: Api, account: Account, url: URL) => Promise<Panel> } = {
  dash: async (api) => ({ tab: 'dash', overview: await loadOverview(api) }),
  profile: async (api) => ({ tab: 'profile', sessions: (await orNull(api('GET /api/auth/sessions')))?.sessions ?? null }),
  posts: loadPostsTab,
  pages: async (api) => ({ tab: 'pages', pages: await orNull(loadPages(api)) }),
  users: async (api) => ({ tab: 'users', users: await orNull(loadUsers(api)) }),
  comments: loadCommentsTab,
  settings: loadSettingsTab,
}

export const loadDashboard = async ({ api, session, url }: GuardedLoaderArgs): Promise<DashboardData> => {
  const tab = readDashboardTab(url.searchParams.get('tab'), session)
  const [panel, attention] = await Promise.all([
    PANELS[tab](api, session, url),
    session.isAdmin ? orNull(api('GET /api/comment/attention')) : null,
  ])
  return { account: session, panel, waiting: attention && attention.totalComments }
}
