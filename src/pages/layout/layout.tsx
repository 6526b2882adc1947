import type { ReactNode } from 'react'
import { buttonStyle } from '#ui/components/button.tsx'
import { SiteHeader } from './site-header.tsx'
import { usePage, useSite } from '#site/web/index.ts'
import { NO_FORM } from '#platform/contract/form.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Brand } from './brand.tsx'
import { useFooterLinks } from './main-links.ts'

const SiteFooter = () => {
  const { links: ownLinks } = useSite()
  const links = useFooterLinks()
  return (
    <footer className="site-footer">
      <div className="wrap row justify-between gap-x-6">
        <span className="text-ink">
          <Brand />
        </span>
        <nav aria-label="Footer" className="row gap-x-6">
          {links.map(({ to, label }) => (
            <a key={to} href={to} className="nav-link">
              {label}
            </a>
          ))}
          {ownLinks.map(({ url, label }) => (
            <a key={url} href={url} className="nav-link" target="_blank" rel="noopener noreferrer me">
              {label}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  )
}

/** Why a form was refused that this page does not show. */
const RefusedForm = () => {
  const { form } = usePage()
  if (form?.name !== NO_FORM) return null
  return (
    <div className="wrap py-4">
      <Alert>{form.message}</Alert>
    </div>
  )
}

/** Header and footer around every page. */
export const Layout = ({ children }: { readonly children: ReactNode }) => (
  <>
    <a href="#main" className={buttonStyle('primary', 'skip-link')}>
      Skip to content
    </a>
    <SiteHeader />
    <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
      <RefusedForm />
      {children}
    </main>
    <SiteFooter />
  </>
)
