import LogOut from 'lucide-react/icons/log-out'
import { type AttentionCounts, attentionText, requestsText } from '#accounts/web/index.ts'
import type { DashboardTab } from '#ui/dashboard/dashboard-tab.ts'
import { listTabs } from './tabs.ts'
import { useWaitingCounts } from './waiting-counts.ts'
import { Badge } from '#ui/components/badge.tsx'

const ENTRY_STYLE =
  'flex min-h-[46px] w-full items-center gap-3 rounded-small px-3.5 font-medium whitespace-nowrap hover:bg-surface aria-[current=page]:bg-surface aria-[current=page]:shadow-[inset_0_-3px_var(--heart)] lg:aria-[current=page]:shadow-[inset_3px_0_var(--heart)]'

/** On phones, scrolls the row to the current link. */
const scrollIntoRow = (link: HTMLAnchorElement | null) => {
  const row = link?.closest('ul')
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}

const WAITING_TEXTS = { comments: attentionText, requests: requestsText } as const

const WaitingCount = ({ kind }: { readonly kind: keyof AttentionCounts }) => {
  const count = useWaitingCounts()[kind]
  if (count === 0) return null
  return (
    <span role="img" aria-label={WAITING_TEXTS[kind](count)} className="count ml-auto">
      {count}
    </span>
  )
}

interface SideMenuProps {
  readonly active: DashboardTab
  readonly isAdmin: boolean
  readonly onSignOut: () => void
}

/** Beside the panel; on phones a row above it that scrolls by itself. */
export const SideMenu = ({ active, isAdmin, onSignOut }: SideMenuProps) => (
  <nav aria-label="Dashboard" className="min-w-0 border-b border-line bg-sunk lg:border-r lg:border-b-0">
    <ul className="relative flex gap-1 overflow-x-auto p-3 lg:sticky lg:top-(--header) lg:flex-col lg:px-4 lg:py-6">
      {listTabs({ isAdmin }).map(({ id, label, Icon }) => (
        <li key={id} className="shrink-0">
          <a
            ref={id === active.id ? scrollIntoRow : undefined}
            href={`/dashboard?tab=${id}`}
            aria-current={id === active.id ? 'page' : undefined}
            className={ENTRY_STYLE}
          >
            <Icon aria-hidden="true" size={19} className="shrink-0" />
            {label}
            {id === 'comments' ? <WaitingCount kind="comments" /> : null}
            {id === 'users' ? <WaitingCount kind="requests" /> : null}
            {id === 'profile' ? <Badge className="ml-auto">{isAdmin ? 'Admin' : 'User'}</Badge> : null}
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
