import { ACCOUNT_RATE_LIMITS } from '#accounts/contract/account-limits.ts'
import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { isoDate, message } from '#platform/contract/fields.ts'

/** The private feed of the signed-in user, without its address. */
const privateFeed = z.strictObject({
  createdAt: isoDate,
  /** Start of the day of the last read; null before the first. */
  lastUsedAt: isoDate.nullable(),
})
export type PrivateFeed = z.output<typeof privateFeed>

/** The private feed of one user; its address grants access. */
export const getPrivateFeed = endpoint('GET /api/private-feed', {
  access: 'user',
  status: 200,
  output: z.strictObject({ feed: privateFeed.nullable() }),
})

/** Makes a new address, which replaces the former one. Requires a recent sign-in, as it grants the user's read access. */
export const createPrivateFeed = endpoint('POST /api/private-feed', {
  access: 'user',
  needsRecentSignIn: true,
  status: 201,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  /** `addresses`: the feed in each format. No other response contains them. */
  output: z.strictObject({ feed: privateFeed, addresses: z.strictObject({ atom: z.url(), rss: z.url() }) }),
})

export const deletePrivateFeed = endpoint('DELETE /api/private-feed', {
  access: 'user',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  output: message,
})

export const feedEndpoints = { getPrivateFeed, createPrivateFeed, deletePrivateFeed }
