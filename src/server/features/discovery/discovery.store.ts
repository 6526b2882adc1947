import { FEED_SIZE, SITEMAP_SIZE } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import { countRows } from '#server/features/count-rows.ts'

/** The newest posts, whole. */
export async function listFeedPosts(db: Database) {
  return db
    .selectFrom('posts')
    .leftJoin('users', 'users.id', 'posts.author_id')
    .select(['posts.id', 'title', 'slug', 'category', 'content', 'posts.created_at', 'posts.updated_at'])
    .select(['users.username', 'users.display_name'])
    .orderBy('posts.created_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(FEED_SIZE)
    .execute()
}
export type FeedPost = Awaited<ReturnType<typeof listFeedPosts>>[number]

/** Slug and last change of the posts of one sitemap, oldest first, so that a full sitemap stays as it is. */
export async function listPostAddresses(db: Database, sitemap: number) {
  // The index alone is read for the rows that are skipped.
  const page = db
    .selectFrom('posts')
    .select('posts.seq')
    .orderBy('posts.created_at')
    .orderBy('posts.seq')
    .limit(SITEMAP_SIZE)
    .offset((sitemap - 1) * SITEMAP_SIZE)
  return (
    db
      .selectFrom(page.as('page'))
      // With an inner join SQLite would read all posts and look each up in the page.
      .crossJoin('posts')
      .whereRef('posts.seq', '=', 'page.seq')
      .select(['posts.slug', 'posts.updated_at'])
      .orderBy('posts.created_at')
      .orderBy('posts.seq')
      .execute()
  )
}

/** At least one. */
export async function countSitemaps(db: Database, now: number): Promise<number> {
  const { total } = await countRows(db, 'posts', now)
  return Math.max(1, Math.ceil(total / SITEMAP_SIZE))
}
