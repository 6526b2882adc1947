import { ACCOUNT_RATE_LIMITS } from '#accounts/contract/account-limits.ts'
import type { identityEndpoints } from '#accounts/contract/auth.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Logger } from '#platform/process/logger.ts'
import { giveBackToLimit, takeFromLimit } from '#platform/security/rate-limit.ts'
import type { SecondStep } from '#accounts/server/second-step/second-step.ts'
import { isBlogClosed } from '#site/server/index.ts'
import { createSession } from '#accounts/server/sessions/sessions.store.ts'
import { countSignIn } from '#accounts/server/sessions/sign-in-limits.ts'
import { toSignedIn } from '#accounts/server/sessions/sessions.wire.ts'
import { getUser } from '#accounts/server/users/users.store.ts'
import { storeFirstPicture } from './first-picture.ts'
import { openAccount } from './identity-accounts.store.ts'
import { type Identity, type IdentityProvider, IdentityRefused } from './identity.ts'
import { FLOW_COOKIE, useFlow } from './sign-in-flows.ts'

export interface IdentityDependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly readSiteName: () => Promise<string>
  readonly logger: Logger
  /** Null if none is configured. */
  readonly provider: IdentityProvider | null
  readonly secondStep: SecondStep
  /** Stores a picture. @returns its path */
  readonly storePicture: (bytes: Uint8Array, userId: string) => Promise<string>
}

const DID_NOT_WORK = 'Signing in with Google did not work this time. Please try again.'

/** Sign-in with an identity provider. Name, email and picture come from the verified token alone. */
export function identityRoutes(dependencies: IdentityDependencies): Handlers<typeof identityEndpoints> {
  const { db, now, newId } = dependencies
  return {
    async signInWithGoogle({ body, address, userAgent, readCookie, outside, setSession }) {
      await takeFromLimit(db, ACCOUNT_RATE_LIMITS.signInFailuresWithoutPassword, { key: address, now: now() })
      const identity = await outside(() => readIdentity(dependencies, body.idToken, readCookie(FLOW_COOKIE)))
      const mayCreate = !(await isBlogClosed(db))
      const siteName = await dependencies.readSiteName()
      const { userId, isNew } = await openAccount(db, identity, { newId, now: now(), siteName, mayCreate })
      if (isNew) await outside(() => storeFirstPicture(dependencies, userId, identity))
      await giveBackToLimit(db, ACCOUNT_RATE_LIMITS.signInFailuresWithoutPassword, address)
      const user = await getUser(db, userId)
      await countSignIn(db, { email: user.email, address, now: now() })
      await dependencies.secondStep.refuseUntilPassed({ id: userId, isAdmin: user.is_admin === 1 }, null)
      const { token, freshUntil } = await db.transaction().execute((trx) => createSession(trx, { userId, now: now(), userAgent }))
      setSession(token)
      return toSignedIn(user, { freshUntil, now: now(), message: 'Signed in.' })
    },
  }
}

/** Verifies a token. The first token, valid or not, uses up its flow, so that none can be replayed. */
async function readIdentity(
  { db, now, logger, provider }: IdentityDependencies,
  idToken: unknown,
  flow: string | undefined,
): Promise<Identity> {
  if (!provider) throw new AppError('not_signed_in', 'Signing in with Google is not set up on this blog.')
  const nonce = flow === undefined || typeof idToken !== 'string' ? undefined : await useFlow(db, flow, now())
  try {
    if (nonce === undefined) throw new IdentityRefused('no pending sign-in')
    return await provider.verify(String(idToken), nonce)
  } catch (error) {
    if (error instanceof IdentityRefused) {
      logger.warn({ reason: error.reason }, 'identity refused')
      throw new AppError('not_signed_in', DID_NOT_WORK)
    }
    logger.error({ err: error }, 'the identity provider could not be asked')
    throw new AppError('unavailable', 'Google cannot be reached just now. Please try again in a moment.')
  }
}
