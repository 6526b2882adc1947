import { HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { type Database, lockInTransaction } from '#platform/database/database.ts'
import { MAIL_PRIORITY } from '#platform/mail/outbox.ts'
import { isLive, isNotInTrash } from '#site/server/index.ts'
import { queuedAgain } from './queue-posts.ts'

/** Comments are committed within a minute of their date, so after this delay no mail misses one. */
const COMMENT_COMMIT_MS = MINUTE_MS

/** Queues the daily mail for each admin who wants one, if there were comments since the last one. */
export async function queueComments(db: Database, { at, now }: { readonly at: number; readonly now: number }): Promise<void> {
  if (now < at + COMMENT_COMMIT_MS) return
  const isDue = db.selectFrom('followers').where('comments', '=', 1).where('comments_through', '<', at)
  if (!(await isDue.select('id').limit(1).executeTakeFirst())) return
  await db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, 'mails of comments')
    const rows = await trx
      .selectFrom('followers')
      .select(['id', 'comments_through'])
      .where('comments', '=', 1)
      .where('comments_through', '<', at)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('comments')
            .select('comments.id')
            .whereRef('comments.created_at', '>', 'followers.comments_through')
            .where('comments.created_at', '<=', at)
            .where(isLive())
            .where(isNotInTrash()),
        ),
      )
      .execute()
    for (const { id, comments_through: since } of rows) {
      const mail = { id: `comments:${at}:${id}`, follower_id: id, kind: 'comments', priority: MAIL_PRIORITY.single, since } as const
      await trx
        .insertInto('outbox')
        .values({ ...mail, next_attempt_at: now, created_at: at })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    }
    await trx.updateTable('followers').set({ comments_through: at }).where('comments', '=', 1).where('comments_through', '<', at).execute()
  })
}

/** Beside a mail about a reply, further ones to the same person wait this long, and become one mail. */
const BUNDLE_MS = 30 * MINUTE_MS

interface NewReply {
  readonly followerId: string
  readonly commentId: string
  readonly now: number
}

/**
 * Puts a reply into the mail to the follower that waits, or into a new one. Call within the transaction that writes or
 * approves the comment. A second call for the same comment and follower does nothing.
 */
export async function queueReply(trx: Database, { followerId, commentId, now }: NewReply): Promise<void> {
  const ofComment = trx.selectFrom('deliveries').select('mail_id').where('follower_id', '=', followerId).where('comment_id', '=', commentId)
  if (await ofComment.executeTakeFirst()) return
  const mailId = (await holdWaitingMail(trx, followerId)) ?? (await createReplyMail(trx, { followerId, commentId, now }))
  await trx
    .insertInto('deliveries')
    .values({ follower_id: followerId, comment_id: commentId, mail_id: mailId })
    .onConflict((conflict) => conflict.columns(['follower_id', 'comment_id']).doNothing())
    .execute()
}

/** Its row is written, so that no process begins to send it before the transaction ends. */
async function holdWaitingMail(trx: Database, followerId: string): Promise<string | undefined> {
  const mail = await trx
    .updateTable('outbox')
    .set({ state: 'waiting' })
    .where('follower_id', '=', followerId)
    .where('kind', '=', 'reply')
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .returning('id')
    .executeTakeFirst()
  return mail?.id
}

async function createReplyMail(trx: Database, { followerId, commentId, now }: NewReply): Promise<string> {
  const recent = await trx
    .selectFrom('outbox')
    .select('id')
    .where('follower_id', '=', followerId)
    .where('kind', '=', 'reply')
    .where((eb) =>
      eb.or([eb('state', 'in', ['waiting', 'sending']), eb.and([eb('state', '=', 'sent'), eb('ended_at', '>', now - BUNDLE_MS)])]),
    )
    .limit(1)
    .executeTakeFirst()
  const dueAt = recent ? now + BUNDLE_MS : now
  const id = `reply:${commentId}:${followerId}`
  await trx
    .insertInto('outbox')
    .values({ id, follower_id: followerId, kind: 'reply', priority: MAIL_PRIORITY.single, next_attempt_at: dueAt, created_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(queuedAgain(dueAt)))
    .execute()
  return id
}

/** Time after which a mail about what waits has ended. */
const WAITING_MAX_MS = 72 * HOUR_MS

/**
 * Queues a mail to each admin about what waits for approval, at most one an hour. What it says is read when it is sent. Call
 * within the transaction that stores the comment or request, and only where the blog can send mail.
 */
export async function queueWaitingMails(trx: Database, { now }: { readonly now: number }): Promise<void> {
  const admins = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('is_admin', '=', 1)
    .where('email_verified', '=', 1)
    .where('waiting_mails', '=', 1)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const admin of admins) await queueWaitingMail(trx, admin, now)
}

/** Ids name the hour, so that no other process queues a second mail in it. */
async function queueWaitingMail(trx: Database, { id, email }: { readonly id: string; readonly email: string }, now: number): Promise<void> {
  const mails = trx.selectFrom('outbox').where('email', '=', email).where('kind', '=', 'waiting')
  if (await mails.select('id').where('state', '=', 'waiting').executeTakeFirst()) return
  const last = await mails.select('ended_at').where('state', '<>', 'dropped').orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  const at = last ? Math.max(now, (last.ended_at ?? now) + HOUR_MS) : now
  const times = { next_attempt_at: at, give_up_at: at + WAITING_MAX_MS, created_at: now }
  await trx
    .insertInto('outbox')
    .values({ id: `waiting:${id}:${Math.floor(at / HOUR_MS)}`, kind: 'waiting', email, priority: MAIL_PRIORITY.single, ...times })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ ...queuedAgain(at), ...times })
        .where('outbox.state', '=', 'dropped'),
    )
    .execute()
}
