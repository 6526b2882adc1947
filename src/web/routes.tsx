import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { apiContext } from '#web/api/context.ts'
import { BareError } from '#web/layout/bare-error.tsx'
import { Layout } from '#web/layout/layout.tsx'
import { ROOT_ROUTE_ID } from '#web/layout/use-site.ts'
import { NOT_FOUND_ROUTE_ID } from '#web/pages/not-found/not-found.tsx'
import { lazyPage } from './page-module.ts'
import { ScreenError } from './screen-error.tsx'

const pages = (): RouteObject[] => [
  lazyPage('home', '/', () => import('#web/pages/home/home.page.tsx')),
  lazyPage('about', '/about', () => import('#web/pages/about/about.page.tsx')),
  lazyPage('sign-in', '/sign-in', () => import('#web/pages/sign-in/sign-in.page.tsx')),
  lazyPage('sign-up', '/sign-up', () => import('#web/pages/sign-up/sign-up.page.tsx')),
  lazyPage('search', '/search', () => import('#web/pages/search/search.page.tsx')),
  lazyPage('projects', '/projects', () => import('#web/pages/projects/projects.page.tsx')),
  lazyPage('post', '/post/:postSlug', () => import('#web/pages/post/post.page.tsx')),
  lazyPage('privacy-policy', '/privacy-policy', () => import('#web/pages/privacy-policy/privacy-policy.page.tsx')),
  lazyPage('terms', '/terms', () => import('#web/pages/terms/terms.page.tsx')),
  lazyPage('dashboard', '/dashboard', () => import('#web/pages/dashboard/dashboard.page.tsx')),
  lazyPage('create-post', '/create-post', () => import('#web/pages/create-post/create-post.page.tsx')),
  lazyPage('update-post', '/update-post/:postId', () => import('#web/pages/update-post/update-post.page.tsx')),
  lazyPage(NOT_FOUND_ROUTE_ID, '*', () => import('#web/pages/not-found/not-found.page.tsx')),
]

/**
 * Every screen (spec §2). The root holds what all share; the route between catches a screen's error
 * inside the layout. A new tree at each call, for the router writes into it.
 */
export const createRoutes = (): RouteObject[] => [
  {
    id: ROOT_ROUTE_ID,
    loader: ({ context, request }: LoaderFunctionArgs) => context.get(apiContext)('GET /api/site', {}, { signal: request.signal }),
    shouldRevalidate: () => false,
    Component: Layout,
    ErrorBoundary: BareError,
    children: [{ id: 'screen', ErrorBoundary: ScreenError, children: pages() }],
  },
]
