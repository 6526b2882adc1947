import { StrictMode } from 'react'
import type { Site } from '#contract/endpoints/site.ts'
import { Layout } from '#web/layout/layout.tsx'
import { SiteContext } from '#web/layout/use-site.ts'
import { Screen } from './screen.tsx'

/** Everything inside the router; the same tree on the server and in the browser. */
export const App = ({ site }: { readonly site: Site }) => (
  <StrictMode>
    <SiteContext value={site}>
      <Layout>
        <Screen />
      </Layout>
    </SiteContext>
  </StrictMode>
)
