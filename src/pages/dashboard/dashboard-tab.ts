/** The panels of the dashboard: its overview and seven more (docs/product.md, 2). */
const DASHBOARD_TABS = ['dash', 'profile', 'posts', 'pages', 'users', 'comments', 'moving', 'settings'] as const
export type DashboardTab = (typeof DASHBOARD_TABS)[number]

const isTab = (value: string): value is DashboardTab => (DASHBOARD_TABS as readonly string[]).includes(value)

/** The panel an address shows: an admin's empty tab is the overview; a user, and an unknown tab, get Profile (docs/product.md, 2). */
export const readDashboardTab = (asked: string | null, viewer: { readonly isAdmin: boolean }): DashboardTab => {
  if (!viewer.isAdmin) return 'profile'
  if (asked === null || asked === '') return 'dash'
  return isTab(asked) ? asked : 'profile'
}
