import { commentRoutes } from './comments.routes.ts'
import { moderationRoutes } from './moderation.routes.ts'
import { removalRoutes } from './removals.routes.ts'

type Parts = Parameters<typeof commentRoutes>[0] & Parameters<typeof moderationRoutes>[0]

/** Handlers of all endpoints of comments. */
export const comments = (parts: Parts) => ({
  ...commentRoutes(parts),
  ...moderationRoutes(parts),
  ...removalRoutes(parts),
})
