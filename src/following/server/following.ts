import { deliveryRoutes } from './delivery/delivery.routes.ts'
import { followingRoutes } from './followers/following.routes.ts'

type Parts = Parameters<typeof followingRoutes>[0] & Parameters<typeof deliveryRoutes>[0]

/** Handlers of all endpoints of followers and their mails. */
export const following = (parts: Parts) => ({ ...followingRoutes(parts), ...deliveryRoutes(parts) })
