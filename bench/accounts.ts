import { join } from 'node:path'
import { createSession } from '#accounts/server/sessions/sessions.store.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'

export const sqliteUrl = (dataDir: string): string => `sqlite:${join(dataDir, 'kindred.sqlite')}`

/** Opens the database without starting the blog, and closes it afterwards. */
export async function withDatabase<T>(databaseUrl: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(databaseUrl)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Cookie headers of new sessions, without the argon2 hash of a sign-in. */
export const createCookies = (databaseUrl: string, userIds: readonly string[]): Promise<string[]> =>
  withDatabase(databaseUrl, async (db) => {
    const cookies: string[] = []
    for (const userId of userIds) cookies.push(`kindred-session=${(await createSession(db, { userId, now: Date.now() })).token}`)
    return cookies
  })
