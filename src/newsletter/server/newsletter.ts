import { deliveryRoutes } from './delivery/delivery.routes.ts'
import { followersRoutes } from './followers/followers.routes.ts'

type Parts = Parameters<typeof followersRoutes>[0] & Parameters<typeof deliveryRoutes>[0]

/** Handlers of all endpoints of followers and their mails. */
export const following = (parts: Parts) => ({ ...followersRoutes(parts), ...deliveryRoutes(parts) })
