import { type ReactNode, StrictMode } from 'react'
import type { Site } from '#contract/endpoints/site.ts'
import { Layout, PlaceInLayout } from '#web/layout/layout.tsx'
import { SiteContext } from '#web/layout/use-site.ts'
import { Screen } from './screen.tsx'

interface PartProps {
  readonly site: Site
  readonly children: ReactNode
}

const Providers = ({ site, children }: PartProps) => (
  <StrictMode>
    <SiteContext value={site}>{children}</SiteContext>
  </StrictMode>
)

/** Everything inside the router; the same tree on the server and in the browser. */
export const App = ({ site }: Pick<PartProps, 'site'>) => (
  <AroundScreen site={site}>
    <Screen />
  </AroundScreen>
)

/** The layout with something in the screen's place. */
export const AroundScreen = ({ site, children }: PartProps) => (
  <Providers site={site}>
    <Layout>{children}</Layout>
  </Providers>
)

/** The screen just as `App` has it, but nothing around it. */
export const ScreenAlone = ({ site }: Pick<PartProps, 'site'>) => (
  <Providers site={site}>
    <PlaceInLayout>
      <Screen />
    </PlaceInLayout>
  </Providers>
)
