import { type Database, lockInTransaction, lockRows } from '#platform/database/database.ts'
import type { Logger } from '#platform/process/logger.ts'
import { isReadable } from '#site/server/index.ts'
import { visibleText } from '#posts/contract/body-text.ts'
import { addTokens, addWords, clearIndex, type PostWords, SEARCH_VERSION } from './search-index.ts'

const BATCH_SIZE = 100
const DONE = Number.MAX_SAFE_INTEGER

/**
 * Builds the full-text index if it is missing or of another version, after an upgrade or a restore. Resumes an interrupted
 * run; several processes may run it at once. Posts published meanwhile are indexed as usual.
 */
export async function rebuildIndex(db: Database, logger: Pick<Logger, 'info'>): Promise<void> {
  let indexed = 0
  for (;;) {
    const count = await indexBatch(db)
    if (count === null) break
    indexed += count
    if (indexed > 0 && indexed % 10_000 === 0) logger.info({ posts: indexed }, 'search index in progress')
  }
  if (indexed > 0) logger.info({ posts: indexed }, 'search index built')
}

/** @returns the number of indexed posts; null when the index is complete */
async function indexBatch(db: Database): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, 'search index')
    const state = await trx.selectFrom('search_state').select('indexed_to').where('version', '=', SEARCH_VERSION).executeTakeFirst()
    if (state?.indexed_to === DONE) return null
    if (!state) {
      await clearIndex(trx)
      await trx.deleteFrom('search_state').execute()
      await trx.insertInto('search_state').values({ version: SEARCH_VERSION, indexed_to: 0 }).execute()
    }
    const posts = await trx
      .selectFrom('posts')
      .select(['seq', 'title', 'content'])
      .where('seq', '>', state?.indexed_to ?? 0)
      .where(isReadable('admins'))
      .orderBy('seq')
      .limit(BATCH_SIZE)
      // Blocks changes and deletions until the posts are indexed.
      .$call(lockRows(trx, 'forShare'))
      .execute()
    const words: PostWords[] = []
    for (const { seq, title, content } of posts) {
      words.push(await addTokens(trx, { seq, title, text: visibleText(content) }))
    }
    await addWords(trx, words)
    const last = posts.length < BATCH_SIZE ? undefined : posts.at(-1)
    await trx
      .updateTable('search_state')
      .set({ indexed_to: last?.seq ?? DONE })
      .execute()
    return posts.length
  })
}
