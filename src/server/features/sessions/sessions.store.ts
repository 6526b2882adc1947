import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { SESSION_SEEN_EVERY_MS, SESSION_TTL_MS } from '#contract/limits.ts'
import { AppError } from '#contract/errors.ts'
import type { Database } from '#server/platform/database/database.ts'
import { prepareQuery } from '#server/platform/database/prepared-query.ts'
import type { SessionsTable, UserRow } from '#server/platform/database/schema.ts'
import type { Session } from '#server/platform/http/call-endpoint.ts'
import { disabledMessage } from '#server/features/present-user.ts'

const TOKEN_BYTES = 32
const USER_AGENT_MAX_LENGTH = 300
const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Begins a session. @returns the token, which is nowhere else, and when the session ends (ms) */
export async function createSession(
  db: Database,
  session: { userId: string; now: number; userAgent?: string },
): Promise<{ token: string; expiresAt: number }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = session.now + SESSION_TTL_MS
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      id: randomUUID(),
      user_id: session.userId,
      user_agent: (session.userAgent ?? '').slice(0, USER_AGENT_MAX_LENGTH).replaceAll('\0', '').toWellFormed(),
      last_seen_at: session.now,
      created_at: session.now,
      expires_at: expiresAt,
    })
    .execute()
  return { token, expiresAt }
}

/**
 * Role and state are read with each request, so that taking the role away, or shutting the account, works at once.
 * @throws account_disabled
 */
export async function findSession(db: Database, token: string, now: number): Promise<Session | null> {
  const tokenHash = hashToken(token)
  const [row] = await findLiveSession(db, { tokenHash, now })
  if (!row) return null
  if (row.disabled_at !== null) throw new AppError('account_disabled', disabledMessage(row.disabled_reason))
  // Nobody waits for this note, and nobody is refused for want of it: reading goes on while nothing can be written.
  if (now - row.last_seen_at >= SESSION_SEEN_EVERY_MS) markSeen(db, tokenHash, now).catch(() => {})
  return { tokenHash, signedInAt: row.created_at, expiresAt: row.expires_at, viewer: { id: row.id, isAdmin: row.is_admin === 1 } }
}

type LiveSession = Pick<UserRow, 'id' | 'is_admin' | 'disabled_at' | 'disabled_reason'> &
  Pick<Selectable<SessionsTable>, 'created_at' | 'last_seen_at' | 'expires_at'>

const findLiveSession = prepareQuery<{ tokenHash: string; now: number }, LiveSession>((db, value) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.is_admin', 'users.disabled_at', 'users.disabled_reason'])
    .select(['sessions.created_at', 'sessions.last_seen_at', 'sessions.expires_at'])
    .where('sessions.token_hash', '=', value('tokenHash'))
    .where('sessions.expires_at', '>', value('now')),
)

const markSeen = (db: Database, tokenHash: string, now: number) =>
  db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', tokenHash).execute()

/** Gives a session a new hour. @returns its new end (ms) */
export async function renewSession(db: Database, tokenHash: string, now: number): Promise<number> {
  const expiresAt = now + SESSION_TTL_MS
  await db.updateTable('sessions').set({ expires_at: expiresAt, last_seen_at: now }).where('token_hash', '=', tokenHash).execute()
  return expiresAt
}

export interface SessionRow {
  readonly id: string
  readonly token_hash: string
  readonly user_agent: string
  readonly created_at: number
  readonly last_seen_at: number
}

/** Somebody's sessions that are alive: this many at most, last seen first. */
const LISTED_SESSIONS_MAX = 100

export async function listSessions(db: Database, user: { id: string; now: number }): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'token_hash', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', user.id)
    .where('expires_at', '>', user.now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED_SESSIONS_MAX)
    .execute()
}

export async function endSession(db: Database, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

/** Ends one of this user's sessions by its id. @returns the hash of its token, undefined where there is none */
export async function endSessionOf(db: Database, session: { userId: string; id: string }): Promise<string | undefined> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', session.id)
    .where('user_id', '=', session.userId)
    .returning('token_hash')
    .executeTakeFirst()
  return ended?.token_hash
}

export async function endOtherSessions(db: Database, session: { userId: string; keep: string }): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', session.userId).where('token_hash', '!=', session.keep).execute()
}

export async function deleteEndedSessions(db: Database, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}
