import type { Database } from '#platform/database/database.ts'
import { countAllPosts, countRows } from '#site/server/index.ts'
import type { BlogCounts } from '#upkeep/contract/restore.endpoints.ts'

/** What is in the blog, from the counters. */
export async function countPresent(db: Database, now: number): Promise<BlogCounts> {
  const [posts, comments, users] = await Promise.all([countAllPosts(db), countRows(db, 'comments', now), countRows(db, 'users', now)])
  return { posts, comments: comments.total, users: users.total }
}
