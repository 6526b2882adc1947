import { FEED_SIZE, SITEMAP_SIZE } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import { countRows, findPageStart } from '#server/platform/database/tallies.ts'

/** The newest posts, whole. */
export async function listFeedPosts(db: Database) {
  return db
    .selectFrom('posts')
    .select(['id', 'title', 'slug', 'category', 'content', 'created_at', 'updated_at'])
    .orderBy('created_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(FEED_SIZE)
    .execute()
}
export type FeedPost = Awaited<ReturnType<typeof listFeedPosts>>[number]

/** Where the posts of one sitemap are and when they last changed, the oldest first: so a sitemap that is full stays as it is. */
export async function listPostAddresses(db: Database, sitemap: number) {
  const start = await findPageStart(db, 'posts', { startIndex: (sitemap - 1) * SITEMAP_SIZE, sort: 'asc' })
  return db
    .selectFrom('posts')
    .select(['slug', 'updated_at'])
    .$if(start.from !== null, (query) => query.where('created_at', '>=', start.from ?? 0))
    .$if(start.before !== null, (query) => query.where('created_at', '<', start.before ?? 0))
    .orderBy('created_at')
    .orderBy('seq')
    .limit(SITEMAP_SIZE)
    .offset(start.skip)
    .execute()
}

/** How many sitemaps the posts fill; one while there are none. */
export async function countSitemaps(db: Database, now: number): Promise<number> {
  const { total } = await countRows(db, 'posts', { now })
  return Math.max(1, Math.ceil(total / SITEMAP_SIZE))
}
