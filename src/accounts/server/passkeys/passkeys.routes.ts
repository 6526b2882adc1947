import { ACCOUNT_RATE_LIMITS, PASSKEYS_MAX } from '#accounts/contract/account-limits.ts'
import type { passkeyEndpoints, ListedPasskey } from '#accounts/contract/passkeys.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { admitOwner, countSignIn } from '#accounts/server/sessions/sign-in-limits.ts'
import type { SecondStep } from '#accounts/server/second-step/second-step.ts'
import { confirmSession, createSession } from '#accounts/server/sessions/sessions.store.ts'
import { deviceName, toSignedIn } from '#accounts/server/sessions/sessions.wire.ts'
import { getEnabledUser, lockAccount } from '#accounts/server/users/users.store.ts'
import { type Database, lockInTransaction } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { giveBackToLimit, takeFromLimit } from '#platform/security/rate-limit.ts'
import {
  addPasskey,
  createChallenge,
  deletePasskey,
  findPasskey,
  hasWayIn,
  type ListedPasskeyRow,
  listPasskeys,
  recordUse,
  renamePasskey,
  useChallenge,
} from './passkeys.store.ts'
import { creationOptions, type RelyingParty, relyingPartyOf, requestOptions, verifyCreation, verifyUse } from './webauthn.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly publicUrl: string
  readonly readSiteName: () => Promise<string>
  readonly outbox: Outbox
  readonly secondStep: SecondStep
}

const DID_NOT_WORK = 'This passkey did not work here. Please try again, or choose another way.'

/** Passkeys: managing them, and sign-in with them. */
export function passkeyRoutes(dependencies: Dependencies): Handlers<typeof passkeyEndpoints> {
  return { ...ownPasskeyRoutes(dependencies), ...useRoutes(dependencies) }
}

type OwnPasskeyEndpoints = Omit<typeof passkeyEndpoints, 'beginPasskeySignIn' | 'signInWithPasskey' | 'confirmWithPasskey'>

function ownPasskeyRoutes({ db, now, newId, publicUrl, readSiteName, outbox, secondStep }: Dependencies): Handlers<OwnPasskeyEndpoints> {
  return {
    async listPasskeys({ viewer }) {
      return { passkeys: (await listPasskeys(db, viewer.id)).map(toListedPasskey) }
    },

    async beginPasskey({ viewer, write }) {
      const site = { ...requireSite(publicUrl), name: await readSiteName() }
      const existing = await listPasskeys(db, viewer.id)
      requireRoom(existing)
      const user = await db.selectFrom('users').select(['username', 'display_name']).where('id', '=', viewer.id).executeTakeFirstOrThrow()
      const challenge = await write((trx) => createChallenge(trx, { userId: viewer.id, now: now() }))
      const owner = { id: viewer.id, username: user.username, displayName: user.display_name ?? user.username }
      const known = existing.map(({ credential_id, transports }) => ({ id: credential_id, transports: readTransports(transports) }))
      return { options: { ...(await creationOptions({ site, owner, challenge, existing: known })) } }
    },

    async addPasskey({ body, viewer, userAgent, write }) {
      const site = requireSite(publicUrl)
      const checkChallenge = (challenge: string) => useChallenge(db, { challenge, userId: viewer.id, now: now() })
      const created = await verifyCreation(site, body.credential, checkChallenge)
      if (created === null) throw new AppError('bad_request', 'This passkey could not be stored. Please try again.')
      const row = {
        id: newId(),
        user_id: viewer.id,
        credential_id: created.id,
        public_key: Buffer.from(created.publicKey).toString('base64url'),
        counter: created.counter,
        transports: JSON.stringify(created.transports ?? []),
        name: body.name === '' ? deviceName(userAgent) : body.name,
        created_at: now(),
        last_used_at: null,
      }
      await write(async (trx) => {
        await lockInTransaction(trx, 'passkeys')
        requireRoom(await listPasskeys(trx, viewer.id))
        if (await findPasskey(trx, created.id)) throw new AppError('conflict', 'This passkey is stored already.')
        await addPasskey(trx, row)
        const { email } = await trx.selectFrom('users').select('email').where('id', '=', viewer.id).executeTakeFirstOrThrow()
        await outbox.put(trx, { kind: 'passkey_added', email })
      })
      return toListedPasskey(row)
    },

    async renamePasskey({ params, body, viewer, write }) {
      const renamed = await write((trx) => renamePasskey(trx, { id: params.passkeyId, userId: viewer.id }, body.name))
      if (!renamed) throw notThere()
      return toListedPasskey(renamed)
    },

    async deletePasskey({ params, viewer, write }) {
      const wasThere = await write(async (trx) => {
        // Of two tabs that each remove a passkey at the same time, the second one sees what is left.
        await lockInTransaction(trx, 'passkeys')
        const wasDeleted = await deletePasskey(trx, { id: params.passkeyId, userId: viewer.id })
        if (wasDeleted && viewer.isAdmin) await requireAnotherWay(trx, secondStep, viewer.id)
        if (wasDeleted && !outbox.isOpen && !(await hasWayIn(trx, viewer.id)))
          throw new AppError('conflict', 'This passkey is your only way in. Choose a password first.')
        return wasDeleted
      })
      if (!wasThere) throw notThere()
      return { success: true, message: 'The passkey is removed. Remove it from your device, too.' }
    },
  }
}

/** @throws conflict if the admin would be locked out */
async function requireAnotherWay(trx: Database, secondStep: SecondStep, userId: string): Promise<void> {
  const problem = await secondStep.findLockOut(trx, userId)
  if (problem !== null) throw new AppError('conflict', `This passkey is your second step. ${problem} Add another passkey first.`)
}

function useRoutes({
  db,
  now,
  publicUrl,
}: Dependencies): Handlers<Pick<typeof passkeyEndpoints, 'beginPasskeySignIn' | 'signInWithPasskey' | 'confirmWithPasskey'>> {
  return {
    async beginPasskeySignIn({ write }) {
      const site = requireSite(publicUrl)
      const challenge = await write((trx) => createChallenge(trx, { userId: null, now: now() }))
      return { options: { ...(await requestOptions(site, challenge)) } }
    },

    async signInWithPasskey({ body, address, userAgent, setSession, write }) {
      await takeFromLimit(db, ACCOUNT_RATE_LIMITS.signInFailuresWithoutPassword, { key: address, now: now() })
      const used = await readUse({ db, now }, requireSite(publicUrl), body.credential)
      if (used === null) throw new AppError('not_signed_in', DID_NOT_WORK)
      const user = await getEnabledUser(db, used.userId)
      await giveBackToLimit(db, ACCOUNT_RATE_LIMITS.signInFailuresWithoutPassword, address)
      const { token, freshUntil } = await write(async (trx) => {
        const session = await createSession(trx, { userId: user.id, now: now(), userAgent })
        if (!(await recordUse(trx, { ...used, now: now() }))) throw new AppError('not_signed_in', DID_NOT_WORK)
        await admitOwner(trx, { email: user.email, address, now: now() })
        await countSignIn(trx, { email: user.email, address, now: now() })
        return session
      })
      setSession(token)
      return toSignedIn(user, { freshUntil, now: now(), message: 'Signed in.' })
    },

    async confirmWithPasskey({ body, viewer, session, write }) {
      const used = await readUse({ db, now }, requireSite(publicUrl), body.credential)
      if (used?.userId !== viewer.id) throw new AppError('recent_sign_in_required', DID_NOT_WORK)
      await write(async (trx) => {
        await lockAccount(trx, viewer.id)
        if (!(await recordUse(trx, { ...used, now: now() }))) throw new AppError('recent_sign_in_required', DID_NOT_WORK)
        await confirmSession(trx, session.id, now())
      })
      return { success: true, message: 'Thank you.' }
    },
  }
}

/** @returns null for an unknown passkey, an expired challenge or a wrong signature */
async function readUse({ db, now }: Pick<Dependencies, 'db' | 'now'>, site: RelyingParty, response: { readonly id: string }) {
  const passkey = await findPasskey(db, response.id)
  if (!passkey) return null
  const credential = {
    id: passkey.credential_id,
    publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
    counter: passkey.counter,
    transports: readTransports(passkey.transports),
  }
  const checkChallenge = (challenge: string) => useChallenge(db, { challenge, userId: null, now: now() })
  const counter = await verifyUse(site, { credential, response, checkChallenge })
  return counter === null ? null : { id: passkey.id, userId: passkey.user_id, counter }
}

const readTransports = (transports: string) => JSON.parse(transports) as string[]

function requireSite(publicUrl: string): RelyingParty {
  const site = relyingPartyOf(publicUrl)
  if (site === null) throw new AppError('conflict', 'Passkeys need an address with a name and https. This blog has none yet: PUBLIC_URL.')
  return site
}

/** @throws conflict */
function requireRoom(passkeys: readonly unknown[]): void {
  if (passkeys.length >= PASSKEYS_MAX) throw new AppError('conflict', `An account can have at most ${PASSKEYS_MAX} passkeys.`)
}

const notThere = () => new AppError('not_found', 'This passkey is not there any more.')

const toListedPasskey = (row: ListedPasskeyRow): ListedPasskey => ({
  _id: row.id,
  name: row.name,
  createdAt: new Date(row.created_at).toISOString(),
  lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
})
