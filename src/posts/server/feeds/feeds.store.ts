import type { Audience } from '#platform/contract/audiences.ts'
import type { Category } from '#platform/contract/categories.ts'
import { FEED_SIZE } from '#platform/contract/limits.ts'
import { isReadable } from '#site/server/index.ts'
import { isSamplePost, readSampleIds } from '#posts/server/sample-posts.ts'
import type { Database } from '#platform/database/database.ts'

interface Wanted {
  readonly audience: Audience
  readonly category?: Category | undefined
}

/** Lists the newest posts that the audience may read, with their whole text and without sample posts. */
export async function listFeedPosts(db: Database, wanted: Wanted) {
  const [posts, sampleIds] = await Promise.all([listNewest(db, wanted), readSampleIds(db)])
  return posts.filter((post) => !isSamplePost(post, sampleIds))
}
export type FeedPost = Awaited<ReturnType<typeof listFeedPosts>>[number]

const listNewest = (db: Database, { audience, category }: Wanted) =>
  db
    .selectFrom('posts')
    .leftJoin('users', 'users.id', 'posts.author_id')
    .select(['posts.id', 'title', 'slug', 'category', 'content', 'image_url', 'audience'])
    .select(['posts.created_at', 'posts.updated_at', 'posts.revision', 'users.username', 'users.display_name'])
    .where(isReadable(audience, 'posts'))
    .$if(category !== undefined, (query) => query.where('category', '=', category ?? ''))
    .orderBy('posts.created_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(FEED_SIZE)
    .execute()
