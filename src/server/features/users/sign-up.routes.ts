import { AppError } from '#contract/errors.ts'
import { RATE_LIMITS } from '#contract/limits.ts'
import type { Handlers } from '#server/platform/http/call-endpoint.ts'
import type { Outbox } from '#server/platform/mail/outbox.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { hashedKey, tryTakeFromLimit } from '#server/platform/rate-limit.ts'
import { refuseReserved } from '#server/features/reserved-names.ts'
import { createUser } from './users.store.ts'

interface Dependencies {
  readonly now: () => number
  readonly newId: () => string
  readonly outbox: Outbox
  readonly readSiteName: () => Promise<string>
}

export function signUpRoutes({ now, newId, outbox, readSiteName }: Dependencies): Handlers<'POST /api/auth/signup'> {
  return {
    async 'POST /api/auth/signup'({ body: { website, password, username, email }, write }) {
      refuseMachines(website)
      refuseReserved(username, await readSiteName())
      const at = now()
      const password_hash = await hashPassword(password)
      await write(async (trx) => {
        await createUser(trx, {
          id: newId(),
          username,
          email,
          password_hash,
          picture_url: null,
          is_admin: 0,
          created_at: at,
          updated_at: at,
        })
        // An address that has had its mails for this hour gets none; the profile offers another one later.
        const waitMs = await tryTakeFromLimit(trx, RATE_LIMITS.mailsPerAccount, { key: hashedKey(email), now: at })
        if (waitMs === null) await outbox.put(trx, { kind: 'verify_email', email })
      })
      return { success: true, message: 'Your account was created. You can sign in now.' }
    },
  }
}

/** People do not see the field; where a browser filled it in for them, the message says what to do. */
function refuseMachines(website: unknown): void {
  if (website !== undefined && website !== null && website !== '') {
    throw new AppError('bad_request', 'This looks as if a machine had filled in the form. Please leave the field “Website” empty.', {
      field: 'website',
    })
  }
}
