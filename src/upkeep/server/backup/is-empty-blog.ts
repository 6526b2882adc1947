import type { Database } from '#platform/database/database.ts'

/** Returns true without accounts and posts. Reads only tables and columns that every schema version has. */
export async function isEmptyBlog(db: Database): Promise<boolean> {
  const users = await db.selectFrom('users').select('id').limit(1).execute()
  const posts = await db.selectFrom('posts').select('id').limit(1).execute()
  return users.length + posts.length === 0
}
