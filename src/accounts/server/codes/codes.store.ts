import type { Selectable } from 'kysely'
import { CODE_REQUEST_TTL_MS, CODE_TRIES_MAX, CODE_TTL_MS } from '#accounts/contract/account-limits.ts'
import type { Database } from '#platform/database/database.ts'
import { hashPassword } from '#accounts/server/passwords.ts'
import { createToken, hashToken } from '#platform/security/tokens.ts'
import type { Schema } from '#migrations/schema.ts'

type AttemptRow = Selectable<Schema['mailed_codes']>

interface NewAttempt extends Pick<AttemptRow, 'purpose' | 'email'> {
  /** Null until the mail is written: whether an account has the address must not show before. */
  readonly userId: string | null
  /** Session to confirm; null for a sign-in. */
  readonly sessionId: string | null
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Of sign-ins with an address, and of confirmations of a session, one code waits: the newest.
 * @returns the token of the attempt, of which only the hash is stored: it binds the code to the browser that asked
 */
export async function createAttempt(trx: Database, { purpose, email, userId, sessionId, now }: NewAttempt): Promise<string> {
  if (purpose === 'sign_in') {
    await trx
      .deleteFrom('mailed_codes')
      .where('email', '=', email)
      .where('purpose', '=', purpose)
      .where('session_id', sessionId === null ? 'is' : '=', sessionId)
      .execute()
  }
  const token = createToken()
  const row = { attempt_hash: hashToken(token), purpose, email, user_id: userId, session_id: sessionId }
  await trx
    .insertInto('mailed_codes')
    .values({ ...row, expires_at: now + CODE_REQUEST_TTL_MS })
    .execute()
  return token
}

interface AttemptCheck {
  readonly attempt: string
  readonly now: number
}

/** Excludes attempts that expire too far in the future: they began before the clock was set back. */
const liveAttempts = (db: Database, now: number) =>
  db
    .selectFrom('mailed_codes')
    .where('expires_at', '>', now)
    .where('expires_at', '<=', now + CODE_REQUEST_TTL_MS)

/** @returns undefined if the attempt has ended or is unknown */
export const findAttempt = (
  db: Database,
  { attempt, now }: AttemptCheck,
): Promise<Pick<AttemptRow, 'purpose' | 'email' | 'user_id' | 'mailed_at'> | undefined> =>
  liveAttempts(db, now)
    .select(['purpose', 'email', 'user_id', 'mailed_at'])
    .where('attempt_hash', '=', hashToken(attempt))
    .executeTakeFirst()

/** Records the mail that will contain the next code of the attempt. Each code has its own tries. */
export async function attachMail(trx: Database, { attempt, now, mailId }: AttemptCheck & { mailId: string }): Promise<void> {
  await trx
    .updateTable('mailed_codes')
    .set({ mail_id: mailId, mailed_at: now, tries: 0 })
    .where('attempt_hash', '=', hashToken(attempt))
    .execute()
}

interface MailedCode {
  readonly mailId: string
  readonly code: string
  readonly userId: string
  readonly now: number
}

/**
 * Stores the code of a mail that is about to be sent, as a hash, and invalidates the code of another mail.
 * @returns false if the attempt has ended, or its code goes with another mail
 */
export async function saveMailedCode(db: Database, { mailId, code, userId, now }: MailedCode): Promise<boolean> {
  const live = await liveAttempts(db, now).select('attempt_hash').where('mail_id', '=', mailId).executeTakeFirst()
  if (!live) return false
  const changed = await db
    .updateTable('mailed_codes')
    .set({ code_hash: await hashPassword(code), code_ends_at: now + CODE_TTL_MS, user_id: userId })
    .where('attempt_hash', '=', live.attempt_hash)
    .where('mail_id', '=', mailId)
    .returning('user_id')
    .executeTakeFirst()
  return changed !== undefined
}

export type TriedAttempt = Pick<AttemptRow, 'purpose' | 'email' | 'user_id' | 'tries'> & {
  /** Null if no code is valid now. */
  readonly codeHash: string | null
}

/** Counts a try before its code is checked, so that concurrent requests cannot exceed the limit. @returns undefined if no try is left */
export async function countTry(
  db: Database,
  { attempt, now, sessionId }: AttemptCheck & { sessionId: string | null },
): Promise<TriedAttempt | undefined> {
  const row = await db
    .updateTable('mailed_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('attempt_hash', '=', hashToken(attempt))
    .where('session_id', sessionId === null ? 'is' : '=', sessionId)
    .where('tries', '<', CODE_TRIES_MAX)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', now + CODE_REQUEST_TTL_MS)
    .returning(['purpose', 'email', 'user_id', 'tries', 'code_hash', 'code_ends_at'])
    .executeTakeFirst()
  if (!row) return undefined
  const { code_hash, code_ends_at: end, ...tried } = row
  const isValid = end !== null && end > now && end <= now + CODE_TTL_MS
  return { ...tried, codeHash: isValid ? code_hash : null }
}

/** @returns whether the attempt existed: of two concurrent requests with the right code, one signs in */
export async function deleteAttempt(trx: Database, attempt: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('mailed_codes')
    .where('attempt_hash', '=', hashToken(attempt))
    .returning('attempt_hash')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Deletes a user's attempts, after a change of password or email. */
export async function deleteAttemptsOf(trx: Database, userId: string): Promise<void> {
  await trx.deleteFrom('mailed_codes').where('user_id', '=', userId).execute()
}

export async function deleteOldAttempts(db: Database, now: number): Promise<void> {
  await db.deleteFrom('mailed_codes').where('expires_at', '<=', now).execute()
}
