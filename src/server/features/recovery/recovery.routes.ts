import { AppError } from '#contract/errors.ts'
import { RATE_LIMITS } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/call-endpoint.ts'
import type { Outbox } from '#server/platform/mail/outbox.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { hashedKey, takeFromLimit } from '#server/platform/rate-limit.ts'
import { useLink } from './account-links.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly outbox: Outbox
}

type RecoveryCalls =
  | 'POST /api/auth/forgot-password'
  | 'POST /api/auth/reset-password'
  | 'POST /api/auth/send-verification'
  | 'POST /api/auth/verify-email'

/** Links by mail: a new password, and the proof that an address is somebody's own. */
export function recoveryRoutes({ db, now, outbox }: Dependencies): Handlers<RecoveryCalls> {
  return {
    /** Whether the account exists is looked up only when the mail goes out, so the answer and its time tell nothing. */
    async 'POST /api/auth/forgot-password'({ body, address }) {
      requireMail(outbox)
      await takeFromLimit(db, RATE_LIMITS.recoveriesPerAddress, { key: address, now: now() })
      await takeFromLimit(db, RATE_LIMITS.mailsPerAccount, { key: hashedKey(body.email), now: now() })
      await outbox.put(db, { kind: 'reset_password', email: body.email })
      return { success: true, message: 'If there is an account with this email, a link to choose a new password is on its way to it.' }
    },

    async 'POST /api/auth/reset-password'({ body, address, setSession }) {
      await takeFromLimit(db, RATE_LIMITS.linksPerAddress, { key: address, now: now() })
      const password_hash = await hashPassword(body.password)
      const owner = await db.transaction().execute(async (trx) => {
        const user = await useLink(trx, { token: body.token, purpose: 'reset_password', now: now() })
        // Whoever can read the mail has shown that the address is theirs.
        const changes = { password_hash, email_verified: 1 as const, updated_at: now() }
        await trx.updateTable('users').set(changes).where('id', '=', user.id).execute()
        await trx.deleteFrom('sessions').where('user_id', '=', user.id).execute()
        return user
      })
      await outbox.put(db, { kind: 'password_changed', email: owner.email })
      setSession(null)
      return { success: true, message: 'Your password was changed. You can sign in with it now.' }
    },

    async 'POST /api/auth/send-verification'({ viewer }) {
      requireMail(outbox)
      const { email, email_verified: verified } = await db
        .selectFrom('users')
        .select(['email', 'email_verified'])
        .where('id', '=', viewer.id)
        .executeTakeFirstOrThrow()
      if (verified === 1) throw new AppError('conflict', 'This email address is confirmed already.')
      await takeFromLimit(db, RATE_LIMITS.mailsPerAccount, { key: hashedKey(email), now: now() })
      await outbox.put(db, { kind: 'verify_email', email })
      return { success: true, message: 'A link to confirm your email address is on its way to it.' }
    },

    async 'POST /api/auth/verify-email'({ body, address }) {
      await takeFromLimit(db, RATE_LIMITS.linksPerAddress, { key: address, now: now() })
      await db.transaction().execute(async (trx) => {
        const user = await useLink(trx, { token: body.token, purpose: 'verify_email', now: now() })
        await trx.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute()
      })
      return { success: true, message: 'Thank you. Your email address is confirmed.' }
    },
  }
}

function requireMail(outbox: Outbox): void {
  if (!outbox.isOpen) throw new AppError('not_found', 'This blog cannot send mail. Please ask the people who run it.')
}
