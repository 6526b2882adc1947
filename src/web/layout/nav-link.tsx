import { usePage } from '#web/page/page-context.ts'

interface NavLinkProps {
  readonly href: string
  readonly label: string
  readonly className: string
}

/** A link that marks the page that is shown. */
export const NavLink = ({ href, label, className }: NavLinkProps) => (
  <a href={href} aria-current={usePage().path === href ? 'page' : undefined} className={className}>
    {label}
  </a>
)
