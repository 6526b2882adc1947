import type { SchemaOutput } from '#contract/endpoint.ts'
import type { userEndpoints } from '#contract/endpoints/users.ts'
import { AppError } from '#contract/errors.ts'
import { RATE_LIMITS, RECENT_SIGN_IN_MS } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import { ANY_USER_TAG, userTag } from '#server/platform/cache/cache-tags.ts'
import type { ChangeFeed } from '#server/platform/cache/change-feed.ts'
import type { Session } from '#server/platform/http/call-endpoint.ts'
import type { Outbox } from '#server/platform/mail/outbox.ts'
import { hashPassword, verifyPassword } from '#server/platform/passwords.ts'
import { giveBackToLimit, takeFromLimit } from '#server/platform/rate-limit.ts'
import { ownPicturePath } from '#server/features/picture-addresses.ts'
import type { AccountRow } from '#server/features/present-user.ts'
import { getUser, updateUser, type UserChanges } from './users.store.ts'

type Wanted = SchemaOutput<(typeof userEndpoints)['PUT /api/user/update/:userId']['body']>

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly publicUrl: string
  readonly write: ChangeFeed['write']
  readonly outbox: Outbox
}

/**
 * Changes what somebody asked to change of their own account. A new email is unverified and both addresses hear of it.
 * @throws recent_sign_in_required for a new email or password long after the sign-in, without the current password
 */
export async function changeAccount(dependencies: Dependencies, session: Session, wanted: Wanted): Promise<AccountRow> {
  const { db, write, now, outbox } = dependencies
  const before = await getUser(db, session.viewer.id)
  const newEmail = wanted.email === undefined || wanted.email === before.email ? undefined : wanted.email
  if (newEmail !== undefined || wanted.password !== undefined) {
    await requireRecentSignIn(dependencies, session, wanted.currentPassword)
  }
  const changes = await readChanges(wanted, dependencies.publicUrl)
  const email = newEmail === undefined ? {} : { email: newEmail, email_verified: 0 as const }
  return write(async (trx, invalidate) => {
    invalidate(userTag(before.id), ANY_USER_TAG)
    const update = { changes: { ...changes, ...email }, keepSession: session.tokenHash, now: now() }
    const after = await updateUser(trx, before.id, update)
    if (newEmail !== undefined) {
      await outbox.put(trx, { kind: 'email_changed', email: before.email })
      await outbox.put(trx, { kind: 'verify_email', email: newEmail })
    }
    if (wanted.password !== undefined) await outbox.put(trx, { kind: 'password_changed', email: after.email })
    return after
  })
}

async function readChanges({ username, password, profilePicture }: Wanted, publicUrl: string): Promise<UserChanges> {
  return {
    ...(username === undefined ? {} : { username }),
    ...(profilePicture === undefined ? {} : { picture_url: ownUpload(profilePicture, publicUrl) }),
    ...(password === undefined ? {} : { password_hash: await hashPassword(password) }),
  }
}

const NO_PASSWORD =
  'This account has no password yet. Please sign out, sign in again with Google, and make the change within a quarter of an hour.'

/** Somebody who finds an open browser must not be able to take the account over. */
async function requireRecentSignIn({ db, now }: Dependencies, session: Session, currentPassword: string | undefined): Promise<void> {
  if (now() - session.signedInAt <= RECENT_SIGN_IN_MS) return
  if (currentPassword === undefined) throw new AppError('recent_sign_in_required')
  const userId = session.viewer.id
  const user = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  // There is nothing to guess at, and no answer would ever be right.
  if (user?.password_hash === null) throw new AppError('recent_sign_in_required', NO_PASSWORD)
  await takeFromLimit(db, RATE_LIMITS.passwordChecksPerUser, { key: userId, now: now() })
  if (!(await verifyPassword(user?.password_hash, currentPassword))) {
    throw new AppError('recent_sign_in_required', 'That is not your current password.')
  }
  await giveBackToLimit(db, RATE_LIMITS.passwordChecksPerUser, userId)
}

/** The drawn picture stands for having none. @throws bad_request for another site's address */
function ownUpload(address: string, publicUrl: string): string | null {
  const path = ownPicturePath(address, publicUrl)
  if (path === null) throw new AppError('bad_request', 'A profile picture must be uploaded to this blog.')
  return path.startsWith('/drawings/') ? null : path
}
