import { type Database, lockInTransaction } from '#server/platform/database/database.ts'
import { clearIndex, indexPost, SEARCH_VERSION } from '#server/platform/database/full-text.ts'
import type { Logger } from '#server/platform/logger.ts'
import { visibleText } from './features/posts/visible-text.ts'

const POSTS_AT_ONCE = 100
const DONE = Number.MAX_SAFE_INTEGER

/**
 * Makes the full-text index where there is none of this version: after an upgrade and after a restore. Goes on where
 * it was interrupted; several processes take turns. Posts that are written meanwhile are indexed as ever.
 */
export async function indexPosts(db: Database, logger: Pick<Logger, 'info'>): Promise<void> {
  let indexed = 0
  for (;;) {
    const count = await indexSomePosts(db)
    if (count === null) break
    indexed += count
    if (indexed > 0 && indexed % 10_000 === 0) logger.info({ posts: indexed }, 'posts are being indexed for the search')
  }
  if (indexed > 0) logger.info({ posts: indexed }, 'posts were indexed for the search')
}

/** @returns how many, or null when nothing is left to do */
async function indexSomePosts(db: Database): Promise<number | null> {
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
      .orderBy('seq')
      .limit(POSTS_AT_ONCE)
      .execute()
    for (const { seq, title, content } of posts) await indexPost(trx, { seq, title, text: visibleText(content) })
    const last = posts.length < POSTS_AT_ONCE ? undefined : posts.at(-1)
    await trx
      .updateTable('search_state')
      .set({ indexed_to: last?.seq ?? DONE })
      .execute()
    return posts.length
  })
}
