import { ACCOUNT_RATE_LIMITS, VERIFY_LINK_TTL_MS } from '#accounts/contract/account-limits.ts'
import type { accountLinkEndpoints } from '#accounts/contract/auth.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { takeFromLimit, tryTakeFromLimit } from '#platform/security/rate-limit.ts'
import { mailboxKey } from '#platform/security/mailbox-key.ts'
import type { SecondStep } from '#accounts/server/second-step/second-step.ts'
import { createSession } from '#accounts/server/sessions/sessions.store.ts'
import { toSignedIn } from '#accounts/server/sessions/sessions.wire.ts'
import { getEnabledUser, getUser } from '#accounts/server/users/users.store.ts'
import { requireMail } from '#accounts/server/mail/require-mail.ts'
import { admitOwner } from '#accounts/server/sessions/sign-in-limits.ts'
import { countOptIn, clearOptIns } from '#accounts/server/mail/opt-ins.ts'
import { createLink, linkAddress, type LinkOwner, useLink } from './account-links.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly outbox: Outbox
  readonly publicUrl: string
  readonly secondStep: SecondStep
  /** Listener of a module above, registered in app/. Called within the transaction that confirms the address. */
  readonly onEmailVerified: (trx: Database, user: Pick<LinkOwner, 'id' | 'email'>) => Promise<void>
}

/** Links that sign in, and those that confirm an email address. */
export function linkRoutes(dependencies: Dependencies): Handlers<typeof accountLinkEndpoints> {
  return { ...signInRoutes(dependencies), ...verificationRoutes(dependencies) }
}

function signInRoutes({
  db,
  now,
  outbox,
  publicUrl,
  secondStep,
}: Dependencies): Handlers<Pick<typeof accountLinkEndpoints, 'signInWithLink' | 'createSignInLink'>> {
  return {
    async createSignInLink({ params, write }) {
      if (outbox.isOpen) throw new AppError('conflict', 'This blog can send mail: its people sign in with a code by mail.')
      const owner = await getEnabledUser(db, params.userId)
      const token = await write((trx) => createLink(trx, { owner, purpose: 'sign_in', now: now() }))
      return { link: linkAddress(publicUrl, 'sign_in', token) }
    },

    async signInWithLink({ body, address, userAgent, setSession, write }) {
      const { id, is_admin: isAdmin } = await write((trx) => useLink(trx, { token: body.token, purpose: 'sign_in', now: now() }))
      await secondStep.refuseUntilPassed({ id, isAdmin: isAdmin === 1 }, null)
      const { user, token, freshUntil } = await write(async (trx) => {
        const session = await createSession(trx, { userId: id, now: now(), userAgent })
        const owner = await getUser(trx, id)
        await admitOwner(trx, { email: owner.email, address, now: now() })
        return { ...session, user: owner }
      })
      setSession(token)
      return toSignedIn(user, { freshUntil, now: now(), message: 'Signed in.' })
    },
  }
}

function verificationRoutes({
  db,
  now,
  outbox,
  onEmailVerified,
}: Dependencies): Handlers<Pick<typeof accountLinkEndpoints, 'sendVerification' | 'verifyEmail'>> {
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
        await takeFromLimit(trx, ACCOUNT_RATE_LIMITS.mailsPerAccount, { key: mailboxKey(email), now: now() })
        const isFamily = viewer.isAdmin || viewer.isFamily
        if (!isFamily && !(await countOptIn(trx, { email, now: now() }))) throw new AppError('rate_limited', ASKED_TODAY)
        await outbox.put(trx, { kind: 'verify_email', email, isAwaited: true, giveUpAfterMs: VERIFY_LINK_TTL_MS })
      })
      return { success: true, message: 'A link to confirm your email address is on its way to it.' }
    },

    async verifyEmail({ body, write }) {
      await write(async (trx) => {
        const user = await useLink(trx, { token: body.token, purpose: 'verify_email', now: now() })
        await trx.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute()
        await clearOptIns(trx, user.email)
        await onEmailVerified(trx, user)
      })
      return { success: true, message: 'Thank you. Your email address is confirmed.' }
    },
  }
}

const ASKED_TODAY = 'A mail went to this address within the last day. Please look for it, also among the spam, or try again tomorrow.'

/** Asks a user to confirm a new address. Sends nothing to one at its limits; the profile offers another mail later. */
export async function queueVerification(trx: Database, outbox: Outbox, { email, now }: { email: string; now: number }): Promise<void> {
  const waitMs = await tryTakeFromLimit(trx, ACCOUNT_RATE_LIMITS.mailsPerAccount, { key: mailboxKey(email), now })
  if (waitMs === null && (await countOptIn(trx, { email, now })))
    await outbox.put(trx, { kind: 'verify_email', email, isAwaited: true, giveUpAfterMs: VERIFY_LINK_TTL_MS })
}
