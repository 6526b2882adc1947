import { useSite } from '#web/page/page-context.ts'
import { Brand } from './brand.tsx'

const FOOTER_LINKS = [
  { to: '/about', label: 'About' },
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/terms', label: 'Terms' },
] as const

export const SiteFooter = () => {
  const { socialUrl, socialLabel } = useSite()
  return (
    <footer className="site-footer">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-6">
        <span className="text-ink">
          <Brand />
        </span>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-6">
          {FOOTER_LINKS.map(({ to, label }) => (
            <a key={to} href={to} className="nav-link">
              {label}
            </a>
          ))}
          {socialUrl === null ? null : (
            <a href={socialUrl} className="nav-link" target="_blank" rel="noopener noreferrer me">
              {socialLabel}
            </a>
          )}
        </nav>
      </div>
    </footer>
  )
}
