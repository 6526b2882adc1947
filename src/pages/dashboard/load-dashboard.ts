import { countAttention } from '#accounts/contract/attention.endpoints.ts'
import type { Account } from '#accounts/contract/users.endpoints.ts'
import { type AttentionCounts, toAttentionCounts } from '#accounts/web/index.ts'
import type { GuardedLoaderArgs } from '#pages/page/page-module.ts'
import { loadOptional } from '#ui/api/client.ts'
import { tabOf } from './tabs.ts'

export interface DashboardData {
  readonly account: Account
  /** Id of the tab. */
  readonly tab: string
  /** What the tab loaded. */
  readonly data: object
  /** Numbers of items that wait for an admin; null for readers, and if they could not be loaded. */
  readonly waiting: AttentionCounts | null
}

export const loadDashboard = async ({ api, session, url }: GuardedLoaderArgs): Promise<DashboardData> => {
  const tab = tabOf(url.searchParams.get('tab'), session)
  const [data, attention] = await Promise.all([tab.load({ call: api, url }), session.isAdmin ? loadOptional(api(countAttention)) : null])
  return { account: session, tab: tab.id, data, waiting: attention && toAttentionCounts(attention) }
}
