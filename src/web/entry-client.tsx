import './styles/main.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { pageAccess } from '#contract/pages.ts'
import { browserApi, onWritten } from '#web/api/browser-api.ts'
import { startSessionLifecycle } from '#web/features/session/session-lifecycle.ts'
import { followRootClasses } from '#web/features/theme/apply-root-classes.ts'
import { BrowserRouter } from '#web/router/browser-router.ts'
import { followLinks } from '#web/router/follow-links.ts'
import { matchRoute } from '#web/router/load-page.ts'
import { RouterProvider } from '#web/router/router-context.tsx'
import { App } from './app.tsx'
import { replayEarlyTap } from './early-tap.ts'
import { followHead } from './follow-head.ts'
import { readHydration } from './hydration.ts'
import { routes } from './routes.ts'

/** Takes over the page that the server rendered, with the data it rendered it from: no call is made again. */
const start = async (root: HTMLElement): Promise<void> => {
  const { route } = matchRoute(routes, location.pathname)
  const module = await route.load()
  const { site, data, error } = readHydration()
  const router = new BrowserRouter({ routes, api: browserApi, page: { route, module, data, error, answer: {} } })
  followLinks(router)
  followRootClasses()
  followHead(router, site)
  onWritten(router.forget)
  startSessionLifecycle(() => {
    // The guard of a page that is no longer theirs sends them to the sign-in page.
    if (pageAccess(router.getState().location.pathname) !== 'everyone') void router.revalidate()
  })
  startTransition(() => {
    hydrateRoot(
      root,
      <RouterProvider router={router}>
        <App site={site} />
      </RouterProvider>,
    )
  })
  replayEarlyTap()
}

const root = document.getElementById('root')
if (root !== null) void start(root)
