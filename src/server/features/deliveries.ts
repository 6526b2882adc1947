import { DAY_MS } from '#contract/limits.ts'
import type { DeliveryKind } from '#migrations/schema.ts'
import type { Database } from '#server/platform/database/database.ts'

/** A mail that could not be sent for so long has failed. */
export const GIVE_UP_AFTER_MS = 3 * DAY_MS

/** Whom a mail goes to, and about what. */
export interface NewDelivery {
  readonly followerId: string
  readonly kind: Extract<DeliveryKind, 'reply' | 'comment'>
  readonly commentId: string
  readonly now: number
}

/**
 * Queues the mail about one comment to one follower, as part of the transaction that writes or approves the comment.
 * A second call for the same comment and follower queues nothing. What it says, and whether this person may still read
 * it, is decided when it is sent. Call it only where the blog can send mail.
 */
export async function queueDelivery(trx: Database, { followerId, kind, commentId, now }: NewDelivery): Promise<void> {
  await trx
    .insertInto('deliveries')
    .values({
      id: `${kind}:${commentId}:${followerId}`,
      follower_id: followerId,
      kind,
      comment_id: commentId,
      state: 'waiting',
      next_attempt_at: now,
      give_up_at: now + GIVE_UP_AFTER_MS,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
