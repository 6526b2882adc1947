import { ThemeToggle } from '#web/features/theme/theme-toggle.tsx'
import { AccountSlot } from './account-slot.tsx'
import { Brand } from './brand.tsx'
import { MAIN_LINKS } from './main-links.ts'
import { NavLink } from './nav-link.tsx'
import { PhoneMenu } from './phone-menu.tsx'
import { SearchForm } from './search-form.tsx'

export const SiteHeader = () => (
  <header className="site-header">
    <div className="wrap header-row flex min-h-[68px] flex-wrap items-center gap-x-2 lg:gap-x-6">
      <Brand />
      <nav aria-label="Main" className="ml-auto hidden flex-wrap gap-x-6 lg:flex">
        {MAIN_LINKS.map(({ to, label }) => (
          <NavLink key={to} href={to} label={label} className="nav-link" />
        ))}
      </nav>
      <SearchForm className="relative hidden w-[230px] shrink lg:block" />
      <div className="flex items-center gap-1 max-lg:ml-auto min-[400px]:gap-2">
        <ThemeToggle />
        <AccountSlot />
        <PhoneMenu />
      </div>
    </div>
  </header>
)
