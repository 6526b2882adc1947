import type { Database } from '#server/platform/database/database.ts'

/** Nobody has an account here and nothing was written. Asks only for what every version of the schema has. */
export async function isEmptyBlog(db: Database): Promise<boolean> {
  const users = await db.selectFrom('users').select('id').limit(1).execute()
  const posts = await db.selectFrom('posts').select('id').limit(1).execute()
  return users.length + posts.length === 0
}
