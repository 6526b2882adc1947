import { HOUR_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { MAIL_PRIORITY } from '#platform/mail/outbox.ts'
import { GIVE_UP_AFTER_MS } from './queue-reply-mail.ts'

/**
 * Queues a mail to each admin about what waits for approval, at most one an hour. What it says is read when it is sent. Call
 * within the transaction that stores the comment or request, and only where the blog can send mail.
 */
export async function queueWaitingMails(trx: Database, { now }: { readonly now: number }): Promise<void> {
  const admins = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('is_admin', '=', 1)
    .where('waiting_mails', '=', 1)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const admin of admins) await queueMail(trx, admin, now)
}

const idOf = (userId: string, hour: number) => `waiting:${userId}:${hour}`

/** Ids name the hour, so that no process queues a second mail in it. */
async function queueMail(trx: Database, { id, email }: { readonly id: string; readonly email: string }, now: number): Promise<void> {
  const hour = Math.floor(now / HOUR_MS)
  const sent = await trx.selectFrom('outbox').select('state').where('id', '=', idOf(id, hour)).executeTakeFirst()
  if (sent?.state === 'waiting') return
  const at = sent ? (hour + 1) * HOUR_MS : now
  await trx
    .insertInto('outbox')
    .values({
      id: idOf(id, sent ? hour + 1 : hour),
      kind: 'waiting',
      email,
      priority: MAIL_PRIORITY.low,
      next_attempt_at: at,
      give_up_at: at + GIVE_UP_AFTER_MS,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
