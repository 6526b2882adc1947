import { countAttention } from '#accounts/contract/attention.endpoints.ts'
import type { SignedIn } from '#accounts/contract/auth.endpoints.ts'
import type { Account } from '#accounts/contract/users.endpoints.ts'
import { type AttentionCounts, toAttentionCounts } from '#accounts/web/index.ts'
import { commentsTab } from '#comments/web/index.ts'
import { importExportTab } from '#import-export/web/index.ts'
import { pagesTab } from '#writing/web/index.ts'
import type { GuardedLoaderArgs } from '#pages/page/page-module.ts'
import type { DashboardTab } from '#ui/dashboard/dashboard-tab.ts'
import { overviewTab } from './overview-tab.tsx'
import { postsTab } from './posts-tab.tsx'
import { profileTab } from './profile-tab.tsx'
import { settingsTab } from './settings-tab.tsx'
import { usersTab } from './users-tab.tsx'

/** In the order of the menu. */
const TABS: readonly DashboardTab[] = [overviewTab, profileTab, postsTab, pagesTab, usersTab, commentsTab, importExportTab, settingsTab]

type Viewer = Pick<SignedIn, 'isAdmin'>

export const listTabs = ({ isAdmin }: Viewer): readonly DashboardTab[] => TABS.filter(({ access }) => isAdmin || access === 'user')

/** A link in the settings leads to Moving in. */
export const listMenu = (viewer: Viewer): readonly DashboardTab[] => listTabs(viewer).filter((tab) => tab !== importExportTab)

/** The tab that an address shows: without one an admin's overview; Profile for one that is unknown or not for this user. */
export const tabOf = (wanted: string | null, viewer: Viewer): DashboardTab =>
  listTabs(viewer).find(({ id }) => id === (wanted || overviewTab.id)) ?? profileTab

export interface DashboardData {
  readonly account: Account
  /** Id of the tab. */
  readonly tab: string
  /** What the tab loaded. */
  readonly data: object
  /** Numbers of items that wait for an admin; null for readers. */
  readonly waiting: AttentionCounts | null
}

export const loadDashboard = async ({ api, session, url }: GuardedLoaderArgs): Promise<DashboardData> => {
  const tab = tabOf(url.searchParams.get('tab'), session)
  const [data, attention] = await Promise.all([tab.load({ call: api, url }), session.isAdmin ? api(countAttention) : null])
  return { account: session, tab: tab.id, data, waiting: attention && toAttentionCounts(attention) }
}
