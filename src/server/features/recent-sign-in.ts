import { AppError } from '#contract/errors.ts'
import { RATE_LIMITS, RECENT_SIGN_IN_MS } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Session } from '#server/platform/http/call-endpoint.ts'
import { verifyPassword } from '#server/platform/passwords.ts'
import { giveBackToLimit, takeFromLimit } from '#server/platform/rate-limit.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
}

const NO_PASSWORD =
  'This account has no password yet. Please sign out, sign in again with Google, and make the change within a quarter of an hour.'

/**
 * A person at an unattended browser must not be able to take the account over.
 * @throws recent_sign_in_required unless the session was confirmed recently or the current password is right
 */
export async function requireRecentSignIn(dependencies: Dependencies, session: Session, currentPassword?: string): Promise<void> {
  const age = dependencies.now() - session.confirmedAt
  if (age >= 0 && age <= RECENT_SIGN_IN_MS) return
  if (currentPassword === undefined) throw new AppError('recent_sign_in_required')
  await requirePassword(dependencies, session.viewer.id, currentPassword)
}

/** @throws recent_sign_in_required for a wrong password, and for an account without one */
export async function requirePassword({ db, now }: Dependencies, userId: string, currentPassword: string): Promise<void> {
  const user = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  // There is nothing to guess, so nothing is counted.
  if (user?.password_hash === null) throw new AppError('recent_sign_in_required', NO_PASSWORD, { field: 'currentPassword' })
  await takeFromLimit(db, RATE_LIMITS.passwordChecksPerUser, { key: userId, now: now() })
  if (!(await verifyPassword(user?.password_hash, currentPassword))) {
    throw new AppError('recent_sign_in_required', 'That is not your current password.', { field: 'currentPassword' })
  }
  await giveBackToLimit(db, RATE_LIMITS.passwordChecksPerUser, userId)
}
