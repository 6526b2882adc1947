import type { SignedIn } from '#contract/endpoints/auth.ts'
import { AppError } from '#contract/errors.ts'
import { RATE_LIMITS } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { UsersTable } from '#server/platform/database/schema.ts'
import type { Handlers, Session } from '#server/platform/http/api.ts'
import { verifyPassword } from '#server/platform/passwords.ts'
import { giveBackToLimit, takeFromLimit } from '#server/platform/rate-limit.ts'
import { ACCOUNT_COLUMNS, presentAccount } from '#server/features/present-user.ts'
import { createSession, endSession, renewSession } from './sessions.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
}

type SessionCalls =
  | 'POST /api/auth/signin'
  | 'POST /api/auth/google'
  | 'GET /api/auth/session'
  | 'POST /api/auth/renew'
  | 'POST /api/user/signout'

/** Signing in and out, and keeping a session alive (spec §4, §7; decisions, Accounts). */
export function sessionRoutes({ db, now }: Dependencies): Handlers<SessionCalls> {
  const answer = async (session: Session, expiresAt: number, message: string) =>
    presentSession(await getUserOfSession(db, session), expiresAt, message)
  return {
    async 'POST /api/auth/signin'({ body, address, setSession }) {
      const user = await checkPassword({ db, now }, { ...body, address })
      const { token, expiresAt } = await createSession(db, { userId: user.id, now: now() })
      setSession(token)
      return presentSession(user, expiresAt, 'Signed in.')
    },

    async 'POST /api/auth/google'() {
      throw new AppError('not_signed_in', 'Signing in with Google needs a valid token of theirs.')
    },

    async 'GET /api/auth/session'({ session }) {
      return answer(session, session.expiresAt, 'Signed in.')
    },

    async 'POST /api/auth/renew'({ session, sessionToken = '', setSession }) {
      const expiresAt = await renewSession(db, session.tokenHash, now())
      setSession(sessionToken)
      return answer(session, expiresAt, 'Session renewed.')
    },

    async 'POST /api/user/signout'({ sessionToken, setSession }) {
      if (sessionToken !== undefined) await endSession(db, sessionToken)
      setSession(null)
      return { success: true, message: 'Signed out.' }
    },
  }
}

/** Wrong email and wrong password read the same and take the same time; only failures count against the limits. */
async function checkPassword({ db, now }: Dependencies, attempt: { email: string; password: string; address: string }) {
  const email = attempt.email.trim().toLowerCase()
  await takeFromLimit(db, RATE_LIMITS.signInFailuresPerAddress, { key: attempt.address, now: now() })
  await takeFromLimit(db, RATE_LIMITS.signInFailuresPerAccount, { key: email, now: now() })
  const user = await db
    .selectFrom('users')
    .select([...ACCOUNT_COLUMNS, 'users.password_hash'])
    .where('email', '=', email)
    .executeTakeFirst()
  const matches = await verifyPassword(user?.password_hash, attempt.password)
  if (!user || !matches) throw new AppError('not_signed_in', 'Wrong email or password.')
  await giveBackToLimit(db, RATE_LIMITS.signInFailuresPerAddress, attempt.address)
  await giveBackToLimit(db, RATE_LIMITS.signInFailuresPerAccount, email)
  return user
}

const getUserOfSession = (db: Database, session: Session) =>
  db.selectFrom('users').select(ACCOUNT_COLUMNS).where('id', '=', session.viewer.id).executeTakeFirstOrThrow()

const presentSession = (user: Omit<UsersTable, 'password_hash'>, expiresAt: number, message: string): SignedIn => ({
  success: true,
  message,
  ...presentAccount(user),
  sessionExpiresAt: new Date(expiresAt).toISOString(),
})
