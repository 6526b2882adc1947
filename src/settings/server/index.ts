export { countUses, createCategory, findFreeSlug, isSameName } from './categories/categories.store.ts'
export { settings } from './settings.ts'
