import './styles/main.css'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { type RouteObject, RouterContextProvider, createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { pageAccess } from '#contract/pages.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { apiContext } from '#web/api/context.ts'
import { startSessionLifecycle } from '#web/features/session/session-lifecycle.ts'
import { followRootClasses } from '#web/features/theme/apply-root-classes.ts'
import { followHead } from './follow-head.ts'
import { readHydration } from './hydration.ts'
import { createRoutes } from './routes.tsx'

/** A route still lazy at this point would make the router run every loader again while hydrating. */
const resolveMatchedRoutes = async (routes: RouteObject[]): Promise<void> => {
  const matches = matchRoutes(routes, location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}

const start = async (root: HTMLElement): Promise<void> => {
  const routes = createRoutes()
  await resolveMatchedRoutes(routes)
  const hydrationData = readHydration()
  const router = createBrowserRouter(routes, {
    ...(hydrationData && { hydrationData }),
    getContext: () => new RouterContextProvider(new Map([[apiContext, browserApi]])),
  })
  followRootClasses()
  followHead(router)
  startSessionLifecycle(() => {
    // The guard of a page that is no longer theirs sends them to the sign-in page.
    if (pageAccess(router.state.location.pathname) !== 'everyone') void router.revalidate()
  })
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    )
  })
}

const root = document.getElementById('root')
if (root !== null) void start(root)
