import { ACCOUNT_RATE_LIMITS } from '#accounts/contract/account-limits.ts'
import anyAscii from 'any-ascii'
import type { signUpRequestEndpoints, userEndpoints } from '#accounts/contract/users.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { FILL_ALL_FIELDS } from '#platform/contract/form.ts'
import { queueVerification } from '#accounts/server/links/links.routes.ts'
import { isBlogClosed } from '#site/server/index.ts'
import { findFreeUsername, refuseNamesOfMembers, refuseReserved, refuseReservedDisplayName } from '#accounts/server/users/names.ts'
import { createRequest, deleteRequests, listRequests, type SignUpRequestRow, takeRequest } from './sign-up-requests.store.ts'
import { ANY_USER_TAG, userTag } from '#platform/cache/cache-tags.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { hashPassword } from '#accounts/server/passwords.ts'
import { hashedKey, takeFromLimit } from '#platform/security/rate-limit.ts'
import { plural } from '#platform/contract/plural.ts'
import { refuseGuessable } from '#accounts/server/users/guessable-passwords.ts'
import { createUser, getUser, letIn, refuseTaken } from '#accounts/server/users/users.store.ts'

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

type NewRequestEndpoints = Pick<typeof signUpRequestEndpoints, 'requestAccount' | 'requestAccess'>

/** Sign-up, and the requests to be let in that admins approve. */
export function signUpRoutes(dependencies: Dependencies): Handlers<Pick<typeof userEndpoints, 'signUp'> & typeof signUpRequestEndpoints> {
  return { ...signUpRoute(dependencies), ...newRequestRoutes(dependencies), ...answerRoutes(dependencies) }
}

/** For a page that was loaded before. */
const CLOSED = 'This blog is for the family now. Please load the page again to ask to be let in.'
const ON_ITS_WAY = 'Thank you. Your request is with the people who write here.'
const WAITING = `${ON_ITS_WAY} You can sign in as soon as they let you in.`

/** Anyone makes an account on an open blog. */
function signUpRoute(dependencies: Dependencies): Handlers<Pick<typeof userEndpoints, 'signUp'>> {
  const { db, now, newId, readSiteName } = dependencies
  return {
    async signUp({ body: { password, username, email }, write }) {
      if (await isBlogClosed(db)) throw new AppError('conflict', CLOSED)
      const siteName = await readSiteName()
      refuseReserved(username, siteName)
      await refuseGuessable(password, [username, email, siteName])
      const id = newId()
      await refuseNamesOfMembers(db, { id, username })
      const account = { id, username, email, password_hash: await hashPassword(password), created_at: now() }
      await write((trx) => createReader(trx, dependencies, account))
      return { success: true, message: 'Your account was created. You can sign in now.' }
    },
  }
}

/** Requests of people without an account, who give a name as the invited do, and of users who are not family. */
function newRequestRoutes(dependencies: Dependencies): Handlers<NewRequestEndpoints> {
  const { db, now, newId, outbox, readSiteName } = dependencies
  return {
    async requestAccount({ body: { displayName, email, password, note }, address, write }) {
      await requireClosed(db)
      const siteName = await readSiteName()
      refuseReservedDisplayName(displayName, siteName)
      if (password !== undefined) await refuseGuessable(password, [displayName, email, siteName])
      else if (!outbox.isOpen) throw new AppError('bad_request', FILL_ALL_FIELDS, { field: 'password' })
      const id = newId()
      // As for the invited, who may share a name with a relative: a stranger must not learn the names of the family.
      await refuseNamesOfMembers(db, { id, displayName, isInvited: true })
      const username = await findFreeUsername(db, anyAscii(displayName), siteName)
      const password_hash = password === undefined ? null : await hashPassword(password)
      const account = { id, username, display_name: displayName, email, password_hash, created_at: now() }
      await storeRequest(write, dependencies, { ...account, note, address })
      return { success: true, message: WAITING }
    },

    async requestAccess({ body: { note }, viewer, address, write }) {
      if (viewer.isAdmin || viewer.isFamily) throw new AppError('conflict', 'You belong to the family already: there is nothing to do.')
      await requireClosed(db)
      const { username, display_name, email } = await getUser(db, viewer.id)
      const account = { id: newId(), user_id: viewer.id, username, display_name, email, password_hash: null, created_at: now() }
      await storeRequest(write, dependencies, { ...account, note, address })
      return { success: true, message: `${ON_ITS_WAY} You can read as soon as they let you in.` }
    },
  }
}

/** @throws conflict on an open blog */
async function requireClosed(db: Database): Promise<void> {
  if (!(await isBlogClosed(db))) throw new AppError('conflict', 'Everybody may read this blog: you need not ask.')
}

interface NewRequest extends Partial<Pick<SignUpRequestRow, 'user_id' | 'display_name'>> {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly password_hash: string | null
  readonly note: string
  readonly created_at: number
  /** Of the network. */
  readonly address: string
}

async function storeRequest(
  write: ChangeFeed['write'],
  { signUpEvents }: Dependencies,
  { address, ...request }: NewRequest,
): Promise<void> {
  const { user_id = null, display_name = null, created_at: now } = request
  await write(async (trx) => {
    await takeFromLimit(trx, ACCOUNT_RATE_LIMITS.signUpRequestsPerAddress, { key: address, now })
    await refuseTaken(trx, { ...request, id: user_id ?? request.id })
    await createRequest(trx, { ...request, user_id, display_name, address_hash: hashedKey('sign-up request', address) })
    await signUpEvents?.onRequest(trx, { now })
  })
}

async function createReader(trx: Database, { outbox }: Dependencies, account: NewAccount): Promise<void> {
  const { email, created_at: at } = account
  await createUser(trx, { ...account, picture_url: null, is_admin: 0, updated_at: at })
  await queueVerification(trx, outbox, { email, now: at })
}

function answerRoutes(dependencies: Dependencies): Handlers<Omit<typeof signUpRequestEndpoints, keyof NewRequestEndpoints>> {
  const { db, readSiteName } = dependencies
  return {
    async listSignUpRequests() {
      const rows = await listRequests(db)
      return {
        requests: rows.map(({ id, user_id: userId, display_name: name, created_at: at, username, email, note }) => {
          const names = { username, ...(name === null ? {} : { displayName: name }) }
          return { _id: id, ...names, hasAccount: userId !== null, email, note, createdAt: new Date(at).toISOString() }
        }),
      }
    },

    async approveSignUp({ params, write }) {
      const siteName = await readSiteName()
      await write(async (trx, invalidate) => {
        const request = await takeRequest(trx, params.requestId)
        if (request.user_id === null) return createMember(trx, dependencies, { ...request, siteName })
        // Pages show a sign beside the names of the family.
        invalidate(userTag(request.user_id), ANY_USER_TAG)
        return letUserIn(trx, dependencies, request.user_id)
      })
      return { success: true, message: 'They belong to the family now.' }
    },

    async refuseSignUp({ params, write }) {
      await write((trx) => takeRequest(trx, params.requestId))
      return { success: true, message: 'The request is refused, and deleted.' }
    },

    async refuseSignUps({ body, write }) {
      const count = await write((trx) => deleteRequests(trx, body.requestIds))
      return { success: true, message: `${plural(count, 'One request is', 'requests are')} refused, and deleted.` }
    },
  }
}

type Taken = Omit<SignUpRequestRow, 'address_hash'> & { readonly siteName: string }

async function createMember(trx: Database, { now, newId, outbox }: Dependencies, request: Taken): Promise<void> {
  const { username: wanted, display_name, email, password_hash, siteName } = request
  // An invitation or the command line may have created an account meanwhile, with another password.
  const holder = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (holder) throw new AppError('conflict', 'There is an account with this email by now. You can refuse this request.')
  const username = await findFreeUsername(trx, wanted, siteName)
  const names = { id: newId(), username, display_name, email }
  const times = { created_at: now(), updated_at: now() }
  await createUser(trx, { ...names, ...times, password_hash, picture_url: null, is_admin: 0, is_family: 1 })
  await outbox.put(trx, { kind: 'let_in', email, isAwaited: true })
}

async function letUserIn(trx: Database, { outbox }: Dependencies, userId: string): Promise<void> {
  const [changed] = await letIn(trx, [userId])
  const { email, is_family: isFamily } = await getUser(trx, userId)
  if (isFamily === 0) throw new AppError('conflict', 'This account is disabled. Enable it first, or refuse this request.')
  if (changed !== undefined) await outbox.put(trx, { kind: 'let_in', email, isAwaited: true })
}
