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
import { toWaiting, type Waiting } from '#web/features/attention.ts'
import type { Api } from '#web/api/client.ts'
import type { MailPreview } from '#contract/endpoints/mails.ts'
import { type MailOf, readMailOf, toMailChoice } from './mail-preview.tsx'
import { type DashboardTab, readDashboardTab } from './dashboard-tab.ts'
import { loadMovingTab, type MovingData } from '#web/features/moving/use-imports.ts'
import { type PostCard, toPostCards } from '#web/features/posts/post-card-data.ts'
import { orNullUnlessEnded } from '#web/page/or-null-unless-ended.ts'
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

/** What the list of posts is narrowed to. */
export interface PostFilters {
  readonly searchTerm: string
  readonly status: OverviewQuery['status']
}

/** What one tab shows; null for a list that could not be loaded. */
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
  | { readonly tab: 'posts'; readonly show: 'mail'; readonly of: MailOf; readonly preview: { readonly mail: MailPreview | null } | null }
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
  /** What waits for an admin; null for readers, and where it could not be loaded. */
  readonly waiting: Waiting | null
}

const loadOverview = async (api: Api): Promise<Overview> => {
  const query = { limit: OVERVIEW_SIZE }
  const [users, comments, posts, stats, samples, checklist] = await Promise.all([
    orNullUnlessEnded(api('GET /api/user/getusers', { query })),
    orNullUnlessEnded(api('GET /api/comment/getcomments', { query })),
    orNullUnlessEnded(api('GET /api/post/getposts', { query })),
    orNullUnlessEnded(api('GET /api/stats/months')),
    orNullUnlessEnded(api('GET /api/samples')),
    orNullUnlessEnded(api('GET /api/checklist')),
  ])
  return { users, comments, posts: posts && { ...posts, posts: toPostCards(posts) }, months: stats && stats.months, samples, checklist }
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

export const loadFollowers = (api: Api, startIndex = 0): Promise<CallOutput<'GET /api/followers'>> =>
  api('GET /api/followers', { query: { startIndex } })

/** Reported ones first, then those that wait for approval. */
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
  if (url.searchParams.get('show') === 'trash') return { tab: 'posts', show: 'trash', posts: await orNullUnlessEnded(loadTrash(api)) }
  if (url.searchParams.get('show') === 'mail') {
    const of = readMailOf(url)
    return { tab: 'posts', show: 'mail', of, preview: await orNullUnlessEnded(api('GET /api/mails/preview', { query: toMailChoice(of) })) }
  }
  const filters = readPostFilters(url)
  const [list, samples] = await Promise.all([orNullUnlessEnded(loadPosts(api, filters)), orNullUnlessEnded(api('GET /api/samples'))])
  return { tab: 'posts', show: 'posts', filters, list, samples }
}

const loadUsersTab = async (api: Api): Promise<Panel> => {
  const [users, invitations, requests, followers] = await Promise.all([
    orNullUnlessEnded(loadUsers(api)),
    orNullUnlessEnded(api('GET /api/invitations')),
    orNullUnlessEnded(api('GET /api/requests')),
    orNullUnlessEnded(loadFollowers(api)),
  ])
  return { tab: 'users', users, invitations: invitations && invitations.invitations, requests: requests && requests.requests, followers }
}

const PANELS: { readonly [Tab in DashboardTab]: (api: Api, account: Account, url: URL) => Promise<Panel> } = {
  dash: async (api) => ({ tab: 'dash', overview: await loadOverview(api) }),
  profile: async (api) => {
    const [sessions, passkeys, following, feeds] = await Promise.all([
      orNullUnlessEnded(api('GET /api/auth/sessions')),
      orNullUnlessEnded(api('GET /api/auth/passkeys')),
      orNullUnlessEnded(api('GET /api/following/own')),
      orNullUnlessEnded(api('GET /api/feeds')),
    ])
    const own = { sessions: sessions?.sessions ?? null, passkeys: passkeys?.passkeys ?? null, feeds: feeds?.feeds ?? null }
    return { tab: 'profile', ...own, following }
  },
  posts: loadPostsTab,
  pages: async (api) => ({ tab: 'pages', pages: await orNullUnlessEnded(loadPages(api)) }),
  users: loadUsersTab,
  comments: async (api) => ({ tab: 'comments', comments: await orNullUnlessEnded(loadComments(api)) }),
  moving: async (api, _account, url) => ({ tab: 'moving', data: await loadMovingTab(api, url.searchParams.get('show')) }),
  settings: async (api) => ({ tab: 'settings', data: await loadSettings(api) }),
}

export const loadDashboard = async ({ api, session, url }: GuardedLoaderArgs): Promise<DashboardData> => {
  const tab = readDashboardTab(url.searchParams.get('tab'), session)
  const [panel, attention] = await Promise.all([
    PANELS[tab](api, session, url),
    session.isAdmin ? orNullUnlessEnded(api('GET /api/comment/attention')) : null,
  ])
  return { account: session, panel, waiting: attention && toWaiting(attention) }
}
