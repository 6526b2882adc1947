import type { CallInput, CallOutput } from '#contract/api.ts'
import type { ListedSession } from '#contract/endpoints/auth.ts'
import type { ListedFeedAddress } from '#contract/endpoints/feeds.ts'
import type { ListedPasskey } from '#contract/endpoints/passkeys.ts'
import type { ListedPage } from '#contract/endpoints/blog-pages.ts'
import type { Checklist } from '#contract/endpoints/checklist.ts'
import type { ModeratedComment } from '#contract/endpoints/comments.ts'
import type { OwnFollowing } from '#contract/endpoints/following.ts'
import type { ListedInvitation } from '#contract/endpoints/invitations.ts'
import type { SignUpRequest } from '#contract/endpoints/sign-up-requests.ts'
import type { Samples } from '#contract/endpoints/samples.ts'
import type { MonthCount } from '#contract/endpoints/stats.ts'
import type { TrashedPost } from '#contract/endpoints/writing.ts'
import type { Account, ListedAccount } from '#contract/endpoints/users.ts'
import { OVERVIEW_SIZE } from '#contract/limits.ts'
import { POST_STATUSES } from '#contract/post-statuses.ts'
import { toAttentionCounts, type AttentionCounts } from '#web/features/attention.ts'
import type { Api } from '#web/api/client.ts'
import type { MailPreview } from '#contract/endpoints/mails.ts'
import { type MailSelection, readMailSelection, toMailChoice } from './mail-preview.tsx'
import { type DashboardTab, readDashboardTab } from './dashboard-tab.ts'
import { loadMovingTab, type MovingData } from '#web/features/moving/use-imports.ts'
import { type PostCard, toPostCards } from '#web/features/posts/post-card-data.ts'
import { loadOptional } from '#web/page/load-optional.ts'
import type { GuardedLoaderArgs } from '#web/page/page-module.ts'
import { loadSettings, type SettingsData } from './load-settings.ts'

type PostsOverview = CallOutput<'GET /api/post/overview'>
type OverviewQuery = NonNullable<CallInput<'GET /api/post/overview'>['query']>

export interface Overview {
  /** Each null when it could not be loaded. */
  readonly users: CallOutput<'GET /api/user/getusers'> | null
  readonly comments: CallOutput<'GET /api/comment/getcomments'> | null
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
      readonly users: readonly ListedAccount[] | null
      readonly invitations: readonly ListedInvitation[] | null
      readonly requests: readonly SignUpRequest[] | null
      readonly followers: CallOutput<'GET /api/followers'> | null
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
    loadOptional(api('GET /api/user/getusers', { query })),
    loadOptional(api('GET /api/comment/getcomments', { query })),
    loadOptional(api('GET /api/post/getposts', { query })),
    loadOptional(api('GET /api/stats/months')),
    loadOptional(api('GET /api/samples')),
    loadOptional(api('GET /api/checklist')),
  ])
  return { users, comments, posts: posts && { ...posts, posts: toPostCards(posts) }, months: stats && stats.months, samples, checklist }
}

/** Loads a page of the posts of all writers, with the user's own drafts. */
export const loadPosts = (api: Api, { searchTerm, status }: PostFilters, startIndex = 0): Promise<PostsOverview> =>
  api('GET /api/post/overview', { query: { startIndex, ...(searchTerm === '' ? {} : { searchTerm }), ...(status ? { status } : {}) } })

/** Loads a page of the deleted posts of all authors. */
export const loadTrash = async (api: Api, startIndex = 0): Promise<readonly TrashedPost[]> =>
  (await api('GET /api/post/trash', { query: { startIndex } })).posts

export const loadPages = async (api: Api): Promise<readonly ListedPage[]> => (await api('GET /api/pages')).pages

export const loadUsers = async (api: Api, startIndex = 0): Promise<readonly ListedAccount[]> =>
  (await api('GET /api/user/getusers', { query: { startIndex } })).users

export const loadFollowers = (api: Api, startIndex = 0): Promise<CallOutput<'GET /api/followers'>> =>
  api('GET /api/followers', { query: { startIndex } })

/** Reported comments come first, then pending ones. */
export const loadComments = async (api: Api, startIndex = 0): Promise<readonly ModeratedComment[]> =>
  (await api('GET /api/comment/getcomments', { query: { startIndex, sort: 'attention' } })).comments

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
    return { tab: 'posts', show: 'mail', of, preview: await loadOptional(api('GET /api/mails/preview', { query: toMailChoice(of) })) }
  }
  const filters = readPostFilters(url)
  const [list, samples] = await Promise.all([loadOptional(loadPosts(api, filters)), loadOptional(api('GET /api/samples'))])
  return { tab: 'posts', show: 'posts', filters, list, samples }
}

const loadUsersTab = async (api: Api): Promise<Panel> => {
  const [users, invitations, requests, followers] = await Promise.all([
    loadOptional(loadUsers(api)),
    loadOptional(api('GET /api/invitations')),
    loadOptional(api('GET /api/requests')),
    loadOptional(loadFollowers(api)),
  ])
  return { tab: 'users', users, invitations: invitations && invitations.invitations, requests: requests && requests.requests, followers }
}

const PANELS: { readonly [Tab in DashboardTab]: (api: Api, account: Account, url: URL) => Promise<Panel> } = {
  dash: async (api) => ({ tab: 'dash', overview: await loadOverview(api) }),
  profile: async (api) => {
    const [sessions, passkeys, following, feeds] = await Promise.all([
      loadOptional(api('GET /api/auth/sessions')),
      loadOptional(api('GET /api/auth/passkeys')),
      loadOptional(api('GET /api/following/own')),
      loadOptional(api('GET /api/feeds')),
    ])
    const own = { sessions: sessions?.sessions ?? null, passkeys: passkeys?.passkeys ?? null, feeds: feeds?.feeds ?? null }
    return { tab: 'profile', ...own, following }
  },
  posts: loadPostsTab,
  pages: async (api) => ({ tab: 'pages', pages: await loadOptional(loadPages(api)) }),
  users: loadUsersTab,
  comments: async (api) => ({ tab: 'comments', comments: await loadOptional(loadComments(api)) }),
  moving: async (api, _account, url) => ({ tab: 'moving', data: await loadMovingTab(api, url.searchParams.get('show')) }),
  settings: async (api) => ({ tab: 'settings', data: await loadSettings(api) }),
}

export const loadDashboard = async ({ api, session, url }: GuardedLoaderArgs): Promise<DashboardData> => {
  const tab = readDashboardTab(url.searchParams.get('tab'), session)
  const [panel, attention] = await Promise.all([
    PANELS[tab](api, session, url),
    session.isAdmin ? loadOptional(api('GET /api/comment/attention')) : null,
  ])
  return { account: session, panel, waiting: attention && toAttentionCounts(attention) }
}
