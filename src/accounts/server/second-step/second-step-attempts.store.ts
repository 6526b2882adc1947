import type { Selectable } from 'kysely'
import { SECOND_STEP_TRIES_MAX, SECOND_STEP_TTL_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { hashPassword } from '#platform/security/passwords.ts'
import { createToken, hashToken } from '#platform/security/tokens.ts'
import type { Schema } from '#migrations/schema.ts'

type AttemptRow = Selectable<Schema['second_steps']>

interface NewAttempt {
  readonly userId: string
  /** Session to confirm; null for a sign-in. */
  readonly sessionId: string | null
  /** Milliseconds since 1970. */
  readonly now: number
}

/** @returns the token of the attempt, of which only the hash is stored */
export async function createAttempt(trx: Database, { userId, sessionId, now }: NewAttempt): Promise<string> {
  const token = createToken()
  const row = { attempt_hash: hashToken(token), user_id: userId, session_id: sessionId, expires_at: now + SECOND_STEP_TTL_MS }
  await trx.insertInto('second_steps').values(row).execute()
  return token
}

interface AttemptCheck {
  readonly attempt: string
  readonly now: number
}

/** Excludes attempts that expire too far in the future: they began before the clock was set back. */
const liveAttempts = (db: Database, now: number) =>
  db
    .selectFrom('second_steps')
    .where('expires_at', '>', now)
    .where('expires_at', '<=', now + SECOND_STEP_TTL_MS)

/** @returns undefined if the attempt has ended or is unknown */
export const findAttempt = (db: Database, { attempt, now }: AttemptCheck): Promise<Pick<AttemptRow, 'user_id' | 'mailed_at'> | undefined> =>
  liveAttempts(db, now).select(['user_id', 'mailed_at']).where('attempt_hash', '=', hashToken(attempt)).executeTakeFirst()

/** Records the mail that will contain the next code of the attempt. */
export async function attachMail(trx: Database, { attempt, now, mailId }: AttemptCheck & { mailId: string }): Promise<void> {
  await trx.updateTable('second_steps').set({ mail_id: mailId, mailed_at: now }).where('attempt_hash', '=', hashToken(attempt)).execute()
}

/**
 * Stores the code of a mail that is about to be sent, as a hash, and invalidates the code of another mail.
 * @returns false if the attempt has ended, or its code goes with another mail
 */
export async function saveMailedCode(
  db: Database,
  { mailId, code, now }: { readonly mailId: string; readonly code: string; readonly now: number },
): Promise<boolean> {
  const live = await liveAttempts(db, now).select('attempt_hash').where('mail_id', '=', mailId).executeTakeFirst()
  if (!live) return false
  const changed = await db
    .updateTable('second_steps')
    .set({ code_hash: await hashPassword(code), expires_at: now + SECOND_STEP_TTL_MS })
    .where('attempt_hash', '=', live.attempt_hash)
    .where('mail_id', '=', mailId)
    .returning('user_id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Counts a try before its code is checked, so that concurrent requests cannot exceed the limit. @returns undefined if no try is left */
export const countTry = (
  db: Database,
  { attempt, now, sessionId }: AttemptCheck & { sessionId: string | null },
): Promise<Pick<AttemptRow, 'user_id' | 'code_hash' | 'tries'> | undefined> =>
  db
    .updateTable('second_steps')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('attempt_hash', '=', hashToken(attempt))
    .where('session_id', sessionId === null ? 'is' : '=', sessionId)
    .where('tries', '<', SECOND_STEP_TRIES_MAX)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', now + SECOND_STEP_TTL_MS)
    .returning(['user_id', 'code_hash', 'tries'])
    .executeTakeFirst()

/** @returns whether the attempt existed: of two concurrent requests with the right code, one signs in */
export async function deleteAttempt(trx: Database, attempt: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('second_steps')
    .where('attempt_hash', '=', hashToken(attempt))
    .returning('user_id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Deletes a user's attempts, after a change of password or email. */
export async function deleteAttemptsOf(trx: Database, userId: string): Promise<void> {
  await trx.deleteFrom('second_steps').where('user_id', '=', userId).execute()
}

export async function deleteOldAttempts(db: Database, now: number): Promise<void> {
  await db.deleteFrom('second_steps').where('expires_at', '<=', now).execute()
}
