import type { deliveryEndpoints } from '#newsletter/contract/deliveries.endpoints.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { countReach, isUnmailed } from './reach.store.ts'
import { listPosts, readDeliveries, retryFailed, cancelMailsOfPost } from './deliveries.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
}

/** Lets admins see, retry and cancel mails to followers. */
export function deliveryRoutes({ db, now }: Dependencies): Handlers<typeof deliveryEndpoints> {
  return {
    async getDeliveries() {
      return readDeliveries(db, now())
    },

    async retryDeliveries({ write }) {
      await write((trx) => retryFailed(trx, now()))
      return readDeliveries(db, now())
    },

    async cancelDeliveries({ params, write }) {
      await write((trx) => cancelMailsOfPost(trx, params.postId, now()))
      return readDeliveries(db, now())
    },

    async getPostDelivery({ params: { postId } }) {
      const [post = null] = await listPosts(db, { now: now(), postId })
      return { post }
    },

    async getMailReach({ query: { postId, audience } }) {
      const [reach, isUnwanted] = await Promise.all([countReach(db, audience), postId === undefined ? false : isUnmailed(db, postId)])
      return { ...reach, isMailed: !isUnwanted }
    },
  }
}
