import { sql } from 'kysely'
import type { AnnouncedPost, DeliveriesState } from '#following/contract/deliveries.endpoints.ts'
import type { DeliveryState } from '#migrations/schema.ts'
import type { Database } from '#platform/database/database.ts'
import { GIVE_UP_AFTER_MS } from '#following/server/queue/queue-delivery.ts'
import { DELIVERIES_TTL_MS } from './deliveries.store.ts'
import { findServerProblem } from './mail-pace.store.ts'
import { toIso } from '#platform/contract/format-date.ts'

const POSTS_MAX = 10
const FAILURES_MAX = 10

export async function readDeliveries(db: Database, now: number): Promise<DeliveriesState> {
  const count = (state: DeliveryState) => countState(db, state)
  const [sent, waiting, sending, failed, pause, failures, posts] = await Promise.all([
    count('sent'),
    count('waiting'),
    count('sending'),
    count('failed'),
    findServerProblem(db),
    listFailures(db),
    listPosts(db, now),
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

async function countState(db: Database, state: DeliveryState): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', state)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function listFailures(db: Database): Promise<DeliveriesState['failures']> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('followers', 'followers.id', 'deliveries.follower_id')
    .leftJoin('users', 'users.id', 'followers.user_id')
    .select(['deliveries.id', 'problem', 'ended_at', sql<string>`coalesce(followers.email, users.email)`.as('email')])
    .where('state', '=', 'failed')
    .orderBy('next_attempt_at', 'desc')
    .orderBy('deliveries.id', 'desc')
    .limit(FAILURES_MAX)
    .execute()
  return rows.map((row) => ({ _id: row.id, email: row.email, problem: row.problem ?? '', failedAt: toIso(row.ended_at ?? 0) }))
}

async function listPosts(db: Database, now: number): Promise<AnnouncedPost[]> {
  const rows = await db
    .selectFrom('announcements')
    .innerJoin('posts', 'posts.id', 'announcements.post_id')
    .select(['posts.id', 'posts.title', 'posts.slug', 'announcements.due_at', 'announcements.queued_at'])
    .where('announcements.due_at', '>', now - DELIVERIES_TTL_MS)
    .orderBy('announcements.due_at', 'desc')
    .orderBy('announcements.post_id', 'desc')
    .limit(POSTS_MAX)
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const counts = await db
    .selectFrom('delivery_posts')
    .innerJoin('deliveries', 'deliveries.id', 'delivery_posts.delivery_id')
    .select((eb) => ['delivery_posts.post_id', 'deliveries.state', eb.fn.countAll<number>().as('count')])
    .where('delivery_posts.post_id', 'in', ids)
    .groupBy(['delivery_posts.post_id', 'deliveries.state'])
    .execute()
  const countOf = (id: string, ...states: DeliveryState[]) =>
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
    .updateTable('deliveries')
    .set({ state: 'waiting', attempts: 0, problem: null, next_attempt_at: now, give_up_at: now + GIVE_UP_AFTER_MS, ended_at: null })
    .where('state', '=', 'failed')
    .execute()
}

/** Cancels the pending mails about a post. A mail that is being sent still goes out. Call within a transaction. */
export async function cancelMailsOfPost(trx: Database, postId: string, now: number): Promise<void> {
  await trx.deleteFrom('announcements').where('post_id', '=', postId).execute()
  const ofPost = trx.selectFrom('delivery_posts').select('delivery_id').where('post_id', '=', postId)
  await trx
    .updateTable('deliveries')
    .set({ state: 'dropped', ended_at: now })
    .where('kind', '=', 'post')
    .where('state', '=', 'waiting')
    .where('id', 'in', ofPost)
    .execute()
  // A pending digest is sent without this post.
  const waitingDigests = trx
    .selectFrom('deliveries')
    .innerJoin('delivery_posts', 'delivery_posts.delivery_id', 'deliveries.id')
    .select('deliveries.id')
    .where('delivery_posts.post_id', '=', postId)
    .where('deliveries.kind', '=', 'digest')
    .where('deliveries.state', '=', 'waiting')
  await trx.deleteFrom('delivery_posts').where('post_id', '=', postId).where('delivery_id', 'in', waitingDigests).execute()
}
