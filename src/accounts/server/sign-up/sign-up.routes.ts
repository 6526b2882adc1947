import type { signUpRequestEndpoints, userEndpoints } from '#accounts/contract/users.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { RATE_LIMITS } from '#platform/contract/limits.ts'
import { queueVerification } from '#accounts/server/links/links.routes.ts'
import { isBlogClosed } from '#site/server/index.ts'
import { requireRecentSignIn } from '#accounts/server/sessions/recent-sign-in.ts'
import { findFreeUsername, refuseNamesOfMembers, refuseReserved } from '#accounts/server/users/names.ts'
import { createRequest, deleteRequests, listRequests, takeRequest } from './sign-up-requests.store.ts'
import type { ChangeFeed } from '#platform/cache/change-feed.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { hashPassword } from '#platform/security/passwords.ts'
import { hashedKey, takeFromLimit } from '#platform/security/rate-limit.ts'
import { refuseGuessable } from '#accounts/server/users/guessable-passwords.ts'
import { createUser, refuseTaken } from '#accounts/server/users/users.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly outbox: Outbox
  readonly readSiteName: () => Promise<string>
  readonly signUpEvents?: SignUpEvents | undefined
}

/** Listener of a module above, registered in app/. Called within the transaction that stores the request. */
export interface SignUpEvents {
  readonly onRequest: (trx: Database, request: { readonly now: number }) => Promise<void>
}

interface NewAccount {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly password_hash: string
  readonly created_at: number
}

/** Sign-up, and the requests for accounts that admins approve (docs/product.md, 17). */
export function signUpRoutes(dependencies: Dependencies): Handlers<Pick<typeof userEndpoints, 'signUp'> & typeof signUpRequestEndpoints> {
  return { ...askRoutes(dependencies), ...requestRoutes(dependencies) }
}

const WAITING = 'Thank you. Your request is with the people who write here. You can sign in as soon as they let you in.'

/** Anyone makes an account on an open blog; on a closed one they ask to be let in. */
function askRoutes(dependencies: Dependencies): Handlers<Pick<typeof userEndpoints, 'signUp'>> {
  const { db, now, newId, readSiteName } = dependencies
  return {
    async signUp({ body: { password, username, email, note = '' }, address, write }) {
      const waits = await isBlogClosed(db)
      if (waits && note === '') throw new AppError('bad_request', 'Please say who you are, in a line or two.', { field: 'note' })
      const siteName = await readSiteName()
      refuseReserved(username, siteName)
      await refuseGuessable(password, [username, email, siteName])
      const id = newId()
      await refuseNamesOfMembers(db, { id, username })
      const account = { id, username, email, password_hash: await hashPassword(password), created_at: now() }
      if (waits) await storeRequest(write, dependencies, { account, note, address })
      else await write((trx) => createReader(trx, dependencies, account))
      return { success: true, waits, message: waits ? WAITING : 'Your account was created. You can sign in now.' }
    },
  }
}

async function storeRequest(
  write: ChangeFeed['write'],
  { signUpEvents }: Dependencies,
  { account, note, address }: { account: NewAccount; note: string; address: string },
): Promise<void> {
  await write(async (trx) => {
    await takeFromLimit(trx, RATE_LIMITS.signUpRequestsPerAddress, { key: address, now: account.created_at })
    await refuseTaken(trx, account)
    await createRequest(trx, { ...account, note, address_hash: hashedKey('sign-up request', address) })
    await signUpEvents?.onRequest(trx, { now: account.created_at })
  })
}

async function createReader(trx: Database, { outbox }: Dependencies, account: NewAccount): Promise<void> {
  const { email, created_at: at } = account
  await createUser(trx, { ...account, picture_url: null, is_admin: 0, updated_at: at })
  await queueVerification(trx, outbox, { email, now: at })
}

function requestRoutes({ db, now, newId, outbox, readSiteName }: Dependencies): Handlers<typeof signUpRequestEndpoints> {
  return {
    async listSignUpRequests() {
      const rows = await listRequests(db)
      return {
        requests: rows.map(({ id, username, email, note, created_at: at }) => {
          return { _id: id, username, email, note, createdAt: new Date(at).toISOString() }
        }),
      }
    },

    async approveSignUp({ params, session, write }) {
      await requireRecentSignIn({ now }, session)
      const siteName = await readSiteName()
      await write(async (trx) => {
        const { username: wanted, email, password_hash } = await takeRequest(trx, params.requestId)
        // An invitation or the command line may have created an account meanwhile, with another password.
        const holder = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
        if (holder) throw new AppError('conflict', 'There is an account with this email by now. You can refuse this request.')
        const username = await findFreeUsername(trx, wanted, siteName)
        const times = { created_at: now(), updated_at: now() }
        await createUser(trx, { id: newId(), username, email, password_hash, picture_url: null, is_admin: 0, is_family: 1, ...times })
        await outbox.put(trx, { kind: 'let_in', email })
      })
      return { success: true, message: 'They belong to the family now.' }
    },

    async refuseSignUp({ params, write }) {
      await write((trx) => takeRequest(trx, params.requestId))
      return { success: true, message: 'The request is refused, and deleted.' }
    },

    async refuseSignUps({ body, write }) {
      const count = await write((trx) => deleteRequests(trx, body.requestIds))
      return {
        success: true,
        message: count === 1 ? 'One request is refused, and deleted.' : `${count} requests are refused, and deleted.`,
      }
    },
  }
}
