import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { POST_CADENCES } from '#newsletter/contract/cadences.ts'
import type { Schema } from '#migrations/schema.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { type Database, type DatabaseTransaction, lockInTransaction } from '#platform/database/database.ts'
import { tryEach } from '#platform/process/try-each.ts'
import { MAIL_PRIORITY } from '#platform/mail/outbox.ts'
import { MAIL_TTL_MS } from '#platform/mail/outbox.store.ts'
import { isBlogClosed, isReadable } from '#site/server/index.ts'

/** A post whose mails are overdue by this long, because no process ran, goes into the next digest instead. */
const AT_ONCE_MAX_AGE_MS = DAY_MS
/** Maximum age of posts in a digest, so that nobody is mailed old posts after a long outage. */
export const DIGEST_MAX_AGE_MS = 10 * DAY_MS
/** A digest must not miss a post that is being queued. */
const QUEUE_LOCK = 'mails of posts'
const DUE_MAX = 1000

/** Queues the mails about all posts that are due; it runs every few seconds, and so reads no posts that were mailed long ago. @returns the ids of the posts */
export async function queuePosts(db: Database, now: number): Promise<string[]> {
  const queued: string[] = []
  const due = await db
    .selectFrom('posts')
    .select('id')
    .where('mailed_at', 'is', null)
    .where('mail_at', '>', now - MAIL_TTL_MS)
    .where('mail_at', '<=', now)
    .where(isReadable('admins'))
    .orderBy('mail_at')
    .orderBy('id')
    .limit(DUE_MAX)
    .execute()
  await tryEach(due, async ({ id }) => {
    if (await db.transaction().execute((trx) => queuePost(trx, id, now))) queued.push(id)
  })
  return queued
}

/** Queues the mails about one post, and records it in the same transaction. @returns false if another process did so first */
async function queuePost(trx: DatabaseTransaction, id: string, now: number): Promise<boolean> {
  await lockInTransaction(trx, QUEUE_LOCK)
  const taken = await trx
    .updateTable('posts')
    .set({ mailed_at: now })
    .where('id', '=', id)
    .where('mailed_at', 'is', null)
    .where(isReadable('admins'))
    .returning('mail_at')
    .executeTakeFirst()
  if (!taken?.mail_at) return false
  if (taken.mail_at <= now - AT_ONCE_MAX_AGE_MS) return true
  const news = (await selectNews(trx)).where('posts.id', '=', id).where('followers.posts', '=', 'at_once')
  await queueNews(trx, { kind: 'post', mailId: sql<string>`'post:' || posts.id || ':' || followers.id`, news, now })
  return true
}

interface Digest {
  /** When the digest was due. It contains the posts that were to be mailed until then. */
  readonly at: number
  readonly now: number
}

/**
 * Queues a mail for each follower with something new, however many Sundays were missed. Followers who are mailed at once also
 * get one, for posts that they missed: by changing the cadence, or while no process ran.
 */
export async function queueDigests(db: Database, { at, now }: Digest): Promise<void> {
  const due = db.selectFrom('followers').select('id').where('posts', 'in', POST_CADENCES).where('digest_through', '<', at)
  if (!(await due.limit(1).executeTakeFirst())) return
  await db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, QUEUE_LOCK)
    const news = (await selectNews(trx))
      .where('posts.mailed_at', 'is not', null)
      .where('posts.mail_at', '>', at - DIGEST_MAX_AGE_MS)
      .where('posts.mail_at', '<=', at)
      .where('followers.posts', 'in', POST_CADENCES)
      .whereRef('followers.digest_through', '<', 'posts.mail_at')
    await queueNews(trx, {
      kind: 'digest',
      mailId: sql<string>`'digest:' || cast(${sql.lit(at)} as text) || ':' || followers.id`,
      news,
      now,
    })
    await trx
      .updateTable('followers')
      .set({ digest_through: at })
      .where('posts', 'in', POST_CADENCES)
      .where('digest_through', '<', at)
      .execute()
  })
}

type News = SelectQueryBuilder<Schema, 'posts' | 'followers', object>

/** Selects posts with each follower who may read them and has not got them. */
async function selectNews(trx: Database): Promise<News> {
  const isOpen = !(await isBlogClosed(trx))
  return trx
    .selectFrom('posts')
    .innerJoin('followers', (join) => join.onTrue())
    .where('followers.confirmed_at', 'is not', null)
    .where(mayReceivePost(isOpen))
    .where(isNotYetMailed)
}

interface NewMails {
  readonly kind: 'post' | 'digest'
  /** Derived from what the mail is about, so that no process queues it a second time. */
  readonly mailId: RawBuilder<string>
  readonly news: News
  readonly now: number
}

async function queueNews(trx: Database, { kind, mailId, news, now }: NewMails): Promise<void> {
  const at = sql<number>`${sql.lit(now)}`
  await trx
    .insertInto('outbox')
    .columns(['id', 'follower_id', 'kind', 'priority', 'next_attempt_at', 'created_at'])
    .expression(
      news
        .select([mailId.as('id'), 'followers.id as follower_id', sql<typeof kind>`${sql.lit(kind)}`.as('kind')])
        .select([sql<number>`${sql.lit(MAIL_PRIORITY.newsletter)}`.as('priority'), at.as('next_attempt_at'), at.as('created_at')])
        .distinct(),
    )
    .onConflict((conflict) => conflict.column('id').doUpdateSet(queuedAgain(now)).where('outbox.state', '=', 'dropped'))
    .execute()
  await trx
    .insertInto('deliveries')
    .columns(['follower_id', 'post_id', 'mail_id'])
    .expression(
      news
        .innerJoin('outbox', (join) => join.on('outbox.id', '=', mailId).on('outbox.state', '=', 'waiting'))
        .select(['followers.id as follower_id', 'posts.id as post_id', 'outbox.id as mail_id']),
    )
    .onConflict((conflict) => conflict.columns(['follower_id', 'post_id']).doNothing())
    .execute()
}

/** A mail that was dropped, because its reader could not read what it brings, or that failed. */
export const queuedAgain = (now: number) =>
  ({ state: 'waiting', attempts: 0, problem: null, refused_at: null, next_attempt_at: now, ended_at: null }) as const

/**
 * SQL condition: the post is published, and the follower may read it. Others are not recorded as mailed, so that
 * they get the post when its audience is widened. The permission is checked again when the mail is sent.
 */
const mayReceivePost = (isOpen: boolean): RawBuilder<SqlBool> => sql`
  ${isReadable('admins')} and case when followers.user_id is null then ${isOpen ? sql`posts.audience = 'public'` : sql`1 = 0`}
    else exists (select 1 from users where users.id = followers.user_id and (users.is_admin = 1
      or (posts.audience in ('public', 'family') and users.is_family = 1)${isOpen ? sql` or posts.audience = 'public'` : sql``})) end`

/** SQL condition: no mail has brought the follower this post. */
const isNotYetMailed: RawBuilder<SqlBool> = sql`not exists (
  select 1 from deliveries where deliveries.follower_id = followers.id and deliveries.post_id = posts.id)`
