import type { setupEndpoints } from '#accounts/contract/auth.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { SITE_TAG } from '#platform/cache/cache-tags.ts'
import { deleteSetupKeys, isSetupKey } from './setup-keys.ts'
import { createSession } from '#accounts/server/sessions/sessions.store.ts'
import { toSignedIn } from '#accounts/server/sessions/sessions.wire.ts'
import { refuseGuessable } from '#accounts/server/users/guessable-passwords.ts'
import { createUser, getUser, hasAdmin } from '#accounts/server/users/users.store.ts'
import { type Database, lockInTransaction } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { changeLook, changeSettings } from '#site/server/index.ts'
import { hashPassword } from '#platform/security/passwords.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly readSiteName: () => Promise<string>
}

/** Creates the first admin, with the link that the server prints at its start. */
export function setupRoutes({ db, now, newId, readSiteName }: Dependencies): Handlers<typeof setupEndpoints> {
  return {
    async getSetup({ addCacheTags }) {
      addCacheTags(SITE_TAG)
      return { isOpen: !(await hasAdmin(db)) }
    },

    async createFirstAdmin({ body: { key, username, email, password }, userAgent, setSession, write }) {
      await requireOpen(db, key)
      await refuseGuessable(password, [username, email, await readSiteName()])
      const password_hash = await hashPassword(password)
      const at = now()
      const id = newId()
      const { token, freshUntil } = await write(async (trx, invalidate) => {
        invalidate(SITE_TAG)
        await lockInTransaction(trx, 'first admin')
        await requireOpen(trx, key)
        // A person who can read the server's output vouches for the address.
        const user = { id, username, email, password_hash, picture_url: null, is_admin: 1 as const, email_verified: 1 as const }
        await createUser(trx, { ...user, created_at: at, updated_at: at })
        await deleteSetupKeys(trx)
        // The theme that the set-up offers as chosen. Blogs that are set up by settings begin light (docs/product.md, 2).
        await changeLook(trx, { theme: 'system' })
        // The set-up asks, and suggests this.
        invalidate(...(await changeSettings(trx, { isClosed: true })))
        return createSession(trx, { userId: id, now: at, userAgent })
      })
      setSession(token)
      const user = await getUser(db, id)
      return toSignedIn(user, { freshUntil, now: at, message: 'The blog is yours.' })
    },
  }
}

const HAS_ADMIN = 'This blog has been set up already. Please sign in, or ask its admin to make you one, too.'
const WRONG_KEY = 'This link is not the one that the blog printed when it started. Please open that one.'

/** @throws conflict once there is an admin, forbidden for a wrong key */
async function requireOpen(db: Database, key: string): Promise<void> {
  if (await hasAdmin(db)) throw new AppError('conflict', HAS_ADMIN)
  if (!(await isSetupKey(db, key))) throw new AppError('forbidden', WRONG_KEY)
}
