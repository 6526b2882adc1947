import type { ReactNode } from 'react'
import { buttonStyle } from '#ui/components/button.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** Header and footer around every page. */
export const Layout = ({ children }: { readonly children: ReactNode }) => (
  <>
    <a href="#main" className={buttonStyle('primary', 'skip-link')}>
      Skip to content
    </a>
    <SiteHeader />
    <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
      {children}
    </main>
    <SiteFooter />
  </>
)
