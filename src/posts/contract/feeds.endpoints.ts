import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { isoDate, lineField, message } from '#platform/contract/fields.ts'
import { FEED_NAME_MAX_LENGTH } from '#platform/contract/limits.ts'

/** A private feed of the signed-in user, without its address. */
export const feedAddress = z.strictObject({
  _id: z.string(),
  name: z.string(),
  createdAt: isoDate,
  /** Start of the day of the last read; null before the first. */
  lastUsedAt: isoDate.nullable(),
})
export type ListedFeedAddress = z.output<typeof feedAddress>

const name = lineField('The name', FEED_NAME_MAX_LENGTH).refine((value) => value !== '', 'Please enter a name.')

/** Private feeds of one user; the address grants access (docs/product.md, 18). */
export const listFeeds = endpoint('GET /api/feeds', {
  access: 'user',
  status: 200,
  output: z.strictObject({ feeds: z.array(feedAddress) }),
})

/** Requires a recent sign-in, as the address grants the user's read access until it is revoked. */
export const createFeed = endpoint('POST /api/feeds', {
  access: 'user',
  status: 201,
  limit: 'accountWritesPerUser',
  body: z.object({ name }),
  /** `addresses`: the feed in each format. No other response contains them. */
  output: z.strictObject({ feed: feedAddress, addresses: z.strictObject({ atom: z.url(), rss: z.url(), json: z.url() }) }),
})

export const deleteFeed = endpoint('DELETE /api/feeds/:feedId', {
  access: 'user',
  status: 200,
  limit: 'accountWritesPerUser',
  output: message,
})

export const feedEndpoints = { listFeeds, createFeed, deleteFeed }
