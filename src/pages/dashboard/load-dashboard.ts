import { listPostOverview } from '#writing/contract/manage-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import type { CallInput, CallOutput } from '#platform/contract/endpoint.ts'
import { type ListedSession, listSessions } from '#accounts/contract/auth.endpoints.ts'
import { type ListedFeedAddress, listFeeds } from '#posts/contract/feeds.endpoints.ts'
import { type ListedPasskey, listPasskeys } from '#accounts/contract/passkeys.endpoints.ts'
import { type ListedPage, listPages } from '#site/contract/blog-pages.endpoints.ts'
import { type Checklist, getChecklist } from '#settings/contract/checklist.endpoints.ts'
import { countAttention, type Account, listUsers } from '#accounts/contract/users.endpoints.ts'
import { type ModeratedComment, listAllComments } from '#comments/contract/comments.endpoints.ts'
import { type OwnFollowing, getOwnFollowing, type listFollowers } from '#following/contract/following.endpoints.ts'
import { type Samples, getSamples } from '#writing/contract/samples.endpoints.ts'
import { type MonthCount, listMonths } from '#upkeep/contract/stats.endpoints.ts'
import { type TrashedPost, listTrash } from '#writing/contract/writing.endpoints.ts'
import { OVERVIEW_SIZE } from '#platform/contract/limits.ts'
import { POST_STATUSES } from '#writing/contract/post-statuses.ts'
import { type AttentionCounts, loadUsersTab, toAttentionCounts } from '#accounts/web/index.ts'
import type { Api } from '#ui/api/client.ts'
import { type MailPreview, previewMail } from '#following/contract/mails.endpoints.ts'
import { loadFollowers, type MailSelection, readMailSelection, toMailChoice } from '#following/web/index.ts'
import { type DashboardTab, readDashboardTab } from './dashboard-tab.ts'
import { loadMovingTab, type MovingData } from '#moving/web/index.ts'
import { type PostCard, toPostCards } from '#posts/web/index.ts'
import { loadOptional } from '#ui/api/load-optional.ts'
import type { GuardedLoaderArgs } from '#pages/page/page-module.ts'
import { loadSettings, type SettingsData } from './load-settings.ts'

type PostsOverview = CallOutput<typeof listPostOverview>
type OverviewQuery = NonNullable<CallInput<typeof listPostOverview>['query']>

export interface Overview {
  /** Each null when it could not be loaded. */
  readonly users: CallOutput<typeof listUsers> | null
  readonly comments: CallOutput<typeof listAllComments> | null
  readonly posts: { readonly posts: readonly PostCard[]; readonly totalPosts: number; readonly lastMonthPosts: number } | null
  readonly months: readonly MonthCount[] | null
  readonly samples: Samples | null
  readonly checklist: Checklist | null
}

/** Filters of the list of posts. */
export interface PostFilters {
  readonly searchTerm: string
  readonly status: OverviewQuery['status']
}

/** Data of one tab; null for a list that could not be loaded. */
export type Panel =
  | { readonly tab: 'dash'; readonly overview: Overview }
  | {
      readonly tab: 'profile'
      readonly sessions: readonly ListedSession[] | null
      readonly passkeys: readonly ListedPasskey[] | null
      readonly following: OwnFollowing | null
      readonly feeds: readonly ListedFeedAddress[] | null
    }
  | {
      readonly tab: 'posts'
      readonly show: 'posts'
      readonly filters: PostFilters
      readonly list: PostsOverview | null
      readonly samples: Samples | null
    }
  | { readonly tab: 'posts'; readonly show: 'trash'; readonly posts: readonly TrashedPost[] | null }
  | {
      readonly tab: 'posts'
      readonly show: 'mail'
      readonly of: MailSelection
      readonly preview: { readonly mail: MailPreview | null } | null
    }
  | { readonly tab: 'pages'; readonly pages: readonly ListedPage[] | null }
  | {
      readonly tab: 'users'
      readonly data: Awaited<ReturnType<typeof loadUsersTab>>
      readonly followers: CallOutput<typeof listFollowers> | null
    }
  | { readonly tab: 'comments'; readonly comments: readonly ModeratedComment[] | null }
  | { readonly tab: 'moving'; readonly data: MovingData | null }
  | { readonly tab: 'settings'; readonly data: SettingsData }

export interface DashboardData {
  readonly account: Account
  readonly panel: Panel
  /** Numbers of items that wait for an admin; null for readers, and if they could not be loaded. */
  readonly waiting: AttentionCounts | null
}

const loadOverview = async (api: Api): Promise<Overview> => {
  const query = { limit: OVERVIEW_SIZE }
  const [users, comments, posts, stats, samples, checklist] = await Promise.all([
    loadOptional(api(listUsers, { query })),
    loadOptional(api(listAllComments, { query })),
    loadOptional(api(listPosts, { query })),
    loadOptional(api(listMonths)),
    loadOptional(api(getSamples)),
    loadOptional(api(getChecklist)),
  ])
  return { users, comments, posts: posts && { ...posts, posts: toPostCards(posts) }, months: stats && stats.months, samples, checklist }
}

/** Loads a page of the posts of all writers, with the user's own drafts. */
export const loadPosts = (api: Api, { searchTerm, status }: PostFilters, startIndex = 0): Promise<PostsOverview> =>
  api(listPostOverview, { query: { startIndex, ...(searchTerm === '' ? {} : { searchTerm }), ...(status ? { status } : {}) } })

/** Loads a page of the deleted posts of all authors. */
export const loadTrash = async (api: Api, startIndex = 0): Promise<readonly TrashedPost[]> =>
  (await api(listTrash, { query: { startIndex } })).posts

export const loadPages = async (api: Api): Promise<readonly ListedPage[]> => (await api(listPages)).pages

/** Reported comments come first, then pending ones. */
export const loadComments = async (api: Api, startIndex = 0): Promise<readonly ModeratedComment[]> =>
  (await api(listAllComments, { query: { startIndex, sort: 'attention' } })).comments

const readPostFilters = ({ searchParams }: URL): PostFilters => {
  const status = searchParams.get('status')
  return {
    searchTerm: searchParams.get('search') ?? '',
    status: [...POST_STATUSES, 'edited' as const].find((each) => each === status),
  }
}

const loadPostsTab = async (api: Api, _account: Account, url: URL): Promise<Panel> => {
  if (url.searchParams.get('show') === 'trash') return { tab: 'posts', show: 'trash', posts: await loadOptional(loadTrash(api)) }
  if (url.searchParams.get('show') === 'mail') {
    const of = readMailSelection(url)
    return { tab: 'posts', show: 'mail', of, preview: await loadOptional(api(previewMail, { query: toMailChoice(of) })) }
  }
  const filters = readPostFilters(url)
  const [list, samples] = await Promise.all([loadOptional(loadPosts(api, filters)), loadOptional(api(getSamples))])
  return { tab: 'posts', show: 'posts', filters, list, samples }
}

const PANELS: { readonly [Tab in DashboardTab]: (api: Api, account: Account, url: URL) => Promise<Panel> } = {
  dash: async (api) => ({ tab: 'dash', overview: await loadOverview(api) }),
  profile: async (api) => {
    const [sessions, passkeys, following, feeds] = await Promise.all([
      loadOptional(api(listSessions)),
      loadOptional(api(listPasskeys)),
      loadOptional(api(getOwnFollowing)),
      loadOptional(api(listFeeds)),
    ])
    const own = { sessions: sessions?.sessions ?? null, passkeys: passkeys?.passkeys ?? null, feeds: feeds?.feeds ?? null }
    return { tab: 'profile', ...own, following }
  },
  posts: loadPostsTab,
  pages: async (api) => ({ tab: 'pages', pages: await loadOptional(loadPages(api)) }),
  users: async (api) => {
    const [data, followers] = await Promise.all([loadUsersTab(api), loadOptional(loadFollowers(api))])
    return { tab: 'users', data, followers }
  },
  comments: async (api) => ({ tab: 'comments', comments: await loadOptional(loadComments(api)) }),
  moving: async (api, _account, url) => ({ tab: 'moving', data: await loadMovingTab(api, url.searchParams.get('show')) }),
  settings: async (api) => ({ tab: 'settings', data: await loadSettings(api) }),
}

export const loadDashboard = async ({ api, session, url }: GuardedLoaderArgs): Promise<DashboardData> => {
  const tab = readDashboardTab(url.searchParams.get('tab'), session)
  const [panel, attention] = await Promise.all([PANELS[tab](api, session, url), session.isAdmin ? loadOptional(api(countAttention)) : null])
  return { account: session, panel, waiting: attention && toAttentionCounts(attention) }
}
