import type { feedEndpoints, ListedFeedAddress } from '#posts/contract/feeds.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { privateFeedPath } from '#posts/contract/feeds.ts'
import { FEED_ADDRESSES_MAX } from '#platform/contract/limits.ts'
import { requireRecentSignIn } from '#accounts/server/index.ts'
import { type Database, lockInTransaction } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { createToken } from '#platform/security/tokens.ts'
import { createFeedAddress, deleteFeedAddress, type FeedAddressRow, listFeedAddresses } from './feed-addresses.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly publicUrl: string
}

/** Lists, creates and revokes the addresses of a user's private feeds (docs/product.md, 18). */
export function feedAddressRoutes({ db, now, newId, publicUrl }: Dependencies): Handlers<typeof feedEndpoints> {
  return {
    async listFeeds({ viewer }) {
      return { feeds: (await listFeedAddresses(db, viewer.id)).map(toListed) }
    },

    async createFeed({ body, viewer, session, write }) {
      await requireRecentSignIn({ now }, session)
      const token = createToken()
      const row = { id: newId(), name: body.name, created_at: now(), last_used_at: null }
      await write(async (trx) => {
        await lockInTransaction(trx, 'feed addresses')
        if ((await listFeedAddresses(trx, viewer.id)).length >= FEED_ADDRESSES_MAX) {
          throw new AppError('conflict', `You can have at most ${FEED_ADDRESSES_MAX} private feeds. Revoke one that you do not use first.`)
        }
        await createFeedAddress(trx, { ...row, token, userId: viewer.id })
      })
      const addressOf = (format: 'atom' | 'rss' | 'json') => publicUrl + privateFeedPath(token, format)
      return { feed: toListed(row), addresses: { atom: addressOf('atom'), rss: addressOf('rss'), json: addressOf('json') } }
    },

    async deleteFeed({ params, viewer, write }) {
      const wasThere = await write((trx) => deleteFeedAddress(trx, { id: params.feedId, userId: viewer.id }))
      if (!wasThere) throw new AppError('not_found', 'This feed is not there any more.')
      return { success: true, message: 'The address is revoked. Nobody can read along with it any more.' }
    },
  }
}

const toListed = (row: FeedAddressRow): ListedFeedAddress => ({
  _id: row.id,
  name: row.name,
  createdAt: new Date(row.created_at).toISOString(),
  lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
})
