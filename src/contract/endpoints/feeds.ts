import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { isoDate, lineField, message } from '#contract/fields.ts'
import { FEED_NAME_MAX_LENGTH } from '#contract/limits.ts'

/** One of the user's own. */
export const feedAddress = z.strictObject({
  _id: z.string(),
  name: z.string(),
  createdAt: isoDate,
  /** The day; null where nothing has read it yet. */
  lastUsedAt: isoDate.nullable(),
})
export type ListedFeedAddress = z.output<typeof feedAddress>

const name = lineField('The name', FEED_NAME_MAX_LENGTH).refine((value) => value !== '', 'Please enter a name.')

/** Additions: feeds for one member, at an address that is a key (docs/product.md, 18). */
export const feedEndpoints = {
  'GET /api/feeds': { access: 'user', status: 200, output: z.strictObject({ feeds: z.array(feedAddress) }) },
  /** Asks for a recent sign-in: the address opens what the user may read, for good. */
  'POST /api/feeds': {
    access: 'user',
    status: 201,
    limit: 'accountWritesPerUser',
    body: z.object({ name }),
    /** `addresses` are the same feed in its formats, and in no other response. */
    output: z.strictObject({ feed: feedAddress, addresses: z.strictObject({ atom: z.url(), rss: z.url(), json: z.url() }) }),
  },
  'DELETE /api/feeds/:feedId': { access: 'user', status: 200, limit: 'accountWritesPerUser', output: message },
} as const satisfies EndpointTable
