import type { feedEndpoints, PrivateFeed } from '#posts/contract/feeds.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { toIso } from '#platform/contract/format-date.ts'
import { privateFeedPath } from '#posts/contract/feeds.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { createToken } from '#platform/security/tokens.ts'
import { deleteFeedAddresses, type FeedAddressRow, findFeedAddress, replaceFeedAddress } from './feed-addresses.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly publicUrl: string
}

/** Creates and revokes the address of a user's private feed. */
export function feedAddressRoutes({ db, now, newId, publicUrl }: Dependencies): Handlers<typeof feedEndpoints> {
  return {
    async getPrivateFeed({ viewer }) {
      const row = await findFeedAddress(db, viewer.id)
      return { feed: row ? toPrivateFeed(row) : null }
    },

    async createPrivateFeed({ viewer, write }) {
      const token = createToken()
      const row = { created_at: now(), last_used_at: null }
      await write((trx) => replaceFeedAddress(trx, { ...row, id: newId(), token, userId: viewer.id }))
      const addressOf = (format: 'atom' | 'rss') => publicUrl + privateFeedPath(token, format)
      return { feed: toPrivateFeed(row), addresses: { atom: addressOf('atom'), rss: addressOf('rss') } }
    },

    async deletePrivateFeed({ viewer, write }) {
      const wasThere = await write((trx) => deleteFeedAddresses(trx, viewer.id))
      if (!wasThere) throw new AppError('not_found', 'This feed is not there any more.')
      return { success: true, message: 'The address is revoked. Nobody can read along with it any more.' }
    },
  }
}

const toPrivateFeed = (row: FeedAddressRow): PrivateFeed => ({
  createdAt: toIso(row.created_at),
  lastUsedAt: row.last_used_at === null ? null : toIso(row.last_used_at),
})
