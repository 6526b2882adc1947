import type { userEndpoints } from '#accounts/contract/users.endpoints.ts'
import type { Settings } from '#site/contract/settings.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { RATE_LIMITS } from '#platform/contract/limits.ts'
import { getSettings } from '#site/server/index.ts'
import { refuseMachines } from '#accounts/server/invitations/refuse-machines.ts'
import { refuseReserved } from '#accounts/server/users/names.ts'
import { createRequest } from './sign-up-requests.store.ts'
import type { ChangeFeed } from '#platform/cache/change-feed.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { hashPassword } from '#platform/security/passwords.ts'
import { hashedKey, takeFromLimit, tryTakeFromLimit } from '#platform/security/rate-limit.ts'
import { createUser, refuseTaken } from '#accounts/server/users/users.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly outbox: Outbox
  readonly readSiteName: () => Promise<string>
}

interface NewAccount {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly password_hash: string
  readonly created_at: number
}

const WAITING = 'Thank you. Those who write here are asked now. You can sign in as soon as they let you in.'

/** Sign-up. The settings decide: open, on request, or by invitation alone. */
export function signUpRoutes(dependencies: Dependencies): Handlers<Pick<typeof userEndpoints, 'signUp'>> {
  const { db, now, newId, readSiteName } = dependencies
  return {
    async signUp({ body: { website, password, username, email, note = '' }, address, write }) {
      refuseMachines(website)
      const { signUp } = await getSettings(db)
      refuseUninvited(signUp)
      const waits = signUp === 'request'
      if (waits && note === '') throw new AppError('bad_request', 'Please say who you are, in a line or two.', { field: 'note' })
      refuseReserved(username, await readSiteName())
      const account = { id: newId(), username, email, password_hash: await hashPassword(password), created_at: now() }
      if (waits) await storeRequest(write, { account, note, address })
      else await write((trx) => createReader(trx, dependencies, account))
      return { success: true, waits, message: waits ? WAITING : 'Your account was created. You can sign in now.' }
    },
  }
}

function refuseUninvited(signUp: Settings['signUp']): void {
  if (signUp === 'invitation') {
    throw new AppError('forbidden', 'This blog takes new readers by invitation alone. Please ask the family for a link, and open it.')
  }
}

async function storeRequest(
  write: ChangeFeed['write'],
  { account, note, address }: { account: NewAccount; note: string; address: string },
): Promise<void> {
  await write(async (trx) => {
    await takeFromLimit(trx, RATE_LIMITS.signUpRequestsPerAddress, { key: address, now: account.created_at })
    await refuseTaken(trx, account)
    await createRequest(trx, { ...account, note })
  })
}

async function createReader(trx: Parameters<typeof createUser>[0], { outbox }: Dependencies, account: NewAccount): Promise<void> {
  const { email, created_at: at } = account
  await createUser(trx, { ...account, picture_url: null, is_admin: 0, updated_at: at })
  // Sends nothing to an address at its hourly limit; the profile offers another mail later.
  const waitMs = await tryTakeFromLimit(trx, RATE_LIMITS.mailsPerAccount, { key: hashedKey(email), now: at })
  if (waitMs === null) await outbox.put(trx, { kind: 'verify_email', email })
}
