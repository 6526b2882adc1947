import { v7 as newId } from 'uuid'
import { LIST_LIMIT_MAX } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { createToken } from '#platform/security/tokens.ts'

/** Begins the daily mail about new comments for each admin, once: what they choose afterwards stays. */
export async function beginCommentMails(db: Database, now: number): Promise<void> {
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.and([eb('is_admin', '=', eb.lit(1)), eb('comment_mails_begun', '=', eb.lit(0))]))
    .limit(LIST_LIMIT_MAX)
    .execute()
  for (const { id } of admins) await db.transaction().execute((trx) => beginFor(trx, id, now))
}

async function beginFor(trx: Database, userId: string, now: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ comment_mails_begun: 1 })
    .where('id', '=', userId)
    .where('comment_mails_begun', '=', 0)
    .executeTakeFirst()
  // Another process has begun them.
  if (numUpdatedRows === 0n) return
  const times = { digest_through: now, comments_through: now, confirmed_at: now, created_at: now }
  await trx
    .insertInto('followers')
    .values({ id: newId(), user_id: userId, link_key: createToken(), comments: 1, ...times })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ comments: 1, comments_through: now }).where('followers.comments', '=', 0),
    )
    .execute()
}
