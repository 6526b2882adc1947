import LogOut from 'lucide-react/icons/log-out'
import UserRound from 'lucide-react/icons/user-round'
import { signInPath } from '#contract/return-path.ts'
import { signOut } from '#web/features/session/session-actions.ts'
import { useCurrentUser } from '#web/features/session/viewer.ts'
import { UserAvatar } from '#web/features/user-avatar.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Menu } from '#web/ui/menu.tsx'
import { useLocation } from '#web/router/router-context.tsx'

/** The signed-in reader's menu (spec §2, header). */
const AccountMenu = ({ user }: { readonly user: NonNullable<ReturnType<typeof useCurrentUser>> }) => (
  <Menu label="Account" triggerClassName="round-button overflow-hidden" trigger={<UserAvatar src={user.profilePicture} />}>
    <div className="ruled p-3 wrap-anywhere">
      <p className="font-semibold">@{user.username}</p>
      <p className="text-small text-ink-soft">{user.email}</p>
    </div>
    <a href="/dashboard?tab=profile" className="menu-item mt-2">
      <UserRound aria-hidden="true" size={18} />
      Profile
    </a>
    <button type="button" className="menu-item" onClick={() => void signOut()}>
      <LogOut aria-hidden="true" size={18} />
      Sign out
    </button>
  </Menu>
)

/** Back to where one was, unless that was a page of signing in itself. */
export const signInPathAt = (pathname: string): string => (pathname.startsWith('/sign-') ? '/sign-in' : signInPath(pathname))

export const useSignInPath = (): string => signInPathAt(useLocation().pathname)

/**
 * 'Sign In' or the reader's menu. The server renders both places; the class that the head script
 * sets on <html> shows one of them, so nothing moves when the store fills it.
 */
export const AccountSlot = () => {
  const user = useCurrentUser()
  const path = useSignInPath()
  return (
    <>
      <a href={path} className={buttonStyle('quiet', 'signed-out-only narrow-hidden whitespace-nowrap')}>
        Sign In
      </a>
      <div className="signed-in-only account-slot">{user === null ? null : <AccountMenu user={user} />}</div>
    </>
  )
}
