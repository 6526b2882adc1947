import type { signUpRequestEndpoints } from '#accounts/contract/sign-up-requests.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { findFreeUsername } from '#accounts/server/users/free-username.ts'
import { listRequests, takeRequest } from './sign-up-requests.store.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { createUser } from '#accounts/server/users/users.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly outbox: Outbox
  readonly readSiteName: () => Promise<string>
}

/** Requests for accounts, which admins approve (docs/product.md, 17). */
export function signUpRequestRoutes({ db, now, newId, outbox, readSiteName }: Dependencies): Handlers<typeof signUpRequestEndpoints> {
  return {
    async listSignUpRequests() {
      const rows = await listRequests(db)
      return {
        requests: rows.map(({ id, username, email, note, created_at: at }) => {
          return { _id: id, username, email, note, createdAt: new Date(at).toISOString() }
        }),
      }
    },

    async approveSignUp({ params, body, write }) {
      const siteName = await readSiteName()
      await write(async (trx) => {
        const { username: wanted, email, password_hash } = await takeRequest(trx, params.requestId)
        // An invitation or the command line may have created an account meanwhile, with another password.
        const holder = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
        if (holder) throw new AppError('conflict', 'There is an account with this email by now. You can refuse this request.')
        const username = await findFreeUsername(trx, wanted, siteName)
        const times = { created_at: now(), updated_at: now() }
        const is_family = body.isFamily ? (1 as const) : (0 as const)
        await createUser(trx, { id: newId(), username, email, password_hash, picture_url: null, is_admin: 0, is_family, ...times })
        await outbox.put(trx, { kind: 'let_in', email })
      })
      return { success: true, message: body.isFamily ? 'They belong to the family now.' : 'They are a reader now.' }
    },

    async refuseSignUp({ params, write }) {
      await write((trx) => takeRequest(trx, params.requestId))
      return { success: true, message: 'The request is refused, and deleted.' }
    },
  }
}
