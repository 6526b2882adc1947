import { pageIds, type PageId, pages } from '#contract/pages.ts'
import type { PageModule, Route } from '#web/router/page-module.ts'

/** The module of each page; its folder has the page's id, which is also its name in the build's manifest. */
const modules: Readonly<Record<PageId, () => Promise<PageModule>>> = {
  home: () => import('#web/pages/home/home.page.tsx'),
  about: () => import('#web/pages/about/about.page.tsx'),
  'sign-in': () => import('#web/pages/sign-in/sign-in.page.tsx'),
  'sign-up': () => import('#web/pages/sign-up/sign-up.page.tsx'),
  'forgot-password': () => import('#web/pages/forgot-password/forgot-password.page.tsx'),
  'reset-password': () => import('#web/pages/reset-password/reset-password.page.tsx'),
  'verify-email': () => import('#web/pages/verify-email/verify-email.page.tsx'),
  search: () => import('#web/pages/search/search.page.tsx'),
  projects: () => import('#web/pages/projects/projects.page.tsx'),
  post: () => import('#web/pages/post/post.page.tsx'),
  'privacy-policy': () => import('#web/pages/privacy-policy/privacy-policy.page.tsx'),
  terms: () => import('#web/pages/terms/terms.page.tsx'),
  dashboard: () => import('#web/pages/dashboard/dashboard.page.tsx'),
  'create-post': () => import('#web/pages/create-post/create-post.page.tsx'),
  'update-post': () => import('#web/pages/update-post/update-post.page.tsx'),
  'post-versions': () => import('#web/pages/post-versions/post-versions.page.tsx'),
}

const toRoute = (id: string, path: string, fetchModule: () => Promise<PageModule>): Route => {
  let module: PageModule | undefined
  return {
    id,
    path,
    // A repeated import() costs, even of a module that is loaded.
    load: async () => (module ??= await fetchModule()),
  }
}

export const NOT_FOUND_ROUTE_ID = 'not-found'

export const routes: readonly Route[] = [
  ...pageIds.map((id) => toRoute(id, pages[id].path, modules[id])),
  toRoute(NOT_FOUND_ROUTE_ID, '*', () => import('#web/pages/not-found/not-found.page.tsx')),
]

/** The source file of a page's folder, as the manifest of the build names it. */
export const pageModulePath = (id: string): string => `src/web/pages/${id}/${id}.page.tsx`
