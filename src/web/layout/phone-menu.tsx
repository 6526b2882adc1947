import MenuIcon from 'lucide-react/icons/menu'
import { usePage } from '#web/page/page-context.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Menu } from '#web/ui/menu.tsx'
import { useSignInPath } from './account-slot.tsx'
import { useMainLinks } from './main-links.ts'
import { NavLink } from './nav-link.tsx'
import { SearchForm } from './search-form.tsx'
import { useIsShut } from './use-is-shut.ts'

/** On narrow screens: what the header has no room for. */
export const PhoneMenu = () => {
  const { isMember } = usePage()
  const links = useMainLinks()
  const isShut = useIsShut()
  const signIn = useSignInPath()
  return (
    <div className="contents lg:hidden">
      <Menu label="Menu" triggerClassName="round-button" trigger={<MenuIcon aria-hidden="true" size={20} />}>
        {isShut ? null : (
          <>
            <SearchForm className="search-form mb-2" />
            <nav aria-label="Main, small">
              {links.map(({ to, label }) => (
                <NavLink key={to} href={to} label={label} className="menu-item" />
              ))}
            </nav>
          </>
        )}
        {isMember ? null : (
          <div className="mt-2 wide-hidden">
            <a href={signIn} className={buttonStyle('primary', 'w-full')}>
              Sign In
            </a>
          </div>
        )}
      </Menu>
    </div>
  )
}
