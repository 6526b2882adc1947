import { ThemeToggle } from '#ui/theme/theme-toggle.tsx'
import { classNames } from '#ui/components/class-names.ts'
import { AccountSlot } from './account-slot.tsx'
import { Brand } from './brand.tsx'
import { useMainLinks } from './main-links.ts'
import { NavLink } from './nav-link.tsx'
import { PhoneMenu } from './phone-menu.tsx'
import { SearchForm } from './search-form.tsx'
import { useIsClosedToVisitor } from './use-is-closed-to-visitor.ts'

export const SiteHeader = () => {
  const links = useMainLinks()
  const isClosedToVisitor = useIsClosedToVisitor()
  return (
    <header className="site-header">
      <div className="wrap header-row">
        <Brand />
        {isClosedToVisitor ? null : (
          <>
            <nav aria-label="Main" className="header-nav">
              {links.map(({ to, label }) => (
                <NavLink key={to} href={to} label={label} className="nav-link" />
              ))}
            </nav>
            <SearchForm className="search-form header-search" />
          </>
        )}
        <div className={classNames('header-actions', isClosedToVisitor && 'ml-auto')}>
          <ThemeToggle />
          <AccountSlot />
          <PhoneMenu />
        </div>
      </div>
    </header>
  )
}
