import { FEED_SIZE, SITEMAP_MAX } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'

/** The newest posts, whole. */
export async function listFeedPosts(db: Database) {
  return db
    .selectFrom('posts')
    .select(['id', 'title', 'slug', 'category', 'content', 'created_at', 'updated_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(FEED_SIZE)
    .execute()
}
export type FeedPost = Awaited<ReturnType<typeof listFeedPosts>>[number]

/** Where every post is and when it last changed; the newest, should there be too many for one sitemap. */
export async function listPostAddresses(db: Database) {
  return db
    .selectFrom('posts')
    .select(['slug', 'updated_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SITEMAP_MAX)
    .execute()
}
