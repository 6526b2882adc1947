export { importRoutes } from './runs/imports.routes.ts'
export type { Imports } from './runs/imports.ts'
export { removeOldImports } from './runs/remove-old-imports.ts'
export { openImports } from './runs/open-imports.ts'
