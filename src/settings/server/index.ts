export { countUses, createCategory, findFreeSlug, isSameName, requireFreeName } from './categories/categories.store.ts'
export { settingsRoutes } from './settings.routes.ts'
