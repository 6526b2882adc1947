import type { PageModule, Route } from '#web/router/page-module.ts'

/** The page's folder names its route, and its module in the build's manifest. */
const page = (id: string, path: string, fetchModule: () => Promise<PageModule>): Route => {
  let module: PageModule | undefined
  return {
    id,
    path,
    // Importing a module anew costs, even where it is there already.
    load: async () => (module ??= await fetchModule()),
  }
}

export const NOT_FOUND_ROUTE_ID = 'not-found'

/** Every screen (spec §2). */
export const routes: readonly Route[] = [
  page('home', '/', () => import('#web/pages/home/home.page.tsx')),
  page('about', '/about', () => import('#web/pages/about/about.page.tsx')),
  page('sign-in', '/sign-in', () => import('#web/pages/sign-in/sign-in.page.tsx')),
  page('sign-up', '/sign-up', () => import('#web/pages/sign-up/sign-up.page.tsx')),
  page('forgot-password', '/forgot-password', () => import('#web/pages/forgot-password/forgot-password.page.tsx')),
  page('reset-password', '/reset-password', () => import('#web/pages/reset-password/reset-password.page.tsx')),
  page('verify-email', '/verify-email', () => import('#web/pages/verify-email/verify-email.page.tsx')),
  page('search', '/search', () => import('#web/pages/search/search.page.tsx')),
  page('projects', '/projects', () => import('#web/pages/projects/projects.page.tsx')),
  page('post', '/post/:postSlug', () => import('#web/pages/post/post.page.tsx')),
  page('privacy-policy', '/privacy-policy', () => import('#web/pages/privacy-policy/privacy-policy.page.tsx')),
  page('terms', '/terms', () => import('#web/pages/terms/terms.page.tsx')),
  page('dashboard', '/dashboard', () => import('#web/pages/dashboard/dashboard.page.tsx')),
  page('create-post', '/create-post', () => import('#web/pages/create-post/create-post.page.tsx')),
  page('update-post', '/update-post/:postId', () => import('#web/pages/update-post/update-post.page.tsx')),
  page('post-versions', '/update-post/:postId/versions', () => import('#web/pages/post-versions/post-versions.page.tsx')),
  page(NOT_FOUND_ROUTE_ID, '*', () => import('#web/pages/not-found/not-found.page.tsx')),
]

/** The source file of a page's folder, as the manifest of the build names it. */
export const pageModulePath = (id: string): string => `src/web/pages/${id}/${id}.page.tsx`
