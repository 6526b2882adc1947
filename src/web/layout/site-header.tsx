import { ThemeToggle } from '#web/features/theme/theme-toggle.tsx'
import { AccountSlot } from './account-slot.tsx'
import { Brand } from './brand.tsx'
import { useMainLinks } from './main-links.ts'
import { NavLink } from './nav-link.tsx'
import { PhoneMenu } from './phone-menu.tsx'
import { SearchForm } from './search-form.tsx'

export const SiteHeader = () => {
  const links = useMainLinks()
  return (
    <header className="site-header">
      <div className="wrap header-row">
        <Brand />
        <nav aria-label="Main" className="header-nav">
          {links.map(({ to, label }) => (
            <NavLink key={to} href={to} label={label} className="nav-link" />
          ))}
        </nav>
        <SearchForm className="search-form header-search" />
        <div className="header-actions">
          <ThemeToggle />
          <AccountSlot />
          <PhoneMenu />
        </div>
      </div>
    </header>
  )
}
