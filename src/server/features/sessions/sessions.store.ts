import { createHash, randomBytes } from 'node:crypto'
import { SESSION_TTL_MS } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Session } from '#server/platform/http/api.ts'

const TOKEN_BYTES = 32
const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Begins a session. @returns the token, which is nowhere else, and when the session ends (ms) */
export async function createSession(db: Database, session: { userId: string; now: number }): Promise<{ token: string; expiresAt: number }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = session.now + SESSION_TTL_MS
  await db
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id: session.userId, created_at: session.now, expires_at: expiresAt })
    .execute()
  return { token, expiresAt }
}

/** The role is read with each request, so that taking it away works at once. */
export async function findSession(db: Database, token: string, now: number): Promise<Session | null> {
  const tokenHash = hashToken(token)
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.is_admin', 'sessions.expires_at'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  return { tokenHash, expiresAt: row.expires_at, viewer: { id: row.id, isAdmin: row.is_admin === 1 } }
}

/** Gives a session a new hour. @returns its new end (ms) */
export async function renewSession(db: Database, tokenHash: string, now: number): Promise<number> {
  const expiresAt = now + SESSION_TTL_MS
  await db.updateTable('sessions').set({ expires_at: expiresAt }).where('token_hash', '=', tokenHash).execute()
  return expiresAt
}

export async function endSession(db: Database, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

export async function deleteEndedSessions(db: Database, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}
