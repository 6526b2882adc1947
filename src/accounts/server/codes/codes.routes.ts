import type { codeEndpoints } from '#accounts/contract/auth.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { CODE_MAIL_PAUSE_MS } from '#accounts/contract/account-limits.ts'
import { clearOptIns } from '#accounts/server/mail/opt-ins.ts'
import { requireMail } from '#accounts/server/mail/require-mail.ts'
import type { SecondStep } from '#accounts/server/second-step/second-step.ts'
import { confirmSession, createSession } from '#accounts/server/sessions/sessions.store.ts'
import { admitOwner, countSignIn, rememberAddress } from '#accounts/server/sessions/sign-in-limits.ts'
import { toSignedIn } from '#accounts/server/sessions/sessions.wire.ts'
import { getEnabledUser, getUser, lockAccount } from '#accounts/server/users/users.store.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { checkCode, codeEnded, type UsedCode } from './check-code.ts'
import { createAttempt, findAttempt } from './codes.store.ts'
import { mailSecondStep, mailSignInCode } from './mail-code.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly outbox: Outbox
  readonly secondStep: SecondStep
  /** Listener of a module above, registered in app/. Called within the transaction that confirms the address. */
  readonly onEmailVerified: (trx: Database, user: { readonly id: string; readonly email: string }) => Promise<void>
}

const SENT = 'If there is an account with this address, a code is on its way to it.'
const SENT_AGAIN = 'The code is on its way. If you have several, the newest one counts.'

/** Codes by mail: a way in and back for everybody, and the second step of admins. */
export function codeRoutes(dependencies: Dependencies): Handlers<typeof codeEndpoints> {
  return { ...requestRoutes(dependencies), ...useRoutes(dependencies) }
}

function requestRoutes({
  db,
  now,
  outbox,
  secondStep,
}: Dependencies): Handlers<Pick<typeof codeEndpoints, 'sendSignInCode' | 'sendConfirmationCode' | 'sendCodeAgain'>> {
  return {
    /** The account is looked up only when the mail is sent, so response and timing do not reveal whether it exists. */
    async sendSignInCode({ body: { email }, address, write }) {
      requireMail(outbox)
      const attempt = await write(async (trx) => {
        const begun = await createAttempt(trx, { purpose: 'sign_in', email, userId: null, sessionId: null, now: now() })
        await mailSignInCode(trx, { attempt: begun, email, address, now: now(), outbox })
        return begun
      })
      return { success: true, message: SENT, attempt }
    },

    async sendConfirmationCode({ viewer, session, address, write }) {
      requireMail(outbox)
      if (viewer.isAdmin && (await secondStep.isRequired(db))) throw new AppError('forbidden', NOT_ALONE)
      const attempt = await write(async (trx) => {
        const { email } = await getUser(trx, viewer.id)
        const begun = await createAttempt(trx, { purpose: 'sign_in', email, userId: viewer.id, sessionId: session.id, now: now() })
        await mailSignInCode(trx, { attempt: begun, email, address, now: now(), outbox })
        return begun
      })
      return { success: true, message: SENT_AGAIN, attempt }
    },

    async sendCodeAgain({ body: { attempt }, address, write }) {
      if (!outbox.isOpen) throw new AppError('conflict', 'This blog cannot send mail. Please use your passkey.')
      await write(async (trx) => {
        const found = await findAttempt(trx, { attempt, now: now() })
        if (!found) throw codeEnded()
        refuseTooSoon(found.mailed_at, now())
        const mail = { attempt, email: found.email, now: now(), outbox }
        if (found.purpose === 'second_step' && found.user_id !== null) await mailSecondStep(trx, { ...mail, userId: found.user_id })
        else await mailSignInCode(trx, { ...mail, address })
      })
      return { success: true, message: SENT_AGAIN }
    },
  }
}

const NOT_ALONE = 'As an admin you need more than a code by mail here. Please use your passkey, or your password.'

function useRoutes(dependencies: Dependencies): Handlers<Pick<typeof codeEndpoints, 'signInWithCode' | 'confirmWithCode'>> {
  const { db, now } = dependencies
  return {
    async signInWithCode({ body, address, userAgent, setSession, write }) {
      const used = await checkCode(write, { ...body, sessionId: null, address, now: now() })
      const { is_admin: isAdmin } = await getEnabledUser(db, used.userId)
      await refuseAlone(dependencies, used, isAdmin === 1)
      const signedIn = await write(async (trx) => {
        await used.finish(trx)
        if (used.purpose === 'sign_in') await welcomeOwner(trx, dependencies, { ...used, address })
        const session = await createSession(trx, { userId: used.userId, now: now(), userAgent })
        await rememberAddress(trx, { email: used.email, address, now: now() })
        return { ...session, user: await getUser(trx, used.userId) }
      })
      setSession(signedIn.token)
      return toSignedIn(signedIn.user, { freshUntil: signedIn.freshUntil, now: now(), message: 'Signed in.' })
    },

    async confirmWithCode({ body, viewer, session, address, write }) {
      const used = await checkCode(write, { ...body, sessionId: session.id, address, now: now() })
      await refuseAlone(dependencies, used, viewer.isAdmin)
      await write(async (trx) => {
        await lockAccount(trx, used.userId)
        await used.finish(trx)
        await confirmSession(trx, session.id, now())
      })
      return { success: true, message: 'Thank you.' }
    },
  }
}

/** A code never replaces an admin's second step, and is not two steps at once. @throws forbidden */
async function refuseAlone({ db, secondStep }: Dependencies, { purpose }: UsedCode, isAdmin: boolean): Promise<void> {
  if (purpose === 'sign_in' && isAdmin && (await secondStep.isRequired(db))) throw new AppError('forbidden', NOT_ALONE)
}

/** What opens an account, in addition to a code. */
const WAYS_IN = ['sessions', 'passkeys', 'identities', 'feed_tokens'] as const

/**
 * The mailbox is this person's. If that was not known before, another person may have signed up with it: what they set up opens
 * nothing any more.
 */
async function welcomeOwner(
  trx: Database,
  { now, onEmailVerified }: Dependencies,
  { userId, email, address }: UsedCode & { readonly address: string },
): Promise<void> {
  const confirmed = await trx
    .updateTable('users')
    .set({ email_verified: 1, password_hash: null, updated_at: now() })
    .where('id', '=', userId)
    .where('email_verified', '=', 0)
    .returning('id')
    .executeTakeFirst()
  if (confirmed) for (const table of WAYS_IN) await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  await admitOwner(trx, { email, address, now: now() })
  await countSignIn(trx, { email, address, now: now() })
  await clearOptIns(trx, email)
  if (confirmed) await onEmailVerified(trx, { id: userId, email })
}

/** Ignores a time in the future, which was stored before the clock was set back. @throws rate_limited */
function refuseTooSoon(mailedAt: number | null, now: number): void {
  const restMs = mailedAt === null || mailedAt > now ? 0 : mailedAt + CODE_MAIL_PAUSE_MS - now
  if (restMs <= 0) return
  const message = 'A code was sent just now. It can take half a minute to arrive; please look again before you ask for another one.'
  throw new AppError('rate_limited', message, { retryAfterSeconds: Math.ceil(restMs / 1000) })
}
