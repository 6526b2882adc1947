import { ConfirmDialog, signOut, useCurrentUser } from '#accounts/web/index.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { PageHeading } from '#ui/components/page-heading.tsx'
import { type DashboardData, tabOf } from './tabs.ts'
import { PhoneBar, SideMenu } from './side-menu.tsx'
import { LoadedCounts } from './waiting-counts.ts'

export const Dashboard = ({ account: loaded, tab: id, data, waiting }: DashboardData) => {
  const account = useCurrentUser() ?? loaded
  const tab = tabOf(id, loaded)
  const menu = { active: tab, isAdmin: account.isAdmin, onSignOut: () => void signOut() }
  return (
    <LoadedCounts value={waiting}>
      <div className="wrap dashboard">
        <SideMenu {...menu} />
        <div className="dashboard-panel">
          <div className="mb-6 row justify-between gap-x-6 gap-y-2">
            <PageHeading>{tab.label}</PageHeading>
            {account.isAdmin ? (
              <LinkButton href="/create-post" variant="primary" className="max-lg:hidden">
                Write
              </LinkButton>
            ) : null}
          </div>
          <tab.Component data={data} user={account} />
        </div>
        <PhoneBar {...menu} />
      </div>
      <ConfirmDialog />
    </LoadedCounts>
  )
}
