import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises'
import { POSTS_TAG } from '#platform/cache/cache-tags.ts'
import { MINUTE_MS } from '#platform/contract/limits.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import { type Database, lockInTransaction, lockRows } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'
import { isReadable } from '#site/server/index.ts'
import { visibleText } from '#posts/contract/body-text.ts'
import { addTokens, addWords, type PostWords, SEARCH_VERSION } from './search-index.ts'

/** Writers wait for a batch: it ends at one of these. */
const BATCH_SIZE = 20
const BATCH_MS = 200
/** Numbers of posts are above. */
const DONE = 0
const RETRY_MS = MINUTE_MS
/** A process of another version may go on beside this one, during an upgrade, and index posts in its own way. */
const CHECK_MS = 5 * MINUTE_MS

interface IndexingParts {
  readonly db: Database
  readonly write: ChangeFeed['write']
  readonly logger: Logger
  /** How often to look whether another version has indexed posts, in ms. */
  readonly checkMs?: number
}

/** Rebuilds the index while the blog serves, also what another version indexes. @returns a function that stops it */
export function startIndexing({ db, write, logger, checkMs = CHECK_MS }: IndexingParts): () => Promise<void> {
  const ending = new AbortController()
  const { signal } = ending
  /** @returns the time until the next check, in ms */
  const check = async (isFirst: boolean): Promise<number> => {
    try {
      // Cached searches know the posts that were in the index.
      if ((await rebuildIndex(db, logger, { signal, isStart: isFirst })) > 0) await write(async (_, invalidate) => invalidate(POSTS_TAG))
      return checkMs
    } catch (error) {
      logger.error({ err: error }, 'search index not built; it is tried again in a minute')
      return RETRY_MS
    }
  }
  const run = async (): Promise<void> => {
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      await sleep(await check(isFirst), undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return () => {
    ending.abort()
    return running
  }
}

interface Rebuilding {
  readonly signal?: AbortSignal
  /** False for a later check, which leaves the index to a process of a newer version beside this one. Default: true. */
  readonly isStart?: boolean
}

/**
 * Indexes all posts, newest first, if the index is missing or of another version, after an upgrade or a restore. Posts that
 * are not indexed yet are found by their words of the version before. Resumes an interrupted run; several processes may run it
 * at once. Posts published meanwhile are indexed as usual.
 * @returns the number of indexed posts
 */
export async function rebuildIndex(
  db: Database,
  logger: Pick<Logger, 'info'>,
  { signal, isStart = true }: Rebuilding = {},
): Promise<number> {
  let indexed = 0
  await claimIndex(db, isStart)
  do {
    const count = await indexBatch(db)
    if (count === null) break
    indexed += count
    if (indexed > 0 && indexed % 10_000 === 0) logger.info({ posts: indexed }, 'search index in progress')
  } while (signal?.aborted !== true)
  if (indexed > 0 && signal?.aborted !== true) logger.info({ posts: indexed }, 'search index built')
  return indexed
}

/** Makes it an index of this version, of which nothing is indexed yet, unless it is one. */
const claimIndex = (db: Database, isStart: boolean): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, 'search index')
    const state = await trx.selectFrom('search_state').select('version').executeTakeFirst()
    const isNewer = state !== undefined && state.version > SEARCH_VERSION
    if (state?.version === SEARCH_VERSION || (isNewer && !isStart)) return
    await trx.deleteFrom('search_state').execute()
    await trx.insertInto('search_state').values({ version: SEARCH_VERSION, indexed_to: Number.MAX_SAFE_INTEGER }).execute()
  })

/** @returns the number of indexed posts; null when the index is complete, or of another version */
async function indexBatch(db: Database): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, 'search index')
    const state = await trx.selectFrom('search_state').select('indexed_to').where('version', '=', SEARCH_VERSION).executeTakeFirst()
    if (state === undefined || state.indexed_to === DONE) return null
    const posts = await trx
      .selectFrom('posts')
      .select(['seq', 'title', 'content'])
      .where('seq', '<', state.indexed_to)
      .where(isReadable('admins'))
      .orderBy('seq', 'desc')
      .limit(BATCH_SIZE)
      // Blocks changes and deletions until the posts are indexed.
      .$call(lockRows(trx, 'forShare'))
      .execute()
    const words: PostWords[] = []
    const begun = performance.now()
    let last: number = DONE
    for (const { seq, title, content } of posts) {
      words.push(await addTokens(trx, { seq, title, text: visibleText(content) }))
      // SQLite and the words keep the thread: requests run in between.
      await nextTick()
      last = seq
      if (performance.now() - begun > BATCH_MS) break
    }
    await addWords(trx, words)
    const isDone = posts.length < BATCH_SIZE && words.length === posts.length
    await trx
      .updateTable('search_state')
      .set({ indexed_to: isDone ? DONE : last })
      .where('version', '=', SEARCH_VERSION)
      // Another version has indexed a post meanwhile (`indexPost`).
      .where('indexed_to', '=', state.indexed_to)
      .execute()
    return words.length
  })
}
