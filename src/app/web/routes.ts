import type { PageAccess } from '#platform/contract/permissions.ts'
import type { PageModule } from '#pages/page/page-module.ts'
import { findPage, pageIds, type RouteId } from '#pages/pages.ts'

const files = import.meta.glob<PageModule>('/src/pages/**/*.page.tsx', { eager: true })

/** The module of a page is the file of its name. */
const getModule = (id: RouteId): PageModule => {
  const path = Object.keys(files).find((file) => file.endsWith(`/${id}.page.tsx`)) ?? ''
  const module = files[path]
  if (module === undefined) throw new Error(`There is no ${id}.page.tsx`)
  return module
}

const modules = Object.fromEntries([...pageIds, 'not-found' as const].map((id) => [id, getModule(id)])) as Record<RouteId, PageModule>

export interface Route {
  readonly id: RouteId
  readonly module: PageModule
  readonly access: PageAccess
  readonly params: Readonly<Record<string, string>>
}

export const findRoute = (pathname: string): Route => {
  const match = findPage(pathname)
  if (match === null) return { id: 'not-found', module: modules['not-found'], access: 'everyone', params: {} }
  return { id: match.id, module: modules[match.id], access: match.page.access, params: match.params }
}
