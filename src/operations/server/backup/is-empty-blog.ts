import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'

/** Returns true without accounts and posts. Reads only tables and columns that every schema version has. */
export const isEmptyBlog = async (db: Database): Promise<boolean> => (await countUsers(db)) === 0 && (await hasNoPosts(db))

/** Returns true for a blog that has just been set up: without posts, and with no account but that of the first admin. */
export const isNewBlog = async (db: Database): Promise<boolean> => (await countUsers(db)) < 2 && (await hasNoPosts(db))

/** @throws conflict */
export async function requireNewBlog(db: Database): Promise<void> {
  if (!(await isNewBlog(db)))
    throw new AppError(
      'conflict',
      'There is a blog here already, and nothing was changed. A backup is put in place of a new blog, or on the command line: npm run blog -- restore FILE --force',
    )
}

const hasNoPosts = async (db: Database) => (await db.selectFrom('posts').select('id').limit(1).execute()).length === 0
/** Counts to two. */
const countUsers = async (db: Database) => (await db.selectFrom('users').select('id').limit(2).execute()).length
