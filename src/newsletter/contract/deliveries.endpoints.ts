import { z } from 'zod'
import { type CallOutput, endpoint } from '#platform/contract/endpoint.ts'
import { audienceField, isoDate } from '#platform/contract/fields.ts'

const announcedPost = z.strictObject({
  _id: z.string(),
  title: z.string(),
  slug: z.string(),
  /** When its mails are, or were, queued. */
  dueAt: isoDate,
  /** False while the announcement can still be withdrawn. */
  isQueued: z.boolean(),
  /** Numbers of followers whose mail with this post was sent, is pending, or failed. */
  sent: z.int(),
  waiting: z.int(),
  failed: z.int(),
})
export type AnnouncedPost = z.output<typeof announcedPost>

const failedDelivery = z.strictObject({ _id: z.string(), email: z.string(), problem: z.string(), failedAt: isoDate })

/** Status of the mails to followers of the last sixty days. */
export const deliveriesState = z.strictObject({
  sent: z.int(),
  waiting: z.int(),
  failed: z.int(),
  /** Set while the mail server cannot be used: the reason, and the time of the next attempt. */
  pause: z.strictObject({ problem: z.string(), until: isoDate }).nullable(),
  /** Newest failed mails. */
  failures: z.array(failedDelivery),
  /** Posts that were or will be announced, newest first; not all. */
  posts: z.array(announcedPost),
})
export type DeliveriesState = z.output<typeof deliveriesState>

/** Delivery status of mails to followers. */
export const getDeliveries = endpoint('GET /api/settings/deliveries', { access: 'admin', status: 200, output: deliveriesState })

/** Retries the failed mails. */
export const retryDeliveries = endpoint('POST /api/settings/deliveries/retry', {
  access: 'admin',
  status: 200,
  limit: null,
  output: deliveriesState,
})

/** Cancels the pending mails of this post, and leaves it out of digests. */
export const cancelDeliveries = endpoint('DELETE /api/settings/deliveries/:postId', {
  access: 'admin',
  status: 200,
  limit: null,
  output: deliveriesState,
})

/** Status of the mails about one post; null if it is not mailed. */
export const getPostDelivery = endpoint('GET /api/settings/deliveries/:postId', {
  access: 'admin',
  status: 200,
  output: z.strictObject({ post: announcedPost.nullable() }),
})

/** Numbers of people who would get a post of this audience by mail: soon after it is published, or on Sunday. */
export const getMailReach = endpoint('GET /api/mails/reach', {
  access: 'admin',
  status: 200,
  query: z.object({ audience: audienceField, postId: z.string().optional() }),
  /** `isMailed`: false if the post is marked as not to be mailed. */
  output: z.strictObject({ atOnce: z.int(), inDigests: z.int(), isMailed: z.boolean() }),
})
export type MailReach = CallOutput<typeof getMailReach>

export const deliveryEndpoints = { getDeliveries, retryDeliveries, cancelDeliveries, getPostDelivery, getMailReach }
