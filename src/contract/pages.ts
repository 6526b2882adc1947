import type { PageAccess } from './permissions.ts'

/** Pages that are not for everyone (spec §2). Everything else is public and never depends on who asks. */
const GUARDED_PAGES: readonly { readonly path: RegExp; readonly access: PageAccess }[] = [
  { path: /^\/dashboard\/?$/i, access: 'user' },
  { path: /^\/create-post\/?$/i, access: 'admin' },
  { path: /^\/update-post\/[^/]+(\/versions)?\/?$/i, access: 'admin' },
]

/** Who may open the page at this path, without its query. */
export const pageAccess = (pathname: string): PageAccess => GUARDED_PAGES.find((page) => page.path.test(pathname))?.access ?? 'everyone'
