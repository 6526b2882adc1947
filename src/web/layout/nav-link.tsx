import { useLocation } from '#web/router/router-context.tsx'

interface NavLinkProps {
  readonly href: string
  readonly label: string
  readonly className: string
}

/** A link that says when the reader is already there. */
export const NavLink = ({ href, label, className }: NavLinkProps) => (
  <a href={href} aria-current={useLocation().pathname === href ? 'page' : undefined} className={className}>
    {label}
  </a>
)
