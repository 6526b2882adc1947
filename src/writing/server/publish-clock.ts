import { setTimeout as sleep } from 'node:timers/promises'
import type { PostEvents } from './post-events.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import type { Database } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'
import { tryEach } from '#platform/process/try-each.ts'
import { findDeskPost } from '#posts/server/index.ts'
import { findNextPublication, listDueIds, publishPost } from './publish-post.store.ts'
import { writePosts } from './write-posts.ts'

export interface PublishClockParts {
  readonly db: Database
  readonly write: ChangeFeed['write']
  readonly logger: Logger
  readonly now: () => number
  readonly events?: PostEvents | undefined
  readonly checkEveryMs?: number
}

/** Interval of reading the planned posts: another process may have planned one, or died before it could publish one. */
const CHECK_EVERY_MS = 5000
/** Maximum wait for a running check when the process stops: the database may not respond. */
const STOP_WAIT_MS = 2000

/** Publishes planned posts at their time. All processes run it; the first to check publishes. @returns a function that stops it */
export function startPublishClock(parts: PublishClockParts): () => Promise<void> {
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isFailing = false
  const check = async () => {
    let next: number | null = null
    try {
      next = await publishAndFindNext(parts)
      isFailing = false
    } catch (error) {
      // Logged once per outage, as the next check is seconds away.
      if (!isFailing) parts.logger.error({ err: error }, 'publishing planned posts failed; it is tried again every few seconds')
      isFailing = true
    }
    if (isStopped) return
    const waitMs = Math.min(parts.checkEveryMs ?? CHECK_EVERY_MS, Math.max(0, (next ?? Infinity) - parts.now()))
    timer = setTimeout(() => (running = check()), waitMs).unref()
  }
  running = check()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await Promise.race([running, sleep(STOP_WAIT_MS, undefined, { ref: false })])
  }
}

/** @returns when the next post is due, in ms; null if none is planned */
async function publishAndFindNext(parts: PublishClockParts): Promise<number | null> {
  await publishDuePosts(parts)
  return findNextPublication(parts.db)
}

/** Publishes all due posts. If several processes run it, the others wait for the first transaction and then skip the post. @returns the ids */
export async function publishDuePosts({
  db,
  write,
  logger,
  now,
  events,
}: Omit<PublishClockParts, 'logger'> & { readonly logger: Pick<Logger, 'info'> }): Promise<readonly string[]> {
  const posts: string[] = []
  const publish = (id: string) =>
    writePosts(write, [], async (trx) => {
      const post = await findDeskPost(trx, id)
      if (post?.state !== 'planned' || post.created_at > now()) return
      await publishPost(trx, post, { updated_at: post.created_at })
      // Also announces a post that is late because no process was running.
      await events?.onPublished(trx, { postId: id, publishedAt: now(), now: now() })
      posts.push(id)
    })
  try {
    await tryEach(await listDueIds(db, now()), publish)
  } finally {
    if (posts.length > 0) logger.info({ posts }, 'planned posts published')
  }
  return posts
}
