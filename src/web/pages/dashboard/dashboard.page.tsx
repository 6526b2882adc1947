import { Island } from '#web/islands/island.tsx'
import type { HeadOf } from '#web/page/page-head.ts'
import { Dashboard, TITLES } from '#web/features/dashboard/dashboard.tsx'
import type { DashboardData } from '#web/features/dashboard/load-dashboard.ts'

export { loadDashboard as loader } from '#web/features/dashboard/load-dashboard.ts'

export const head: HeadOf<DashboardData> = ({ panel }) => ({
  title: TITLES[panel.tab],
  description: 'Your account and, for admins, everything on the blog.',
  path: null,
  noIndex: true,
})

export const Component = ({ data }: { readonly data: DashboardData }) => (
  <Island name="dashboard" of={Dashboard} props={data} hydration="now" />
)
