import type { ListedSession, sessionEndpoints } from '#contract/endpoints/auth.ts'
import { AppError } from '#contract/errors.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers, Session } from '#server/platform/http/call-endpoint.ts'
import { verifyPassword } from '#server/platform/passwords.ts'
import { rateLimited } from '#server/platform/rate-limit.ts'
import { presentSession } from '#server/features/present-session.ts'
import { ACCOUNT_COLUMNS, disabledMessage } from '#server/features/present-user.ts'
import { deviceName } from './device-name.ts'
import { createSession, endOtherSessions, endSession, endSessionOf, listSessions, renewSession, type SessionRow } from './sessions.store.ts'
import { countAttempt, forgiveAttempt } from './sign-in-limits.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
}

/** Signing in and out, and a user's own sessions (docs/product.md, 11). */
export function sessionRoutes({ db, now }: Dependencies): Handlers<keyof typeof sessionEndpoints> {
  const answer = async (session: Session, expiresAt: number, message: string) =>
    presentSession(await getUserOfSession(db, session), { expiresAt, now: now(), message })
  return {
    async 'POST /api/auth/signin'({ body, address, userAgent, setSession, write }) {
      const attempt = { email: body.email.trim().toLowerCase(), address, now: now() }
      const attempted = await write((trx) => countAttempt(trx, attempt))
      if ('refusedForMs' in attempted) throw rateLimited(attempted.refusedForMs)
      const user = await checkPassword(db, attempt.email, body.password)
      const { token, expiresAt } = await write(async (trx) => {
        await forgiveAttempt(trx, attempt, attempted.counted)
        return createSession(trx, { userId: user.id, now: now(), userAgent })
      })
      setSession(token)
      return presentSession(user, { expiresAt, now: now(), message: 'Signed in.' })
    },

    async 'GET /api/auth/session'({ session }) {
      return answer(session, session.expiresAt, 'Signed in.')
    },

    async 'POST /api/auth/renew'({ session, sessionToken = '', setSession, write }) {
      const expiresAt = await write((trx) => renewSession(trx, session.tokenHash, now()))
      setSession(sessionToken)
      return answer(session, expiresAt, 'Session renewed.')
    },

    async 'GET /api/auth/sessions'({ viewer, session }) {
      const rows = await listSessions(db, { id: viewer.id, now: now() })
      return { sessions: rows.map((row) => toListedSession(row, session)) }
    },

    async 'DELETE /api/auth/sessions'({ viewer, session, write }) {
      await write((trx) => endOtherSessions(trx, { userId: viewer.id, keep: session.tokenHash }))
      return { success: true, message: 'All other sessions have ended.' }
    },

    async 'DELETE /api/auth/sessions/:sessionId'({ params, viewer, session, setSession, write }) {
      const ended = await write((trx) => endSessionOf(trx, { userId: viewer.id, id: params.sessionId }))
      if (ended === undefined) throw new AppError('not_found', 'This session has ended already.')
      if (ended === session.tokenHash) setSession(null)
      return { success: true, message: 'The session has ended.' }
    },

    async 'POST /api/user/signout'({ sessionToken, setSession }) {
      if (sessionToken !== undefined) await endSession(db, sessionToken)
      setSession(null)
      return { success: true, message: 'Signed out.' }
    },
  }
}

/** A wrong email and a wrong password read the same and take the same time. @throws not_signed_in, account_disabled */
async function checkPassword(db: Database, email: string, password: string) {
  const user = await findPassword(db, email)
  const matches = await verifyPassword(user?.password_hash, password)
  if (!user || !matches) throw new AppError('not_signed_in', 'Wrong email or password.')
  if (user.disabled_at !== null) throw new AppError('account_disabled', disabledMessage(user.disabled_reason))
  return user
}

const findPassword = (db: Database, email: string) =>
  db
    .selectFrom('users')
    .select([...ACCOUNT_COLUMNS, 'users.password_hash', 'users.disabled_at', 'users.disabled_reason'])
    .where('email', '=', email)
    .executeTakeFirst()

const getUserOfSession = async (db: Database, session: Session) => {
  const user = await db.selectFrom('users').select(ACCOUNT_COLUMNS).where('id', '=', session.viewer.id).executeTakeFirst()
  // The account went between the two reads, and the session with it.
  if (!user) throw new AppError('not_signed_in')
  return user
}

const toListedSession = (row: SessionRow, asking: Session): ListedSession => ({
  _id: row.id,
  device: deviceName(row.user_agent),
  signedInAt: new Date(row.created_at).toISOString(),
  lastSeenAt: new Date(row.last_seen_at).toISOString(),
  current: row.token_hash === asking.tokenHash,
})
