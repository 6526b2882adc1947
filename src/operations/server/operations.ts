import { statsRoutes } from './status/stats.routes.ts'
import { operationsRoutes } from './status/operations.routes.ts'
import { backupPlaceRoutes } from './off-site/backup-place.routes.ts'
import { restoreRoutes } from './restore/restore.routes.ts'

type Parts = Parameters<typeof statsRoutes>[0] & Parameters<typeof operationsRoutes>[0]

/** Handlers of all endpoints of the operations. */
export const operations = (parts: Parts) => ({
  ...statsRoutes(parts),
  ...operationsRoutes(parts),
  ...backupPlaceRoutes(parts),
  ...restoreRoutes(parts),
})
