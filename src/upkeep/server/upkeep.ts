import { statsRoutes } from './status/stats.routes.ts'
import { upkeepRoutes } from './status/upkeep.routes.ts'
import { backupPlaceRoutes } from './elsewhere/backup-place.routes.ts'
import { restoreRoutes } from './restore/restore.routes.ts'

type Parts = Parameters<typeof statsRoutes>[0] & Parameters<typeof upkeepRoutes>[0]

/** Handlers of all endpoints of the upkeep. */
export const upkeep = (parts: Parts) => ({
  ...statsRoutes(parts),
  ...upkeepRoutes(parts),
  ...backupPlaceRoutes(parts),
  ...restoreRoutes(parts),
})
