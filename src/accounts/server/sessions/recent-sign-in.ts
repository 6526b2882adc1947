import { ACCOUNT_RATE_LIMITS, RECENT_SIGN_IN_MS } from '#accounts/contract/account-limits.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Session } from '#platform/http/call-endpoint.ts'
import { verifyPassword } from '#accounts/server/passwords.ts'
import { giveBackToLimit, takeFromLimit } from '#platform/security/rate-limit.ts'
import type { SecondStep } from '#accounts/server/second-step/second-step.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly secondStep: SecondStep
}

const NO_PASSWORD =
  'This account has no password yet. Please use a code by mail or a passkey, or sign in again and make the change within a quarter of an hour.'

/** False for a session at a browser that was left alone. */
const isRecentSignIn = ({ confirmedAt }: Session, now: number): boolean => now >= confirmedAt && now - confirmedAt <= RECENT_SIGN_IN_MS

/**
 * Prevents someone at an unattended browser from taking over the account. Endpoints whose every call needs it declare it.
 * @throws recent_sign_in_required unless the session was confirmed recently
 */
export function requireRecentSignIn(session: Session | null, now: number): void {
  if (session === null || !isRecentSignIn(session, now)) throw new AppError('recent_sign_in_required')
}

/** Like {@link requireRecentSignIn}, but also accepts the current password. @throws second_step_required for an admin who needs one */
export async function requireRecentSignInOrPassword(
  dependencies: Dependencies,
  session: Session,
  currentPassword: string | undefined,
): Promise<void> {
  if (isRecentSignIn(session, dependencies.now())) return
  if (currentPassword === undefined) throw new AppError('recent_sign_in_required')
  await requirePassword(dependencies, session, currentPassword)
}

/**
 * @returns the hash of the password that it was checked against
 * @throws recent_sign_in_required for a wrong password or an account without one; second_step_required
 */
export async function requirePassword(
  { db, now, secondStep }: Dependencies,
  { id, viewer }: Session,
  currentPassword: string,
): Promise<string | undefined> {
  const userId = viewer.id
  const user = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  // Not rate-limited, as there is no password to guess.
  if (user?.password_hash === null) throw new AppError('recent_sign_in_required', NO_PASSWORD, { field: 'currentPassword' })
  await takeFromLimit(db, ACCOUNT_RATE_LIMITS.passwordChecksPerUser, { key: userId, now: now() })
  if (!(await verifyPassword(user?.password_hash, currentPassword))) {
    throw new AppError('recent_sign_in_required', 'That is not your current password.', { field: 'currentPassword' })
  }
  await giveBackToLimit(db, ACCOUNT_RATE_LIMITS.passwordChecksPerUser, userId)
  await secondStep.refuseUntilPassed({ ...viewer, passwordHash: user?.password_hash }, id)
  return user?.password_hash
}
