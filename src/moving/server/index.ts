export { importRoutes } from './dashboard/imports.routes.ts'
export type { Imports } from './dashboard/imports.ts'
export { removeOldImports } from './dashboard/remove-old-imports.ts'
export { openImports } from './imports/uploaded/open-imports.ts'
