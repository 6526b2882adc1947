import { discoveryRoutes } from './discovery/discovery.routes.ts'
import { feedAddressRoutes } from './feeds/feed-addresses.routes.ts'
import { feedRoutes } from './feeds/feeds.routes.ts'
import { likeRoutes } from './likes/likes.routes.ts'
import { postRoutes } from './posts.routes.ts'

type Parts = Parameters<typeof postRoutes>[0] & Parameters<typeof feedAddressRoutes>[0] & Parameters<typeof likeRoutes>[0]

/** Handlers of all endpoints of posts. */
export const posts = (parts: Parts) => ({ ...postRoutes(parts), ...feedAddressRoutes(parts), ...likeRoutes(parts) })

type ResponseParts = Parameters<typeof discoveryRoutes>[0] & Parameters<typeof feedRoutes>[0]

/** Handlers of all public responses of posts. */
export const publicPosts = (parts: ResponseParts) => ({ ...discoveryRoutes(parts), ...feedRoutes(parts) })
