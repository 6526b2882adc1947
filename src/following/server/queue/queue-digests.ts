import { sql } from 'kysely'
import { POST_CADENCES } from '#following/contract/cadences.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { type HourOfDay, lastTimeIn } from '#platform/contract/time-zone.ts'
import { type Database, type DatabaseTransaction, lockInTransaction } from '#platform/database/database.ts'
import { GIVE_UP_AFTER_MS } from './queue-reply-mail.ts'
import { MAIL_PRIORITY } from '#platform/mail/outbox.ts'
import { isBlogClosed, isLive, isNotInTrash } from '#site/server/index.ts'
import { mayReceivePost, isNotYetMailed, QUEUE_LOCK, newMailColumns } from './queue-posts.ts'

/** Maximum age of posts in a digest, so that nobody is mailed old posts after a long outage. */
export const DIGEST_MAX_AGE_MS = 10 * DAY_MS
const SUNDAY = 0

/** Queues the mails that are due: one for each follower with something new, however many times were missed. */
export async function queueDigests(db: Database, time: HourOfDay): Promise<void> {
  const { now } = time
  await queuePostDigests(db, { at: lastTimeIn(time, SUNDAY), now })
  await queueComments(db, { at: lastTimeIn(time), now })
}

interface Digest {
  /** When the digest was due. It contains the posts announced until then. */
  readonly at: number
  readonly now: number
}

/**
 * Followers who are mailed at once also get one on Sunday, for posts that they missed: by changing the cadence, or while no
 * process ran.
 */
async function queuePostDigests(db: Database, digest: Digest): Promise<void> {
  const { at } = digest
  const isDue = await db
    .selectFrom('followers')
    .select('id')
    .where('posts', 'in', POST_CADENCES)
    .where('digest_through', '<', at)
    .limit(1)
    .executeTakeFirst()
  if (!isDue) return
  await db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, QUEUE_LOCK)
    const isOpen = !(await isBlogClosed(trx))
    await trx
      .insertInto('outbox')
      .columns(['id', 'follower_id', 'kind', 'priority', 'next_attempt_at', 'give_up_at', 'created_at'])
      .expression(
        newPosts(trx, digest, isOpen)
          .select([digestId(at).as('id'), 'followers.id as follower_id', ...newMailColumns('digest', digest.now)])
          .distinct(),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    await trx
      .insertInto('mailed_posts')
      .columns(['follower_id', 'post_id', 'mail_id'])
      .expression(
        newPosts(trx, digest, isOpen)
          .innerJoin('outbox', (join) => join.on('outbox.id', '=', digestId(at)))
          .select(['followers.id as follower_id', 'posts.id as post_id', 'outbox.id as mail_id']),
      )
      .onConflict((conflict) => conflict.columns(['follower_id', 'post_id']).doNothing())
      .execute()
    await trx
      .updateTable('followers')
      .set({ digest_through: at })
      .where('posts', 'in', POST_CADENCES)
      .where('digest_through', '<', at)
      .execute()
  })
}

const digestId = (at: number) => sql<string>`'digest:' || cast(${sql.lit(at)} as text) || ':' || followers.id`

/** Selects followers whose digest is due, with each post that is new to them. */
const newPosts = (trx: DatabaseTransaction, { at }: Digest, isOpen: boolean) =>
  trx
    .selectFrom('announcements')
    .innerJoin('posts', 'posts.id', 'announcements.post_id')
    .innerJoin('followers', (join) =>
      join
        .on('followers.posts', 'in', POST_CADENCES)
        .onRef('followers.digest_through', '<', 'announcements.due_at')
        .on('followers.digest_through', '<', at),
    )
    .where('announcements.queued_at', 'is not', null)
    .where('announcements.due_at', '>', at - DIGEST_MAX_AGE_MS)
    .where('announcements.due_at', '<=', at)
    .where('followers.confirmed_at', 'is not', null)
    .where(mayReceivePost(isOpen))
    .where(isNotYetMailed)

/** Comments are committed within a minute of their date, so after this delay no mail misses one. */
const COMMENT_COMMIT_MS = 60_000

/** Queues a daily mail for each admin who wants one, if there were comments since the last one. */
async function queueComments(db: Database, { at, now }: Digest): Promise<void> {
  if (now < at + COMMENT_COMMIT_MS) return
  const due = db.selectFrom('followers').select('id').where('comments', '=', 1).where('comments_through', '<', at)
  if (!(await due.limit(1).executeTakeFirst())) return
  await db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, QUEUE_LOCK)
    await trx
      .insertInto('outbox')
      .columns(['id', 'follower_id', 'kind', 'priority', 'next_attempt_at', 'give_up_at', 'created_at', 'since'])
      .expression((eb) =>
        eb
          .selectFrom('followers')
          .where('comments', '=', 1)
          .where('comments_through', '<', at)
          .where((inner) =>
            inner.exists(
              inner
                .selectFrom('comments')
                .select('comments.id')
                .whereRef('comments.created_at', '>', 'followers.comments_through')
                .where('comments.created_at', '<=', at)
                .where(isLive())
                .where(isNotInTrash()),
            ),
          )
          .select([
            sql<string>`'comments:' || cast(${sql.lit(at)} as text) || ':' || followers.id`.as('id'),
            'followers.id as follower_id',
            sql<'comments'>`'comments'`.as('kind'),
            sql<number>`${sql.lit(MAIL_PRIORITY.low)}`.as('priority'),
            sql<number>`${sql.lit(now)}`.as('next_attempt_at'),
            sql<number>`${sql.lit(now + GIVE_UP_AFTER_MS)}`.as('give_up_at'),
            sql<number>`${sql.lit(at)}`.as('created_at'),
            'followers.comments_through as since',
          ]),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    await trx.updateTable('followers').set({ comments_through: at }).where('comments', '=', 1).where('comments_through', '<', at).execute()
  })
}
