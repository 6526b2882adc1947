import type { secondStepEndpoints } from '#accounts/contract/auth.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { RATE_LIMITS, SECOND_STEP_MAIL_PAUSE_MS, SECOND_STEP_TRIES_MAX } from '#platform/contract/limits.ts'
import { mailCode } from './second-step.ts'
import { countTry, deleteAttempt, findAttempt } from './second-step-attempts.store.ts'
import { confirmSession, createSession } from '#accounts/server/sessions/sessions.store.ts'
import { rememberAddress } from '#accounts/server/sessions/sign-in-limits.ts'
import { toSignedIn } from '#accounts/server/sessions/sessions.wire.ts'
import { getEnabledUser, lockAccount } from '#accounts/server/users/users.store.ts'
import type { ChangeFeed } from '#platform/cache/change-feed.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { verifyPassword } from '#platform/security/passwords.ts'
import { giveBackToLimit, takeFromLimit } from '#platform/security/rate-limit.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly outbox: Outbox
}

/** The second step of admins (decision 41). */
export function secondStepRoutes(dependencies: Dependencies): Handlers<typeof secondStepEndpoints> {
  const { db, now, outbox } = dependencies
  return {
    async passSecondStep({ body, address, userAgent, setSession, write }) {
      const used = await checkCode(dependencies, write, { ...body, sessionId: null })
      const user = await getEnabledUser(db, used.userId)
      const { token, freshUntil } = await write(async (trx) => {
        const session = await createSession(trx, { userId: user.id, now: now(), userAgent })
        await used.finish(trx)
        await rememberAddress(trx, { email: user.email, address, now: now() })
        return session
      })
      setSession(token)
      return toSignedIn(user, { freshUntil, now: now(), message: 'Signed in.' })
    },

    async sendSecondStepCode({ body: { attempt }, write }) {
      if (!outbox.isOpen) throw new AppError('conflict', 'This blog cannot send mail. Please use your passkey.')
      await write(async (trx) => {
        const found = await findAttempt(trx, { attempt, now: now() })
        if (!found) throw ended()
        refuseTooSoon(found.mailed_at, now())
        await mailCode(trx, { now: now(), outbox }, { userId: found.user_id, attempt })
      })
      return { success: true, message: 'The code is on its way. If you have several, the newest one counts.' }
    },

    async confirmSecondStep({ body, session, write }) {
      const used = await checkCode(dependencies, write, { ...body, sessionId: session.id })
      await write(async (trx) => {
        await lockAccount(trx, used.userId)
        await used.finish(trx)
        await confirmSession(trx, session.id, now())
      })
      return { success: true, message: 'Thank you.' }
    },
  }
}

interface Try {
  readonly attempt: string
  readonly code: string
  readonly sessionId: string | null
}

interface UsedCode {
  readonly userId: string
  /** Uses up the attempt. Call within the transaction that grants access. @throws gone if another request has used it */
  readonly finish: (trx: Database) => Promise<void>
}

/** @throws bad_request for a wrong code, gone for an attempt that has ended, rate_limited */
async function checkCode({ now }: Dependencies, write: ChangeFeed['write'], { attempt, code, sessionId }: Try): Promise<UsedCode> {
  const limit = RATE_LIMITS.secondStepFailuresPerUser
  const counted = await write(async (trx) => {
    const row = await countTry(trx, { attempt, now: now(), sessionId })
    if (row) await takeFromLimit(trx, limit, { key: row.user_id, now: now() })
    return row
  })
  if (!counted) throw ended()
  const { user_id: userId, code_hash: codeHash, tries } = counted
  if (!(await verifyPassword(codeHash, code))) {
    if (tries >= SECOND_STEP_TRIES_MAX) throw ended()
    throw new AppError('bad_request', 'That is not the code. If you asked for several, the newest one counts.', { field: 'code' })
  }
  const finish: UsedCode['finish'] = async (trx) => {
    if (!(await deleteAttempt(trx, attempt))) throw ended()
    await giveBackToLimit(trx, limit, userId)
  }
  return { userId, finish }
}

const ended = () => new AppError('gone', 'This code is used up or too old. Please begin again with your password.')

/** Ignores a time in the future, which was stored before the clock was set back. @throws rate_limited */
function refuseTooSoon(mailedAt: number | null, now: number): void {
  const restMs = mailedAt === null || mailedAt > now ? 0 : mailedAt + SECOND_STEP_MAIL_PAUSE_MS - now
  if (restMs <= 0) return
  const message = 'A code was sent just now. It can take half a minute to arrive; please look again before you ask for another one.'
  throw new AppError('rate_limited', message, { retryAfterSeconds: Math.ceil(restMs / 1000) })
}
