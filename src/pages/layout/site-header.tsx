import { ThemeToggle } from '#ui/theme/theme-toggle.tsx'
import { classNames } from '#ui/components/class-names.ts'
import { AccountSlot } from './account-slot.tsx'
import { Brand } from './brand.tsx'
import { useMainLinks } from './main-links.ts'
import MenuIcon from 'lucide-react/icons/menu'
import PenLine from 'lucide-react/icons/pen-line'
import { AdminLink, usePage } from '#site/web/index.ts'
import { Menu } from '#ui/components/menu.tsx'
import Search from 'lucide-react/icons/search'
import { type ReactNode, useId } from 'react'

interface NavLinkProps {
  readonly href: string
  readonly label: string
  readonly className: string
}

/** A link that is marked if it leads to the current page. */
const NavLink = ({ href, label, className }: NavLinkProps) => (
  <a href={href} aria-current={usePage().path === href ? 'page' : undefined} className={className}>
    {label}
  </a>
)

/** Goes to /search?search={term}, with or without scripts. */
const SearchForm = ({ className }: { readonly className: string }): ReactNode => {
  const id = useId()
  return (
    <search className={className}>
      <form action="/search">
        <label htmlFor={id} className="sr-only">
          Search posts
        </label>
        <input id={id} type="search" name="search" placeholder="Search…" className="control search-control" />
        <button type="submit" aria-label="Search" className="search-button">
          <Search aria-hidden="true" size={19} />
        </button>
      </form>
    </search>
  )
}

/** On narrow screens: the links that do not fit into the header. */
const PhoneMenu = () => {
  const { isMember, mayReadBlog } = usePage()
  const links = useMainLinks()
  return (
    <div className="contents lg:hidden">
      <Menu label="Menu" triggerClassName="round-button" trigger={<MenuIcon aria-hidden="true" size={20} />}>
        {mayReadBlog ? (
          <>
            <SearchForm className="search-form mb-2" />
            <nav aria-label="Main, small">
              {links.map(({ to, label }) => (
                <NavLink key={to} href={to} label={label} className="menu-item" />
              ))}
            </nav>
            {isMember ? (
              <AdminLink href="/create-post" className="menu-item">
                <PenLine aria-hidden="true" size={18} />
                Write
              </AdminLink>
            ) : null}
          </>
        ) : null}
        {isMember ? null : (
          <div className="mt-2 wide-hidden">
            <ThemeToggle />
          </div>
        )}
      </Menu>
    </div>
  )
}

export const SiteHeader = () => {
  const { isMember, mayReadBlog } = usePage()
  const links = useMainLinks()
  return (
    <header className="site-header">
      <div className="wrap header-row">
        <Brand />
        {mayReadBlog ? (
          <>
            <nav aria-label="Main" className="header-nav">
              {links.map(({ to, label }) => (
                <NavLink key={to} href={to} label={label} className="nav-link" />
              ))}
            </nav>
            <SearchForm className="search-form header-search" />
          </>
        ) : null}
        <div className={classNames('header-actions', !mayReadBlog && 'ml-auto')}>
          {/* On narrow screens Sign In has its place; the toggle is in the menu. */}
          <div className={isMember ? 'contents' : 'narrow-hidden'}>
            <ThemeToggle />
          </div>
          <AccountSlot />
          <PhoneMenu />
        </div>
      </div>
    </header>
  )
}
