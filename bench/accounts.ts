import { join } from 'node:path'
import { createSession } from '#server/features/sessions/sessions.store.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'

export const sqliteUrl = (dataDir: string): string => `sqlite:${join(dataDir, 'kindred.sqlite')}`

/** Works on a database that no blog needs to have open. */
export async function withDatabase<T>(databaseUrl: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(databaseUrl)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** A Cookie header for each of these users; signing in would take an argon2 each. */
export const createCookies = (databaseUrl: string, userIds: readonly string[]): Promise<string[]> =>
  withDatabase(databaseUrl, async (db) => {
    const cookies: string[] = []
    for (const userId of userIds) cookies.push(`session=${(await createSession(db, { userId, now: Date.now() })).token}`)
    return cookies
  })
