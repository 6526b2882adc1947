import { sql } from 'kysely'
import type { AnnouncedPost, DeliveriesState } from '#newsletter/contract/deliveries.endpoints.ts'
import type { MailState } from '#migrations/schema.ts'
import { isReadable } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import { findServerProblem } from '#platform/mail/mail-server.store.ts'
import { MAIL_TTL_MS } from '#platform/mail/outbox.store.ts'
import { queuedAgain } from '#newsletter/server/queue/queue-posts.ts'
import { toIso } from '#platform/contract/format-date.ts'

const POSTS_MAX = 10
const FAILURES_MAX = 10

export async function readDeliveries(db: Database, now: number): Promise<DeliveriesState> {
  const [counts, pause, failures, posts] = await Promise.all([
    db
      .selectFrom('outbox')
      .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
      .where('follower_id', 'is not', null)
      .groupBy('state')
      .execute(),
    findServerProblem(db),
    listFailures(db),
    listPosts(db, { now }),
  ])
  return { ...sumOf(counts), pause: pause && { problem: pause.problem, until: toIso(pause.nextAt) }, failures, posts }
}

function sumOf(counts: readonly { readonly state: MailState; readonly count: number }[]) {
  const of = (...states: MailState[]) =>
    counts.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + Number(count), 0)
  return { sent: of('sent'), waiting: of('waiting', 'sending'), failed: of('failed') }
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
    .selectFrom('posts')
    .select(['id', 'title', 'slug', 'mail_at', 'mailed_at'])
    .where('mail_at', '>', now - MAIL_TTL_MS)
    .where(isReadable('admins'))
    .$if(postId !== undefined, (query) => query.where('id', '=', postId ?? ''))
    .orderBy('mail_at', 'desc')
    .orderBy('id', 'desc')
    .limit(POSTS_MAX)
    .execute()
  if (rows.length === 0) return []
  const counts = await db
    .selectFrom('deliveries')
    .innerJoin('outbox', 'outbox.id', 'deliveries.mail_id')
    .select((eb) => ['deliveries.post_id', 'outbox.state', eb.fn.countAll<number>().as('count')])
    .where(
      'deliveries.post_id',
      'in',
      rows.map(({ id }) => id),
    )
    .groupBy(['deliveries.post_id', 'outbox.state'])
    .execute()
  return rows.map(({ id, title, slug, mail_at: dueAt, mailed_at: queuedAt }) => ({
    _id: id,
    title,
    slug,
    dueAt: toIso(dueAt ?? 0),
    isQueued: queuedAt !== null,
    ...sumOf(counts.filter(({ post_id: of }) => of === id)),
  }))
}

/** Queues failed mails again, as if they were new. */
export async function retryFailed(trx: Database, now: number): Promise<void> {
  await trx.updateTable('outbox').set(queuedAgain(now)).where('state', '=', 'failed').where('follower_id', 'is not', null).execute()
}

/** Cancels the pending mails about a post. A mail that is being sent still goes out. Call within a transaction. */
export async function cancelMailsOfPost(trx: Database, postId: string, now: number): Promise<void> {
  await trx.updateTable('posts').set({ mail_at: null, mailed_at: null }).where('id', '=', postId).execute()
  const waiting = (kind: 'post' | 'digest') =>
    trx
      .selectFrom('outbox')
      .innerJoin('deliveries', 'deliveries.mail_id', 'outbox.id')
      .select('outbox.id')
      .where('deliveries.post_id', '=', postId)
      .where('outbox.kind', '=', kind)
      .where('outbox.state', '=', 'waiting')
  await trx.updateTable('outbox').set({ state: 'dropped', ended_at: now }).where('id', 'in', waiting('post')).execute()
  // A pending digest is sent without this post.
  await trx.deleteFrom('deliveries').where('post_id', '=', postId).where('mail_id', 'in', waiting('digest')).execute()
}
