import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import {
  ADMIN_SESSION_IDLE_MS,
  SESSION_IDLE_MS,
  SESSION_SEEN_EVERY_MS,
  SESSIONS_PER_USER_MAX,
  TOKEN_FRESH_MS,
  TOKEN_GRACE_MS,
} from '#accounts/contract/account-limits.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'
import type { SessionsTable, UserRow } from '#migrations/schema.ts'
import type { Session } from '#platform/http/call-endpoint.ts'
import { SESSION_MAX_AGE_MS } from '#platform/http/session-cookie.ts'
import { createToken, deriveToken, hashToken } from '#platform/security/tokens.ts'
import { lockAccount } from '#accounts/server/users/users.store.ts'
import { disabledMessage } from '#accounts/server/users/users.wire.ts'
import { rememberAddress } from './sign-in-limits.ts'

const USER_AGENT_MAX_LENGTH = 300

/** Expiry of a session that is not used again. Times in ms. */
const endOf = ({ usedAt, createdAt, isAdmin }: { usedAt: number; createdAt: number; isAdmin: boolean }) =>
  Math.min(usedAt + (isAdmin ? ADMIN_SESSION_IDLE_MS : SESSION_IDLE_MS), createdAt + SESSION_MAX_AGE_MS)

/**
 * Starts a session. Call first within its transaction: see {@link lockAccount}.
 * @param session `passwordHash` is what the password was checked against, where it was
 * @returns its token, of which only the hash is stored, and until when (ms) it is fresh
 * @throws not_signed_in if the account was deleted or has another password by now; account_disabled
 */
export async function createSession(
  db: Database,
  session: { userId: string; passwordHash?: string | null; now: number; userAgent?: string },
): Promise<{ token: string; freshUntil: number }> {
  const { userId, passwordHash, now, userAgent = '' } = session
  const token = createToken()
  const { is_admin } = await lockAccount(db, userId, passwordHash)
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      id: randomUUID(),
      user_id: userId,
      user_agent: userAgent.slice(0, USER_AGENT_MAX_LENGTH).replaceAll('\0', '').toWellFormed(),
      last_seen_at: now,
      created_at: now,
      confirmed_at: now,
      renewed_at: now,
      expires_at: endOf({ usedAt: now, createdAt: now, isAdmin: is_admin === 1 }),
    })
    .execute()
  await endSurplusSessions(db, userId, hashToken(token))
  return { token, freshUntil: now + TOKEN_FRESH_MS }
}

/** @param kept hash of the token of the newest session, which may seem old after the clock was set back */
async function endSurplusSessions(db: Database, userId: string, kept: string): Promise<void> {
  const surplus = db
    .selectFrom('sessions')
    .select('sessions.id')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', kept)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(SESSIONS_PER_USER_MAX - 1)
    // SQLite takes no offset without a limit.
    .limit(1000)
  await db.deleteFrom('sessions').where('id', 'in', surplus).execute()
}

type SessionRow = Pick<UserRow, 'is_admin' | 'is_family' | 'disabled_at' | 'disabled_reason'> &
  Pick<Selectable<SessionsTable>, 'id' | 'user_id' | 'created_at' | 'last_seen_at' | 'confirmed_at' | 'renewed_at'> &
  Pick<Selectable<SessionsTable>, 'previous_hash' | 'previous_ends_at' | 'renewal_salt'>

const selectLive = (column: 'token_hash' | 'previous_hash') =>
  prepareQuery<{ hash: string; now: number }, SessionRow>((db, value) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['users.is_admin', 'users.is_family', 'users.disabled_at', 'users.disabled_reason'])
      .select(['sessions.id', 'sessions.user_id', 'sessions.created_at', 'sessions.last_seen_at', 'sessions.confirmed_at'])
      .select(['sessions.renewed_at', 'sessions.previous_hash', 'sessions.previous_ends_at', 'sessions.renewal_salt'])
      .where(`sessions.${column}`, '=', value('hash'))
      .where('sessions.expires_at', '>', value('now')),
  )

const findByToken = selectLive('token_hash')
const findByPreviousToken = selectLive('previous_hash')

/**
 * Finds the session of a token. The previous token is valid until a minute after the first use of the current one. Roles and
 * status are read with each request, so that a change takes effect at once.
 * @throws account_disabled
 */
export async function findSession(db: Database, token: string, now: number): Promise<Session | null> {
  const hash = hashToken(token)
  const [present] = await findByToken(db, { hash, now })
  const [row] = present ? [present] : await findByPreviousToken(db, { hash, now })
  if (!row || (!present && !isPreviousGood(row, now))) return null
  const isAdmin = row.is_admin === 1
  if (endOf({ usedAt: row.last_seen_at, createdAt: row.created_at, isAdmin }) <= now) return null
  if (row.disabled_at !== null) throw new AppError('account_disabled', disabledMessage(row.disabled_reason))
  recordUse(db, row, { hash, isPresent: present !== undefined, now })
  return {
    id: row.id,
    signedInAt: row.created_at,
    confirmedAt: row.confirmed_at,
    freshUntil: row.renewed_at + TOKEN_FRESH_MS,
    isRenewalDue: !present || !isFresh(row, now),
    viewer: { id: row.user_id, isAdmin, isFamily: row.is_family === 1 },
  }
}

/** An end too far in the future was stored before the clock was set back. */
const isPreviousGood = ({ previous_ends_at: end }: SessionRow, now: number) => end === null || (end > now && end <= now + TOKEN_GRACE_MS)

/** A token from the future was issued before the clock was set back. */
const isFresh = ({ renewed_at: since }: { renewed_at: number }, now: number) => since <= now && now < since + TOKEN_FRESH_MS

/**
 * Returns the later of the stored and the given time: a machine without a clock battery starts with a clock that is years
 * behind, and a session used then must not have expired once the clock is right.
 */
const laterOf = (column: 'last_seen_at' | 'expires_at', time: number) =>
  sql<number>`case when ${sql.ref(column)} > ${time} then ${sql.ref(column)} else ${time} end`

/** Not awaited, and errors are ignored: sessions must work even while the database is read-only. */
function recordUse(db: Database, row: SessionRow, { hash, isPresent, now }: { hash: string; isPresent: boolean; now: number }): void {
  const isPreviousLeft = isPresent && row.previous_hash !== null && row.previous_ends_at === null
  const isLongAgo = now - row.last_seen_at >= SESSION_SEEN_EVERY_MS
  if (!isPreviousLeft && !isLongAgo) return
  const changes = {
    last_seen_at: laterOf('last_seen_at', now),
    expires_at: laterOf('expires_at', endOf({ usedAt: now, createdAt: row.created_at, isAdmin: row.is_admin === 1 })),
    ...(isPreviousLeft ? { previous_ends_at: now + TOKEN_GRACE_MS } : {}),
  }
  db.updateTable('sessions')
    .set(changes)
    // Not by id: the session may be renewed concurrently.
    .where(isPresent ? 'token_hash' : 'previous_hash', '=', hash)
    .execute()
    .catch(() => {})
}

/**
 * Gives a session its next token. The address at which its device is in use stays a known one, so that wrong passwords of
 * strangers do not keep the user's other devices out there.
 * @returns the new token, and until when (ms) it is fresh; undefined if the session has ended
 */
export async function renewSession(
  db: Database,
  { address, ...renewal }: { token: string; session: Session; address: string; now: number },
): Promise<{ token: string; freshUntil: number } | undefined> {
  const renewed = await replaceToken(db, renewal)
  const { id } = renewal.session.viewer
  const user = renewed && (await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst())
  if (user) await rememberAddress(db, { email: user.email, address, now: renewal.now })
  return renewed
}

/**
 * As the response can get lost, the previous token remains valid until the next one is
 * used; until then it leads to the same next token, so that concurrent requests agree.
 */
async function replaceToken(
  db: Database,
  { token, session, now }: { token: string; session: Session; now: number },
): Promise<{ token: string; freshUntil: number } | undefined> {
  const salt = createToken()
  const next = deriveToken(token, salt)
  const renewed = await db
    .updateTable('sessions')
    .set((eb) => ({
      token_hash: hashToken(next),
      previous_hash: eb.ref('token_hash'),
      previous_ends_at: null,
      renewal_salt: salt,
      renewed_at: now,
      last_seen_at: laterOf('last_seen_at', now),
      expires_at: laterOf('expires_at', endOf({ usedAt: now, createdAt: session.signedInAt, isAdmin: session.viewer.isAdmin })),
    }))
    .where('token_hash', '=', hashToken(token))
    .returning('id')
    .executeTakeFirst()
  if (renewed) return { token: next, freshUntil: now + TOKEN_FRESH_MS }
  const hash = hashToken(token)
  const [row] = await findByPreviousToken(db, { hash, now })
  if (!row || row.renewal_salt === null || !isPreviousGood(row, now)) return undefined
  const nextToken = deriveToken(token, row.renewal_salt)
  if (row.previous_ends_at !== null) return { token: nextToken, freshUntil: row.renewed_at + TOKEN_FRESH_MS }
  // The next token is unused, as its response was lost. It becomes fresh again now: if it were renewed at its first use,
  // other tabs would still send the token before it.
  await db
    .updateTable('sessions')
    .set({ renewed_at: now })
    .where('previous_hash', '=', hash)
    .where('previous_ends_at', 'is', null)
    .execute()
  return { token: nextToken, freshUntil: now + TOKEN_FRESH_MS }
}

/** Records that the user has just confirmed the sign-in, for actions that need a recent one. */
export async function confirmSession(db: Database, id: string, now: number): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_at: now }).where('id', '=', id).execute()
}

export type ListedSessionRow = Pick<Selectable<SessionsTable>, 'id' | 'user_agent' | 'created_at' | 'last_seen_at'>

/** Lists a user's active sessions, last seen first. */
export async function listSessions(db: Database, user: { id: string; now: number }): Promise<ListedSessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', user.id)
    .where('expires_at', '>', user.now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SESSIONS_PER_USER_MAX)
    .execute()
}

/** Ends the session of a token, which may be the previous one. */
export async function endSession(db: Database, token: string): Promise<void> {
  const hash = hashToken(token)
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('token_hash', '=', hash), eb('previous_hash', '=', hash)]))
    .execute()
}

/** @returns false if this user has no session with this id */
export async function endSessionOf(db: Database, session: { userId: string; id: string }): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', session.id)
    .where('user_id', '=', session.userId)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

export async function endOtherSessions(db: Database, session: { userId: string; keep: string }): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', session.userId).where('id', '!=', session.keep).execute()
}

export async function deleteEndedSessions(db: Database, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}
