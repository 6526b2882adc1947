import { Application } from '#pages/islands/application.tsx'
import type { HeadOf } from '#pages/page/page-head.ts'
import { Dashboard } from './dashboard.island.tsx'
import { type DashboardData, tabOf } from './tabs.ts'

export { loadDashboard as loader } from './tabs.ts'

export const head: HeadOf<DashboardData> = ({ account, tab: id, data }) => {
  const tab = tabOf(id, account)
  return {
    title: tab.titleOf?.(data) ?? tab.label,
    description: 'Your account and, for admins, everything on the blog.',
    path: null,
    noIndex: true,
  }
}

export const Component = ({ data }: { readonly data: DashboardData }) => <Application component={Dashboard} props={data} />
