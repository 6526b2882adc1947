import anyAscii from 'any-ascii'
import type { createFirstAdmin, setupEndpoints } from '#accounts/contract/auth.endpoints.ts'
import type { CallInput } from '#platform/contract/endpoint.ts'
import { AppError } from '#platform/contract/errors.ts'
import { SITE_TAG } from '#platform/cache/cache-tags.ts'
import { queueVerification } from '#accounts/server/links/links.routes.ts'
import { deleteSetupKeys, isSetupKey } from './setup-keys.ts'
import { createSession } from '#accounts/server/sessions/sessions.store.ts'
import { toSignedIn } from '#accounts/server/sessions/sessions.wire.ts'
import { refuseGuessable } from '#accounts/server/users/guessable-passwords.ts'
import { findFreeUsername } from '#accounts/server/users/names.ts'
import { createUser, getUser, hasAdmin } from '#accounts/server/users/users.store.ts'
import { type Database, lockInTransaction } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { DEFAULT_TIME_ZONE } from '#platform/contract/time-zone.ts'
import { changeBlogWords, changeLook, changeSettings, type SiteConfig, withLegalDate } from '#site/server/index.ts'
import { hashPassword } from '#accounts/server/passwords.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly siteConfig: SiteConfig
  readonly outbox: Outbox
}

/** Creates the first admin, with the link that the server prints at its start. */
export function setupRoutes({ db, now, newId, siteConfig, outbox }: Dependencies): Handlers<typeof setupEndpoints> {
  return {
    async getSetup({ addCacheTags }) {
      addCacheTags(SITE_TAG)
      return { isOpen: !(await hasAdmin(db)) }
    },

    async checkFirstAdmin({ body, write }) {
      // Writes nothing: the rate limit alone.
      await write(async () => {})
      await requireFirstAdmin(db, body)
      return { success: true, message: 'That is fine.' }
    },

    async createFirstAdmin({ body, userAgent, setSession, write }) {
      const { key, displayName, email, password } = body
      await requireFirstAdmin(db, body)
      const password_hash = password === undefined ? null : await hashPassword(password)
      const at = now()
      const id = newId()
      const { token, freshUntil } = await write(async (trx, invalidate) => {
        await lockInTransaction(trx, 'first admin')
        await requireOpen(trx, key)
        const username = await findFreeUsername(trx, anyAscii(displayName), siteConfig.name)
        const user = { id, username, display_name: displayName, email, password_hash, picture_url: null }
        // Where no mail can be sent, a person who can read the server's output vouches for the address.
        await createUser(trx, { ...user, is_admin: 1, email_verified: outbox.isOpen ? 0 : 1, created_at: at, updated_at: at })
        if (outbox.isOpen) await queueVerification(trx, outbox, { email, now: at })
        await deleteSetupKeys(trx)
        await withLegalDate(trx, { siteConfig, now: at }, async () => invalidate(...(await storeReplies(trx, body, siteConfig.timeZone))))
        return createSession(trx, { userId: id, now: at, userAgent })
      })
      setSession(token)
      const user = await getUser(db, id)
      return toSignedIn(user, { freshUntil, now: at, message: 'The blog is yours.' })
    },
  }
}

type Replies = NonNullable<CallInput<typeof createFirstAdmin>['body']>

/** What the set-up in the browser asked, and what it does not ask. @returns the cache tags to invalidate */
async function storeReplies(
  trx: Database,
  { displayName, blogName, palette, wayIn, timeZone }: Replies,
  ofOperator: string,
): Promise<readonly string[]> {
  await changeBlogWords(trx, {
    name: blogName,
    author: displayName,
    // What the operator says stays.
    ...(timeZone !== undefined && ofOperator === DEFAULT_TIME_ZONE && { timeZone }),
  })
  await changeLook(trx, { palette, theme: 'system' })
  return changeSettings(trx, { isClosed: wayIn === 'family', commentMaxLength: 1000 })
}

/** @throws bad_request, and what `requireOpen` throws */
async function requireFirstAdmin(db: Database, { key, displayName, email, password }: Omit<Replies, 'wayIn'>): Promise<void> {
  await requireOpen(db, key)
  if (password !== undefined) await refuseGuessable(password, [displayName, email])
}

const HAS_ADMIN = 'This blog has been set up already. Please sign in, or ask its admin to make you one, too.'
const WRONG_KEY = 'This link is not the one that the blog printed when it started. Please open that one.'

/** @throws conflict once there is an admin, forbidden for a wrong key */
async function requireOpen(db: Database, key: string): Promise<void> {
  if (await hasAdmin(db)) throw new AppError('conflict', HAS_ADMIN)
  if (!(await isSetupKey(db, key))) throw new AppError('forbidden', WRONG_KEY)
}
