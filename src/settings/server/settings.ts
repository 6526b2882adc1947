import { categoryRoutes } from './categories/categories.routes.ts'
import { checklistRoutes } from './checklist/checklist.routes.ts'
import { linkRoutes } from './links.routes.ts'
import { lookRoutes } from './look.routes.ts'
import { settingsRoutes } from './settings.routes.ts'
import { siteRoutes } from './site.routes.ts'

type Parts = Parameters<typeof settingsRoutes>[0] &
  Parameters<typeof categoryRoutes>[0] &
  Parameters<typeof checklistRoutes>[0] &
  Parameters<typeof siteRoutes>[0]

/** Handlers of all endpoints of the settings. */
export const settings = (parts: Parts) => ({
  ...settingsRoutes(parts),
  ...lookRoutes(parts),
  ...categoryRoutes(parts),
  ...linkRoutes(parts),
  ...checklistRoutes(parts),
  ...siteRoutes(parts),
})
