import { DAY_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { MAIL_PRIORITY } from '#platform/mail/outbox.ts'

/** Time after which a mail that could not be sent counts as failed. */
export const GIVE_UP_AFTER_MS = 3 * DAY_MS

/** Beside a mail about a reply, further ones to the same person wait this long, and become one mail. */
const BUNDLE_MS = 30 * MINUTE_MS

/** Recipient and subject of a mail. */
interface NewReplyMail {
  readonly followerId: string
  readonly commentId: string
  readonly now: number
}

/**
 * Queues the mail about one reply to one follower. Call within the transaction that writes or approves the comment, and
 * only where the blog can send mail. A second call for the same comment and follower does nothing. The text, and whether
 * the follower may still read the comment, are determined when the mail is sent.
 */
export async function queueReplyMail(trx: Database, { followerId, commentId, now }: NewReplyMail): Promise<void> {
  const isPaused = await isMailed(trx, followerId, now - BUNDLE_MS)
  await trx
    .insertInto('outbox')
    .values({
      id: `reply:${commentId}:${followerId}`,
      follower_id: followerId,
      kind: 'reply',
      comment_id: commentId,
      priority: MAIL_PRIORITY.low,
      next_attempt_at: isPaused ? now + BUNDLE_MS : now,
      give_up_at: now + GIVE_UP_AFTER_MS,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Whether such a mail was sent since, or will be: several workers send, and each of two that are due would go alone. */
async function isMailed(trx: Database, followerId: string, since: number): Promise<boolean> {
  const mail = await trx
    .selectFrom('outbox')
    .select('id')
    .where('follower_id', '=', followerId)
    .where('created_at', '>', since - GIVE_UP_AFTER_MS)
    .where('kind', '=', 'reply')
    .where((eb) => eb.or([eb('state', 'in', ['waiting', 'sending']), eb.and([eb('state', '=', 'sent'), eb('ended_at', '>', since)])]))
    .limit(1)
    .executeTakeFirst()
  return mail !== undefined
}
