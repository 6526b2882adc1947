import MenuIcon from 'lucide-react/icons/menu'
import { usePage } from '#site/web/index.ts'
import { buttonStyle } from '#ui/components/button.tsx'
import { Menu } from '#ui/components/menu.tsx'
import { useSignInPath } from './account-slot.tsx'
import { useMainLinks } from './main-links.ts'
import { NavLink } from './nav-link.tsx'
import { SearchForm } from './search-form.tsx'
import { useIsClosedToVisitor } from './use-is-closed-to-visitor.ts'

/** On narrow screens: the links that do not fit into the header. */
export const PhoneMenu = () => {
  const { isMember } = usePage()
  const links = useMainLinks()
  const isClosedToVisitor = useIsClosedToVisitor()
  const signIn = useSignInPath()
  return (
    <div className="contents lg:hidden">
      <Menu label="Menu" triggerClassName="round-button" trigger={<MenuIcon aria-hidden="true" size={20} />}>
        {isClosedToVisitor ? null : (
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
