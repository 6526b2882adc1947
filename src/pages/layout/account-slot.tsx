import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogOut from 'lucide-react/icons/log-out'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import PenLine from 'lucide-react/icons/pen-line'
import Settings from 'lucide-react/icons/settings'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { signInPath } from '#platform/contract/return-path.ts'
import { AdminLink, usePage } from '#site/web/index.ts'
import { buttonStyle } from '#ui/components/button.tsx'
import { Menu } from '#ui/components/menu.tsx'

/** Member pages are the same for all members: `watchAccount` fills in the user. */
const AccountMenu = () => {
  const { session } = usePage()
  return (
    <Menu
      label="Account"
      triggerClassName="round-button overflow-hidden bg-sunk"
      badge={<span role="img" data-attention="all" hidden className="count account-count" />}
      trigger={<img data-account="picture" src={session?.profilePicture} alt="" width={44} height={44} className="account-picture" />}
    >
      <div className="ruled p-3 wrap-anywhere">
        <p className="font-semibold" data-account="username">
          {session === null ? null : nameOfUser(session)}
        </p>
        <p className="text-small text-ink-soft" data-account="email">
          {session?.email}
        </p>
      </div>
      <AdminLink href="/create-post" className="menu-item mt-2">
        <PenLine aria-hidden="true" size={18} />
        Write
      </AdminLink>
      <AdminLink href="/dashboard" className="menu-item">
        <LayoutDashboard aria-hidden="true" size={18} />
        Dashboard
      </AdminLink>
      <AdminLink href="/dashboard?tab=comments" className="menu-item">
        <MessageSquareText aria-hidden="true" size={18} />
        Comments
        <span role="img" data-attention="comments" hidden className="count" />
      </AdminLink>
      <AdminLink href="/dashboard?tab=users" className="menu-item">
        <Users aria-hidden="true" size={18} />
        Users
        <span role="img" data-attention="requests" hidden className="count" />
      </AdminLink>
      <AdminLink href="/dashboard?tab=settings" className="menu-item">
        <Settings aria-hidden="true" size={18} />
        Settings
      </AdminLink>
      <a href="/dashboard?tab=profile" className="menu-item">
        <UserRound aria-hidden="true" size={18} />
        Profile
      </a>
      <form method="post" action="/sign-out" data-sign-out="">
        <input type="hidden" name="form" value="sign-out" />
        <button type="submit" className="menu-item">
          <LogOut aria-hidden="true" size={18} />
          Sign out
        </button>
      </form>
    </Menu>
  )
}

/** Path of the sign-in page that leads back to this page, unless this is such a page itself. */
const useSignInPath = (): string => {
  const { path, search } = usePage()
  return path.startsWith('/sign-') ? '/sign-in' : signInPath(path + search)
}

/** 'Sign In' or the account's menu. */
export const AccountSlot = () => {
  const { isMember } = usePage()
  const path = useSignInPath()
  if (isMember) return <AccountMenu />
  return (
    <a href={path} className={buttonStyle('quiet', 'whitespace-nowrap')}>
      Sign In
    </a>
  )
}
