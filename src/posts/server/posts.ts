import { discoveryRoutes } from './discovery/discovery.routes.ts'
import { feedAddressRoutes } from './feeds/feed-addresses.routes.ts'
import { feedRoutes } from './feeds/feeds.routes.ts'
import { heartRoutes } from './hearts/hearts.routes.ts'
import { postRoutes } from './posts.routes.ts'

type Parts = Parameters<typeof postRoutes>[0] & Parameters<typeof feedAddressRoutes>[0] & Parameters<typeof heartRoutes>[0]

/** Handlers of all endpoints of posts. */
export const posts = (parts: Parts) => ({ ...postRoutes(parts), ...feedAddressRoutes(parts), ...heartRoutes(parts) })

type ResponseParts = Parameters<typeof discoveryRoutes>[0] & Parameters<typeof feedRoutes>[0]

/** Handlers of all public responses of posts. */
export const publicPosts = (parts: ResponseParts) => ({ ...discoveryRoutes(parts), ...feedRoutes(parts) })
