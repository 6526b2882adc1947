export { countUses, createCategory, findFreeSlug, isSameName } from './categories/categories.store.ts'
export { settingsRoutes } from './settings.routes.ts'
