import Ellipsis from 'lucide-react/icons/ellipsis'
import LogOut from 'lucide-react/icons/log-out'
import PenLine from 'lucide-react/icons/pen-line'
import type { ReactNode } from 'react'
import type { DashboardTab } from '#ui/dashboard/dashboard-tab.ts'
import { listMenu } from './tabs.ts'
import { useWaitingCounts } from './waiting-counts.ts'
import { Badge } from '#ui/components/badge.tsx'
import { Menu } from '#ui/components/menu.tsx'

/** Read after the name of the tab: 'Comments 2 waiting'. */
const WAITING_TEXTS = { comments: 'waiting', newComments: 'new', requests: 'asking to be let in' } as const

const WaitingCount = ({ kind }: { readonly kind: keyof typeof WAITING_TEXTS }) => {
  const count = useWaitingCounts()[kind]
  if (count === 0) return null
  return (
    <span role="img" aria-label={`${count} ${WAITING_TEXTS[kind]}`} className="count ml-auto">
      {count}
    </span>
  )
}

interface MenuProps {
  readonly active: DashboardTab
  readonly isAdmin: boolean
  readonly onSignOut: () => void
}

interface TabLinkProps {
  readonly tab: DashboardTab
  readonly isActive: boolean
  readonly className: string
  readonly children?: ReactNode
}

const TabLink = ({ tab: { id, label, Icon }, isActive, className, children }: TabLinkProps) => (
  <a href={`/dashboard?tab=${id}`} aria-current={isActive ? 'page' : undefined} className={className}>
    <Icon aria-hidden="true" size={19} className="shrink-0" />
    {label}
    {id === 'comments' ? <WaitingCount kind="comments" /> : null}
    {id === 'users' ? <WaitingCount kind="requests" /> : null}
    {children}
  </a>
)

const SignOut = ({ className, onSignOut }: { readonly className: string; readonly onSignOut: () => void }) => (
  <button type="button" className={className} onClick={onSignOut}>
    <LogOut aria-hidden="true" size={19} className="shrink-0" />
    Sign Out
  </button>
)

/** Beside the panel, on wide screens. */
export const SideMenu = ({ active, isAdmin, onSignOut }: MenuProps) => (
  <nav aria-label="Dashboard" className="dashboard-menu">
    <ul>
      {listMenu({ isAdmin }).map((tab) => (
        <li key={tab.id}>
          <TabLink tab={tab} isActive={tab.id === active.id} className="dashboard-entry">
            {tab.id === 'profile' ? <Badge className="ml-auto">{isAdmin ? 'Admin' : 'User'}</Badge> : null}
          </TabLink>
        </li>
      ))}
      <li className="mt-6 border-t border-line pt-3">
        <SignOut className="dashboard-entry" onSignOut={onSignOut} />
      </li>
    </ul>
  </nav>
)

/** What an admin does daily; with Write in their middle. */
const DAILY = ['dash', 'posts', 'comments'] as const

const isDaily = ({ id }: DashboardTab) => DAILY.some((daily) => daily === id)

/** At the foot of a phone's screen: the four things that an admin does daily, and the rest behind 'More', which needs no script. */
export const PhoneBar = ({ active, isAdmin, onSignOut }: MenuProps) => {
  const { requests } = useWaitingCounts()
  const tabs = listMenu({ isAdmin })
  const rest = tabs.filter((tab) => !isDaily(tab))
  const [first, ...others] = tabs.filter(isDaily)
  const link = (tab: DashboardTab) => <TabLink key={tab.id} tab={tab} isActive={tab.id === active.id} className="phone-entry" />
  if (!isAdmin)
    return (
      <nav aria-label="Dashboard" className="phone-bar">
        {tabs.map(link)}
        <SignOut className="phone-entry" onSignOut={onSignOut} />
      </nav>
    )
  return (
    <nav aria-label="Dashboard" className="phone-bar">
      {first === undefined ? null : link(first)}
      <a href="/create-post" className="phone-entry">
        <PenLine aria-hidden="true" size={19} className="shrink-0" />
        Write
      </a>
      {others.map(link)}
      <Menu
        label={requests === 0 ? 'More' : `More ${requests} ${WAITING_TEXTS.requests}`}
        triggerClassName={rest.includes(active) ? 'phone-entry is-current' : 'phone-entry'}
        panelClassName="phone-more"
        trigger={
          <>
            <Ellipsis aria-hidden="true" size={19} className="shrink-0" />
            <span>More</span>
            <WaitingCount kind="requests" />
          </>
        }
      >
        {rest.map((tab) => (
          <TabLink key={tab.id} tab={tab} isActive={tab.id === active.id} className="menu-item">
            {tab.id === 'profile' ? <Badge className="ml-auto">Admin</Badge> : null}
          </TabLink>
        ))}
        <SignOut className="menu-item" onSignOut={onSignOut} />
      </Menu>
    </nav>
  )
}
