import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { DAY_MS } from '#contract/limits.ts'
import type { Database, DatabaseTransaction } from '#server/platform/database/database.ts'
import { lockInTransaction } from '#server/platform/database/database.ts'
import { GIVE_UP_AFTER_MS } from '#server/features/deliveries.ts'
import { isBlogClosed } from '#server/features/is-blog-closed.ts'

/** A post that could not be mailed at once for so long, as no process ran, waits for the next digest. */
const AT_ONCE_MAX_AGE_MS = DAY_MS
/** Serialises what queues mails of posts: a digest must not miss a post whose mails are being queued. */
export const QUEUE_LOCK = 'mails of posts'

/** Queues the mails of all posts that were published ten minutes ago. @returns their ids */
export async function queuePosts(db: Database, now: number): Promise<string[]> {
  const queued: string[] = []
  for (;;) {
    const due = await db
      .selectFrom('announcements')
      .select(['post_id', 'due_at'])
      .where('queued_at', 'is', null)
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .orderBy('post_id')
      .limit(1)
      .executeTakeFirst()
    if (!due) return queued
    const isQueued = await db.transaction().execute((trx) => queuePost(trx, { postId: due.post_id, now }))
    if (isQueued) queued.push(due.post_id)
  }
}

/** Of several processes one queues the mails, in the transaction that notes it. @returns false where another one did */
async function queuePost(trx: DatabaseTransaction, { postId, now }: { postId: string; now: number }): Promise<boolean> {
  await lockInTransaction(trx, QUEUE_LOCK)
  const taken = await trx
    .updateTable('announcements')
    .set({ queued_at: now })
    .where('post_id', '=', postId)
    .where('queued_at', 'is', null)
    .returning('due_at')
    .executeTakeFirst()
  if (!taken) return false
  if (taken.due_at <= now - AT_ONCE_MAX_AGE_MS) return true
  const isOpen = !(await isBlogClosed(trx))
  await trx
    .insertInto('deliveries')
    .columns(['id', 'follower_id', 'kind', 'state', 'next_attempt_at', 'give_up_at', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('followers')
        .innerJoin('posts', (join) => join.on('posts.id', '=', postId))
        .where('followers.posts', '=', 'at_once')
        .where('followers.confirmed_at', 'is not', null)
        .where(fits(isOpen))
        .where(isNew)
        .select([
          sql<string>`'post:' || posts.id || ':' || followers.id`.as('id'),
          'followers.id as follower_id',
          ...waitingColumns('post', now),
        ]),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await trx
    .insertInto('delivery_posts')
    .columns(['follower_id', 'post_id', 'delivery_id'])
    .expression((eb) =>
      eb
        .selectFrom('followers')
        .innerJoin('deliveries', (join) =>
          join.on('deliveries.id', '=', sql<string>`'post:' || cast(${postId} as text) || ':' || followers.id`),
        )
        .where('followers.posts', '=', 'at_once')
        .select(['followers.id as follower_id', sql<string>`cast(${postId} as text)`.as('post_id'), 'deliveries.id as delivery_id']),
    )
    .onConflict((conflict) => conflict.columns(['follower_id', 'post_id']).doNothing())
    .execute()
  return true
}

/** `kind`, `state`, `next_attempt_at`, `give_up_at` and `created_at` of new deliveries, in this order. */
export const waitingColumns = (kind: 'post' | 'digest', now: number) =>
  [
    sql<'post' | 'digest'>`${sql.lit(kind)}`.as('kind'),
    sql<'waiting'>`'waiting'`.as('state'),
    sql<number>`${sql.lit(now)}`.as('next_attempt_at'),
    sql<number>`${sql.lit(now + GIVE_UP_AFTER_MS)}`.as('give_up_at'),
    sql<number>`${sql.lit(now)}`.as('created_at'),
  ] as const

/**
 * That a follower wants a post's category, and that nobody is queued a mail in vain: a visitor may read what is public.
 * Who may read the post is decided once more, and for good, when the mail is sent.
 */
export const fits = (isOpen: boolean): RawBuilder<SqlBool> => sql`
  (followers.categories is null or followers.categories like '%"' || posts.category || '"%')
  and (followers.user_id is not null or ${isOpen ? sql`posts.audience = 'public'` : sql`1 = 0`})`

/** That this post was in no mail to the follower. */
export const isNew: RawBuilder<SqlBool> = sql`not exists (
  select 1 from delivery_posts where delivery_posts.follower_id = followers.id and delivery_posts.post_id = posts.id)`
