import { normalizeEmail } from '#platform/contract/email-address.ts'
import type { sessionEndpoints } from '#accounts/contract/auth.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { TOKEN_FRESH_MS, TOKEN_RENEW_FLOOR_MS } from '#accounts/contract/account-limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers, Session } from '#platform/http/call-endpoint.ts'
import { verifyPassword } from '#accounts/server/passwords.ts'
import { rateLimited } from '#platform/security/rate-limit.ts'
import { requirePassword } from './recent-sign-in.ts'
import type { SecondStep } from '#accounts/server/second-step/second-step.ts'
import { findRequestPassword } from '#accounts/server/sign-up/sign-up-requests.store.ts'
import { toListedSession, toSignedIn } from './sessions.wire.ts'
import { ACCOUNT_COLUMNS } from '#accounts/server/users/users.wire.ts'
import { findUser, lockAccount, refuseDisabled } from '#accounts/server/users/users.store.ts'
import { confirmSession, createSession, endOtherSessions, endSession, endSessionOf, listSessions, renewSession } from './sessions.store.ts'
import { countAttempt, countSignIn, forgiveAttempt, rememberAddress } from './sign-in-limits.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly secondStep: SecondStep
}

/** Sign-in, sign-out and a user's sessions. */
export function sessionRoutes(dependencies: Dependencies): Handlers<typeof sessionEndpoints> {
  return { ...signInRoutes(dependencies), ...openSessionRoutes(dependencies) }
}

function signInRoutes({ db, now, secondStep }: Dependencies): Handlers<Pick<typeof sessionEndpoints, 'signIn'>> {
  return {
    async signIn({ body, address, userAgent, setSession, write }) {
      const attempt = { email: normalizeEmail(body.email), address, now: now() }
      const attempted = await write((trx) => countAttempt(trx, attempt))
      if ('refusedForMs' in attempted) throw rateLimited(attempted.refusedForMs)
      const user = await checkPassword(db, attempt.email, body.password)
      if (user.is_admin === 1) {
        await write(async (trx) => {
          await forgiveAttempt(trx, attempted.counted)
          await countSignIn(trx, attempt)
        })
        await secondStep.refuseUntilPassed({ id: user.id, isAdmin: true, passwordHash: user.password_hash }, null)
      }
      const { token, freshUntil } = await write(async (trx) => {
        const session = await createSession(trx, { userId: user.id, passwordHash: user.password_hash, now: now(), userAgent })
        if (user.is_admin === 0) {
          await forgiveAttempt(trx, attempted.counted)
          await countSignIn(trx, attempt)
        }
        await rememberAddress(trx, attempt)
        return session
      })
      setSession(token)
      return toSignedIn(user, { freshUntil, now: now(), message: 'Signed in.' })
    },
  }
}

function openSessionRoutes({ db, now, secondStep }: Dependencies): Handlers<Omit<typeof sessionEndpoints, 'signIn'>> {
  const toSignedInNow = async (session: Session, freshUntil: number, message: string) =>
    toSignedIn(await getUserOfSession(db, session), { freshUntil, now: now(), message })
  return {
    async getSession({ session }) {
      return toSignedInNow(session, session.freshUntil, 'Signed in.')
    },

    async renewSession({ session, sessionToken = '', address, setSession, write }) {
      const isYoung = session.freshUntil - now() > TOKEN_FRESH_MS - TOKEN_RENEW_FLOOR_MS
      const present = { token: sessionToken, freshUntil: session.freshUntil }
      const renewal = { token: sessionToken, session, address, now: now() }
      const renewed = await write(async (trx) => (isYoung ? present : renewSession(trx, renewal)))
      if (!renewed) throw new AppError('not_signed_in')
      setSession(renewed.token)
      return toSignedInNow(session, renewed.freshUntil, 'Session renewed.')
    },

    async confirmPassword({ body, session, write }) {
      const passwordHash = await requirePassword({ db, now, secondStep }, session, body.currentPassword)
      await write(async (trx) => {
        await lockAccount(trx, session.viewer.id, passwordHash)
        await confirmSession(trx, session.id, now())
      })
      return { success: true, message: 'Thank you.' }
    },

    async listSessions({ viewer, session }) {
      const rows = await listSessions(db, { id: viewer.id, now: now() })
      return { sessions: rows.map((row) => toListedSession(row, session)) }
    },

    async endOtherSessions({ viewer, session, write }) {
      await write((trx) => endOtherSessions(trx, { userId: viewer.id, keep: session.id }))
      return { success: true, message: 'All other sessions have ended.' }
    },

    async endSession({ params, viewer, session, setSession, write }) {
      const hasEnded = await write((trx) => endSessionOf(trx, { userId: viewer.id, id: params.sessionId }))
      if (!hasEnded) throw new AppError('not_found', 'This session has ended already.')
      if (params.sessionId === session.id) setSession(null)
      return { success: true, message: 'The session has ended.' }
    },

    async signOut({ sessionToken, setSession, write }) {
      if (sessionToken !== undefined) await write((trx) => endSession(trx, sessionToken))
      setSession(null)
      return { success: true, message: 'Signed out.' }
    },
  }
}

/** A wrong email and a wrong password get the same response in the same time. @throws not_signed_in, account_waiting, account_disabled */
async function checkPassword(db: Database, email: string, password: string) {
  // Both are always read, so that the time does not reveal a known email.
  const [user, [request]] = await Promise.all([findPassword(db, email), findRequestPassword(db, { email })])
  const matches = await verifyPassword(user ? user.password_hash : request?.password_hash, password)
  if (!user && request && matches) throw new AppError('account_waiting')
  if (!user || !matches) throw new AppError('not_signed_in', 'Wrong email or password.')
  refuseDisabled(user)
  return user
}

const findPassword = (db: Database, email: string) =>
  db
    .selectFrom('users')
    .select([...ACCOUNT_COLUMNS, 'users.disabled_at', 'users.disabled_reason'])
    .where('email', '=', email)
    .executeTakeFirst()

const getUserOfSession = async (db: Database, session: Session) => {
  const user = await findUser(db, session.viewer.id)
  // The account was deleted between the two reads, and the session with it.
  if (!user) throw new AppError('not_signed_in')
  return user
}
