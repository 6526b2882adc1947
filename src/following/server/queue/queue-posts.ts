import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { DAY_MS } from '#platform/contract/limits.ts'
import type { Database, DatabaseTransaction } from '#platform/database/database.ts'
import { lockInTransaction } from '#platform/database/database.ts'
import { GIVE_UP_AFTER_MS } from './queue-reply-mail.ts'
import { tryEach } from '#platform/process/try-each.ts'
import { MAIL_PRIORITY } from '#platform/mail/outbox.ts'
import { isBlogClosed, isReadable } from '#site/server/index.ts'

/** A post whose mails are overdue by this long, because no process ran, goes into the next digest instead. */
const AT_ONCE_MAX_AGE_MS = DAY_MS
/** Serialises the queueing of mails about posts: a digest must not miss a post that is being queued. */
export const QUEUE_LOCK = 'mails of posts'

const DUE_MAX = 1000

/** Queues the mails about all posts whose announcement is due. @returns the ids of the posts */
export async function queuePosts(db: Database, now: number): Promise<string[]> {
  const queued: string[] = []
  const due = await db
    .selectFrom('announcements')
    .select('post_id')
    .where('queued_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('post_id')
    .limit(DUE_MAX)
    .execute()
  await tryEach(due, async ({ post_id: postId }) => {
    if (await db.transaction().execute((trx) => queuePost(trx, { postId, now }))) queued.push(postId)
  })
  return queued
}

/** Queues the mails about one post, and records it in the same transaction. @returns false if another process did so first */
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
    .insertInto('outbox')
    .columns(['id', 'follower_id', 'kind', 'priority', 'next_attempt_at', 'give_up_at', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('followers')
        .innerJoin('posts', (join) => join.on('posts.id', '=', postId))
        .where('followers.posts', '=', 'at_once')
        .where('followers.confirmed_at', 'is not', null)
        .where(mayReceivePost(isOpen))
        .where(isNotYetMailed)
        .select([
          sql<string>`'post:' || posts.id || ':' || followers.id`.as('id'),
          'followers.id as follower_id',
          ...newMailColumns('post', now),
        ]),
    )
    .onConflict((conflict) => conflict.column('id').doUpdateSet(queuedAgain(now)).where('outbox.state', '=', 'dropped'))
    .execute()
  await trx
    .insertInto('mailed_posts')
    .columns(['follower_id', 'post_id', 'mail_id'])
    .expression((eb) =>
      eb
        .selectFrom('followers')
        .innerJoin('outbox', (join) => join.on('outbox.id', '=', sql<string>`'post:' || cast(${postId} as text) || ':' || followers.id`))
        .where('followers.posts', '=', 'at_once')
        .where('outbox.state', '=', 'waiting')
        .select(['followers.id as follower_id', sql<string>`cast(${postId} as text)`.as('post_id'), 'outbox.id as mail_id']),
    )
    .onConflict((conflict) => conflict.columns(['follower_id', 'post_id']).doNothing())
    .execute()
  return true
}

/** A mail that was dropped, because its reader could not read the post then. */
const queuedAgain = (now: number) =>
  ({ state: 'waiting', attempts: 0, problem: null, next_attempt_at: now, give_up_at: now + GIVE_UP_AFTER_MS, ended_at: null }) as const

/** `kind`, `priority`, `next_attempt_at`, `give_up_at` and `created_at` of new mails, in this order. */
export const newMailColumns = (kind: 'post' | 'digest', now: number) =>
  [
    sql<'post' | 'digest'>`${sql.lit(kind)}`.as('kind'),
    sql<number>`${sql.lit(MAIL_PRIORITY.newsletter)}`.as('priority'),
    sql<number>`${sql.lit(now)}`.as('next_attempt_at'),
    sql<number>`${sql.lit(now + GIVE_UP_AFTER_MS)}`.as('give_up_at'),
    sql<number>`${sql.lit(now)}`.as('created_at'),
  ] as const

/**
 * SQL condition: the post is published, and the follower may read it. Others are not recorded as mailed, so that
 * they get the post when its audience is widened. The permission is checked again when the mail is sent.
 */
export const mayReceivePost = (isOpen: boolean): RawBuilder<SqlBool> => sql`
  ${isReadable('admins')} and case when followers.user_id is null then ${isOpen ? sql`posts.audience = 'public'` : sql`1 = 0`}
    else exists (select 1 from users where users.id = followers.user_id and (users.is_admin = 1
      or (posts.audience in ('public', 'family') and users.is_family = 1)${isOpen ? sql` or posts.audience = 'public'` : sql``})) end`

/** SQL condition: no mail to the follower has contained this post. */
export const isNotYetMailed: RawBuilder<SqlBool> = sql`not exists (
  select 1 from mailed_posts where mailed_posts.follower_id = followers.id and mailed_posts.post_id = posts.id)`
