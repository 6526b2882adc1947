import { usePage } from '#site/web/index.ts'

interface NavLinkProps {
  readonly href: string
  readonly label: string
  readonly className: string
}

/** A link that is marked if it leads to the current page. */
export const NavLink = ({ href, label, className }: NavLinkProps) => (
  <a href={href} aria-current={usePage().path === href ? 'page' : undefined} className={className}>
    {label}
  </a>
)
