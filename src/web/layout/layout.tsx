import type { ReactNode } from 'react'
import { buttonStyle } from '#web/ui/button-style.ts'
import { NavigationProgress } from './navigation-progress.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'

interface LayoutProps {
  readonly children: ReactNode
}

/** What stands around every screen. */
export const Layout = ({ children }: LayoutProps) => {
  useHeadingFocus()
  return (
    <>
      <a href="#main" className={buttonStyle('primary', 'skip-link')}>
        Skip to content
      </a>
      <NavigationProgress />
      <SiteHeader />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
      <SiteFooter />
    </>
  )
}
