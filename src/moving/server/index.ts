export { importRoutes } from './runs/imports.routes.ts'
export type { Imports } from './runs/open-imports.ts'
export { removeOldImports } from './runs/uploaded-exports.ts'
export { openImports } from './runs/open-imports.ts'
