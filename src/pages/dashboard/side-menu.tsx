import BookOpen from 'lucide-react/icons/book-open'
import FileText from 'lucide-react/icons/file-text'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogOut from 'lucide-react/icons/log-out'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import Truck from 'lucide-react/icons/truck'
import UserRound from 'lucide-react/icons/user-round'
import Settings from 'lucide-react/icons/settings'
import Users from 'lucide-react/icons/users'
import { useStore } from 'zustand'
import { attention, type AttentionCounts, attentionText, requestsText } from '#accounts/web/index.ts'
import type { DashboardTab } from './dashboard-tab.ts'

const ENTRIES = [
  { tab: 'dash', label: 'Dashboard', Icon: LayoutDashboard, adminOnly: true },
  { tab: 'profile', label: 'Profile', Icon: UserRound, adminOnly: false },
  { tab: 'posts', label: 'Posts', Icon: FileText, adminOnly: true },
  { tab: 'pages', label: 'Pages', Icon: BookOpen, adminOnly: true },
  { tab: 'users', label: 'Users', Icon: Users, adminOnly: true },
  { tab: 'comments', label: 'Comments', Icon: MessageSquareText, adminOnly: true },
  { tab: 'moving', label: 'Moving in', Icon: Truck, adminOnly: true },
  { tab: 'settings', label: 'Settings', Icon: Settings, adminOnly: true },
] as const satisfies readonly { tab: DashboardTab; label: string; Icon: unknown; adminOnly: boolean }[]

const ENTRY_STYLE =
  'flex min-h-[46px] w-full items-center gap-3 rounded-small px-3.5 font-medium whitespace-nowrap hover:bg-surface aria-[current=page]:bg-surface aria-[current=page]:shadow-[inset_0_-3px_var(--heart)] lg:aria-[current=page]:shadow-[inset_3px_0_var(--heart)]'

/** On phones, scrolls the row to the current link. */
const scrollIntoRow = (link: HTMLAnchorElement | null) => {
  const row = link?.closest('ul')
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}

interface WaitingCountProps {
  readonly loaded: AttentionCounts | null
  readonly of: keyof AttentionCounts
}

const WAITING_TEXTS = { comments: attentionText, requests: requestsText } as const

const WaitingCount = ({ loaded, of }: WaitingCountProps) => {
  const count = useStore(attention, ({ waiting }) => waiting ?? loaded)?.[of] ?? 0
  if (count === 0) return null
  return (
    <span role="img" aria-label={WAITING_TEXTS[of](count)} className="count ml-auto">
      {count}
    </span>
  )
}

interface SideMenuProps {
  readonly active: DashboardTab
  readonly isAdmin: boolean
  /** Numbers when the page was loaded; null if unknown. */
  readonly waiting: AttentionCounts | null
  readonly onSignOut: () => void
}

/** Beside the panel; on phones a row above it that scrolls by itself. */
export const SideMenu = ({ active, isAdmin, waiting, onSignOut }: SideMenuProps) => (
  <nav aria-label="Dashboard" className="min-w-0 border-b border-line bg-sunk lg:border-r lg:border-b-0">
    <ul className="relative flex gap-1 overflow-x-auto p-3 lg:sticky lg:top-(--header) lg:flex-col lg:px-4 lg:py-6">
      {ENTRIES.filter((entry) => isAdmin || !entry.adminOnly).map(({ tab, label, Icon }) => (
        <li key={tab} className="shrink-0">
          <a
            ref={tab === active ? scrollIntoRow : undefined}
            href={`/dashboard?tab=${tab}`}
            aria-current={tab === active ? 'page' : undefined}
            className={ENTRY_STYLE}
          >
            <Icon aria-hidden="true" size={19} className="shrink-0" />
            {label}
            {tab === 'comments' ? <WaitingCount loaded={waiting} of="comments" /> : null}
            {tab === 'users' ? <WaitingCount loaded={waiting} of="requests" /> : null}
            {tab === 'profile' ? (
              <span className="ml-auto rounded-full bg-calm-tint px-2 py-0.5 text-[.75rem] font-semibold text-calm">
                {isAdmin ? 'Admin' : 'User'}
              </span>
            ) : null}
          </a>
        </li>
      ))}
      <li className="shrink-0 lg:mt-6 lg:border-t lg:border-line lg:pt-3">
        <button type="button" className={ENTRY_STYLE} onClick={onSignOut}>
          <LogOut aria-hidden="true" size={19} className="shrink-0" />
          Sign Out
        </button>
      </li>
    </ul>
  </nav>
)
