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
 * A found open browser must not be enough to take an account over.
 * @throws recent_sign_in_required unless the sign-in is recent or the current password is right
 */
export async function requireRecentSignIn({ db, now }: Dependencies, session: Session, currentPassword: string | undefined): Promise<void> {
  const age = now() - session.signedInAt
  if (age >= 0 && age <= RECENT_SIGN_IN_MS) return
  if (currentPassword === undefined) throw new AppError('recent_sign_in_required')
  const userId = session.viewer.id
  const user = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  // There is nothing to guess, so nothing is counted.
  if (user?.password_hash === null) throw new AppError('recent_sign_in_required', NO_PASSWORD, { field: 'currentPassword' })
  await takeFromLimit(db, RATE_LIMITS.passwordChecksPerUser, { key: userId, now: now() })
  if (!(await verifyPassword(user?.password_hash, currentPassword))) {
    throw new AppError('recent_sign_in_required', 'That is not your current password.', { field: 'currentPassword' })
  }
  await giveBackToLimit(db, RATE_LIMITS.passwordChecksPerUser, userId)
}
