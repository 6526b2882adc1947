import { sql } from 'kysely'
import type { AnnouncedPost, DeliveriesState } from '#following/contract/deliveries.endpoints.ts'
import type { MailState } from '#migrations/schema.ts'
import { isReadable } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import { findServerProblem } from '#platform/mail/mail-pace.store.ts'
import { MAIL_TTL_MS } from '#platform/mail/outbox.store.ts'
import { GIVE_UP_AFTER_MS } from '#following/server/queue/queue-reply-mail.ts'
import { toIso } from '#platform/contract/format-date.ts'

const POSTS_MAX = 10
const FAILURES_MAX = 10

export async function readDeliveries(db: Database, now: number): Promise<DeliveriesState> {
  const count = (state: MailState) => countState(db, state)
  const [sent, waiting, sending, failed, pause, failures, posts] = await Promise.all([
    count('sent'),
    count('waiting'),
    count('sending'),
    count('failed'),
    findServerProblem(db),
    listFailures(db),
    listPosts(db, { now }),
  ])
  return {
    sent,
    waiting: waiting + sending,
    failed,
    pause: pause && { problem: pause.problem, until: toIso(pause.nextAt) },
    failures,
    posts,
  }
}

async function countState(db: Database, state: MailState): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('follower_id', 'is not', null)
    .where('state', '=', state)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function listFailures(db: Database): Promise<DeliveriesState['failures']> {
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('followers', 'followers.id', 'outbox.follower_id')
    .leftJoin('users', 'users.id', 'followers.user_id')
    .select(['outbox.id', 'outbox.problem', 'outbox.ended_at', sql<string>`coalesce(followers.email, users.email)`.as('email')])
    .where('state', '=', 'failed')
    .orderBy('next_attempt_at', 'desc')
    .orderBy('outbox.id', 'desc')
    .limit(FAILURES_MAX)
    .execute()
  return rows.map((row) => ({ _id: row.id, email: row.email, problem: row.problem ?? '', failedAt: toIso(row.ended_at ?? 0) }))
}

/** Lists posts that are mailed, newest first, or that one post. */
export async function listPosts(
  db: Database,
  { now, postId }: { readonly now: number; readonly postId?: string },
): Promise<AnnouncedPost[]> {
  const rows = await db
    .selectFrom('announcements')
    .innerJoin('posts', 'posts.id', 'announcements.post_id')
    .select(['posts.id', 'posts.title', 'posts.slug', 'announcements.due_at', 'announcements.queued_at'])
    .where('announcements.due_at', '>', now - MAIL_TTL_MS)
    .where(isReadable('admins'))
    .$if(postId !== undefined, (query) => query.where('announcements.post_id', '=', postId ?? ''))
    .orderBy('announcements.due_at', 'desc')
    .orderBy('announcements.post_id', 'desc')
    .limit(POSTS_MAX)
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const counts = await db
    .selectFrom('mailed_posts')
    .innerJoin('outbox', 'outbox.id', 'mailed_posts.mail_id')
    .select((eb) => ['mailed_posts.post_id', 'outbox.state', eb.fn.countAll<number>().as('count')])
    .where('mailed_posts.post_id', 'in', ids)
    .groupBy(['mailed_posts.post_id', 'outbox.state'])
    .execute()
  const countOf = (id: string, ...states: MailState[]) =>
    counts.filter((row) => row.post_id === id && states.includes(row.state)).reduce((sum, row) => sum + Number(row.count), 0)
  return rows.map(({ id, title, slug, due_at: dueAt, queued_at: queuedAt }) => ({
    _id: id,
    title,
    slug,
    dueAt: toIso(dueAt),
    isQueued: queuedAt !== null,
    sent: countOf(id, 'sent'),
    waiting: countOf(id, 'waiting', 'sending'),
    failed: countOf(id, 'failed'),
  }))
}

/** Queues failed mails again, as if they were new. */
export async function retryFailed(trx: Database, now: number): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ state: 'waiting', attempts: 0, problem: null, next_attempt_at: now, give_up_at: now + GIVE_UP_AFTER_MS, ended_at: null })
    .where('state', '=', 'failed')
    .where('follower_id', 'is not', null)
    .execute()
}

/** Cancels the pending mails about a post. A mail that is being sent still goes out. Call within a transaction. */
export async function cancelMailsOfPost(trx: Database, postId: string, now: number): Promise<void> {
  await trx.deleteFrom('announcements').where('post_id', '=', postId).execute()
  const ofPost = trx.selectFrom('mailed_posts').select('mail_id').where('post_id', '=', postId)
  await trx
    .updateTable('outbox')
    .set({ state: 'dropped', ended_at: now })
    .where('kind', '=', 'post')
    .where('state', '=', 'waiting')
    .where('id', 'in', ofPost)
    .execute()
  // A pending digest is sent without this post.
  const waitingDigests = trx
    .selectFrom('outbox')
    .innerJoin('mailed_posts', 'mailed_posts.mail_id', 'outbox.id')
    .select('outbox.id')
    .where('mailed_posts.post_id', '=', postId)
    .where('outbox.kind', '=', 'digest')
    .where('outbox.state', '=', 'waiting')
  await trx.deleteFrom('mailed_posts').where('post_id', '=', postId).where('mail_id', 'in', waitingDigests).execute()
}

/** Deletes old announcements. Digests reach back only ten days, so no post is mailed twice. */
export async function deleteOldAnnouncements(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('announcements')
    .where('due_at', '<=', now - MAIL_TTL_MS)
    .execute()
}
