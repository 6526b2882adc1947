import type { Audience } from '#platform/contract/audiences.ts'
import type { Category } from '#site/contract/category-names.ts'
import { FEED_SIZE } from '#posts/contract/post-limits.ts'
import { isReadable } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'

interface Wanted {
  readonly audience: Audience
  readonly category?: Category | undefined
}

/** Lists the newest posts that the audience may read, with their whole text. */
export const listFeedPosts = (db: Database, { audience, category }: Wanted) =>
  db
    .selectFrom('posts')
    .leftJoin('users', 'users.id', 'posts.author_id')
    .select(['posts.id', 'title', 'slug', 'category', 'content', 'image_url', 'audience'])
    .select(['posts.created_at', 'posts.updated_at', 'users.username', 'users.display_name'])
    .where(isReadable(audience))
    .$if(category !== undefined, (query) => query.where('category', '=', category ?? ''))
    .orderBy('posts.created_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(FEED_SIZE)
    .$narrowType<{ audience: Audience }>()
    .execute()

export type FeedPost = Awaited<ReturnType<typeof listFeedPosts>>[number]
