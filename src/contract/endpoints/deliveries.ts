import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { isoDate } from '#contract/fields.ts'

const announcedPost = z.strictObject({
  _id: z.string(),
  title: z.string(),
  slug: z.string(),
  /** When its mails go out, or went. */
  dueAt: isoDate,
  /** False while it can still be withdrawn. */
  isQueued: z.boolean(),
  /** Followers who have it in a mail, alone or with others; for whom it waits; for whom it failed. */
  sent: z.int(),
  waiting: z.int(),
  failed: z.int(),
})
export type AnnouncedPost = z.output<typeof announcedPost>

const failedDelivery = z.strictObject({ _id: z.string(), email: z.string(), problem: z.string(), failedAt: isoDate })

/** Mails to followers of the last sixty days. */
export const deliveriesState = z.strictObject({
  sent: z.int(),
  waiting: z.int(),
  failed: z.int(),
  /** While the mail server cannot be used: why, and when it is tried again. */
  pause: z.strictObject({ problem: z.string(), until: isoDate }).nullable(),
  /** The newest that failed. */
  failures: z.array(failedDelivery),
  /** The newest posts that were announced or will be, the newest first. */
  posts: z.array(announcedPost),
})
export type DeliveriesState = z.output<typeof deliveriesState>

/** How mails to followers do (docs/product.md, 2). */
export const deliveryEndpoints = {
  'GET /api/settings/deliveries': { access: 'admin', status: 200, output: deliveriesState },
  /** Tries those that failed once more. */
  'POST /api/settings/deliveries/retry': { access: 'admin', status: 200, limit: null, output: deliveriesState },
  /** Mails of this post that wait are not sent, and no digest has it. */
  'DELETE /api/settings/deliveries/:postId': { access: 'admin', status: 200, limit: null, output: deliveriesState },
} as const satisfies EndpointTable
