import { SITEMAP_SIZE } from '#posts/contract/post-limits.ts'
import type { Database } from '#platform/database/database.ts'
import { countPosts, isReadable } from '#site/server/index.ts'

const IS_PUBLIC = isReadable('public')

/** Lists the public posts of one sitemap, oldest first, so that a full sitemap no longer changes. */
export async function listPostAddresses(db: Database, sitemap: number) {
  // Skipped rows are read from the index alone.
  const page = db
    .selectFrom('posts')
    .select('posts.seq')
    .where(IS_PUBLIC)
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
      .select(['posts.id', 'posts.slug', 'posts.updated_at'])
      .orderBy('posts.created_at')
      .orderBy('posts.seq')
      .execute()
  )
}

/** Returns the number of sitemaps, at least one. */
export async function countSitemaps(db: Database, now: number): Promise<number> {
  const { total } = await countPosts(db, 'public', now)
  return Math.max(1, Math.ceil(total / SITEMAP_SIZE))
}
