import { signOut, useCurrentUser } from '#accounts/web/index.ts'
import { usePage } from '#site/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { LinkButton } from '#ui/components/button.tsx'
import { PageHeading } from '#ui/components/page-heading.tsx'
import { type DashboardData, tabOf } from './tabs.ts'
import { ScriptNotice } from '#ui/components/script-notice.tsx'
import { PhoneBar, SideMenu } from './side-menu.tsx'
import { LoadedCounts } from './waiting-counts.ts'

export const Dashboard = ({ account: loaded, tab: id, data, waiting }: DashboardData) => {
  const account = useCurrentUser() ?? loaded
  const tab = tabOf(id, loaded)
  const { path, search } = usePage()
  const menu = { active: tab, isAdmin: account.isAdmin, onSignOut: () => void signOut() }
  return (
    <LoadedCounts value={waiting}>
      <ScriptNotice />
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
          {Object.values(data).includes(null) ? (
            <Alert kind="info" className="mb-6">
              Not everything could be loaded just now.{' '}
              <a href={path + search} className="link">
                Try again
              </a>
            </Alert>
          ) : null}
          <tab.Component data={data} user={account} />
        </div>
        <PhoneBar {...menu} />
      </div>
    </LoadedCounts>
  )
}
