import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises'
import { POSTS_TAG } from '#platform/cache/cache-tags.ts'
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
const RETRY_MS = 60_000

interface IndexingParts {
  readonly db: Database
  readonly write: ChangeFeed['write']
  readonly logger: Logger
}

/** Rebuilds the index while the blog serves. @returns a function that stops it */
export function startIndexing({ db, write, logger }: IndexingParts): () => Promise<void> {
  const ending = new AbortController()
  const { signal } = ending
  const run = async (): Promise<void> => {
    try {
      // Cached searches know the posts that were in the index.
      if ((await rebuildIndex(db, logger, signal)) > 0) await write(async (_, invalidate) => invalidate(POSTS_TAG))
    } catch (error) {
      logger.error({ err: error }, 'search index not built; it is tried again in a minute')
      await sleep(RETRY_MS, undefined, { signal, ref: false }).then(run, () => {})
    }
  }
  const running = run()
  return () => {
    ending.abort()
    return running
  }
}

/**
 * Indexes all posts, newest first, if the index is missing or of another version, after an upgrade or a restore. Posts that
 * are not indexed yet are found by their words of the version before. Resumes an interrupted run; several processes may run it
 * at once. Posts published meanwhile are indexed as usual.
 * @returns the number of indexed posts
 */
export async function rebuildIndex(db: Database, logger: Pick<Logger, 'info'>, signal?: AbortSignal): Promise<number> {
  let indexed = 0
  while (signal?.aborted !== true) {
    const count = await indexBatch(db)
    if (count === null) break
    indexed += count
    if (indexed > 0 && indexed % 10_000 === 0) logger.info({ posts: indexed }, 'search index in progress')
  }
  if (indexed > 0 && signal?.aborted !== true) logger.info({ posts: indexed }, 'search index built')
  return indexed
}

/** @returns the number of indexed posts; null when the index is complete */
async function indexBatch(db: Database): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, 'search index')
    const state = await trx.selectFrom('search_state').select('indexed_to').where('version', '=', SEARCH_VERSION).executeTakeFirst()
    if (state?.indexed_to === DONE) return null
    const indexedTo = state?.indexed_to ?? Number.MAX_SAFE_INTEGER
    if (!state) {
      await trx.deleteFrom('search_state').execute()
      await trx.insertInto('search_state').values({ version: SEARCH_VERSION, indexed_to: indexedTo }).execute()
    }
    const posts = await trx
      .selectFrom('posts')
      .select(['seq', 'title', 'content'])
      .where('seq', '<', indexedTo)
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
      .execute()
    return words.length
  })
}
