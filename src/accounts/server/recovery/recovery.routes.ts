import type { recoveryEndpoints } from '#accounts/contract/auth.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { RATE_LIMITS, VERIFY_LINK_TTL_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { hashPassword } from '#platform/security/passwords.ts'
import { takeFromLimit, tryTakeFromLimit } from '#platform/security/rate-limit.ts'
import { mailboxKey } from '#platform/security/mailbox-key.ts'
import type { SecondStep } from '#accounts/server/second-step/second-step.ts'
import { createSession } from '#accounts/server/sessions/sessions.store.ts'
import { refuseGuessable } from '#accounts/server/users/guessable-passwords.ts'
import { deleteAttemptsOf } from '#accounts/server/second-step/second-step-attempts.store.ts'
import { admitOwner } from '#accounts/server/sessions/sign-in-limits.ts'
import { countAsk, clearAsks } from '#accounts/server/mail/asks.ts'
import { type LinkOwner, useLink } from './account-links.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly outbox: Outbox
  readonly secondStep: SecondStep
  readonly readSiteName: () => Promise<string>
  /** Listener of a module above, registered in app/. Called within the transaction that confirms the address. */
  readonly onEmailVerified: (trx: Database, user: Pick<LinkOwner, 'id' | 'email'>) => Promise<void>
}

/** Mailed links to choose a new password and to confirm an email address. */
export function recoveryRoutes(dependencies: Dependencies): Handlers<typeof recoveryEndpoints> {
  return { ...passwordRoutes(dependencies), ...verificationRoutes(dependencies) }
}

function passwordRoutes({
  now,
  outbox,
  secondStep,
  readSiteName,
  onEmailVerified,
}: Dependencies): Handlers<Pick<typeof recoveryEndpoints, 'forgotPassword' | 'resetPassword'>> {
  return {
    /** The account is looked up only when the mail is sent, so response and timing do not reveal whether it exists. */
    async forgotPassword({ body, write }) {
      requireMail(outbox)
      await write(async (trx) => {
        await takeFromLimit(trx, RATE_LIMITS.mailsPerAccount, { key: mailboxKey(body.email), now: now() })
        await outbox.put(trx, { kind: 'reset_password', email: body.email, priority: 'urgent' })
      })
      return { success: true, message: 'If there is an account with this email, a link to choose a new password is on its way to it.' }
    },

    async resetPassword({ body, address, userAgent, write, setSession }) {
      const password_hash = await hashPassword(body.password)
      const siteName = await readSiteName()
      const token = await write(async (trx) => {
        const user = await useLink(trx, { token: body.token, purpose: 'reset_password', now: now() })
        await refuseGuessable(body.password, [user.username, user.display_name, user.email, siteName])
        // The link came by mail, so the address is confirmed as well.
        const changes = { password_hash, email_verified: 1 as const, updated_at: now() }
        await trx.updateTable('users').set(changes).where('id', '=', user.id).execute()
        await trx.deleteFrom('sessions').where('user_id', '=', user.id).execute()
        await deleteAttemptsOf(trx, user.id)
        await admitOwner(trx, { email: user.email, address, now: now() })
        await clearAsks(trx, user.email)
        await onEmailVerified(trx, user)
        await outbox.put(trx, { kind: 'password_changed', email: user.email })
        // A mail alone is no second step.
        if (user.is_admin === 1 && (await secondStep.isRequired(trx))) return null
        return (await createSession(trx, { userId: user.id, now: now(), userAgent })).token
      })
      setSession(token)
      const isSignedIn = token !== null
      const next = isSignedIn ? 'You are signed in.' : 'You can sign in with it now.'
      return { success: true, isSignedIn, message: `Your password was changed. ${next}` }
    },
  }
}

function verificationRoutes({
  db,
  now,
  outbox,
  onEmailVerified,
}: Dependencies): Handlers<Pick<typeof recoveryEndpoints, 'sendVerification' | 'verifyEmail'>> {
  return {
    async sendVerification({ viewer, write }) {
      requireMail(outbox)
      const { email, email_verified: verified } = await db
        .selectFrom('users')
        .select(['email', 'email_verified'])
        .where('id', '=', viewer.id)
        .executeTakeFirstOrThrow()
      if (verified === 1) throw new AppError('conflict', 'This email address is confirmed already.')
      await write(async (trx) => {
        await takeFromLimit(trx, RATE_LIMITS.mailsPerAccount, { key: mailboxKey(email), now: now() })
        const isFamily = viewer.isAdmin || viewer.isFamily
        if (!isFamily && !(await countAsk(trx, { email, now: now() }))) throw new AppError('rate_limited', ASKED_TODAY)
        await outbox.put(trx, { kind: 'verify_email', email, priority: isFamily ? 'notice' : 'low', giveUpAfterMs: VERIFY_LINK_TTL_MS })
      })
      return { success: true, message: 'A link to confirm your email address is on its way to it.' }
    },

    async verifyEmail({ body, write }) {
      await write(async (trx) => {
        const user = await useLink(trx, { token: body.token, purpose: 'verify_email', now: now() })
        await trx.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute()
        await clearAsks(trx, user.email)
        await onEmailVerified(trx, user)
      })
      return { success: true, message: 'Thank you. Your email address is confirmed.' }
    },
  }
}

const ASKED_TODAY = 'A mail went to this address within the last day. Please look for it, also among the spam, or try again tomorrow.'

/** Asks a user to confirm a new address. Sends nothing to one at its limits; the profile offers another mail later. */
export async function queueVerification(trx: Database, outbox: Outbox, { email, now }: { email: string; now: number }): Promise<void> {
  const waitMs = await tryTakeFromLimit(trx, RATE_LIMITS.mailsPerAccount, { key: mailboxKey(email), now })
  if (waitMs === null && (await countAsk(trx, { email, now })))
    await outbox.put(trx, { kind: 'verify_email', email, priority: 'low', giveUpAfterMs: VERIFY_LINK_TTL_MS })
}

function requireMail(outbox: Outbox): void {
  if (!outbox.isOpen) throw new AppError('not_found', 'This blog cannot send mail. Please ask the people who run it.')
}
