import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  clockTolerance,
  type Configuration,
  discovery,
} from 'openid-client'
import { emailField } from '#accounts/contract/account-fields.ts'
import { CLOCK_SKEW_SECONDS } from '#accounts/contract/account-limits.ts'
import type { OidcConfig } from '#platform/process/config.ts'
import { type Identity, type IdentityProvider, IdentityRefused, type ProviderOptions } from './identity.ts'

const TIMEOUT_SECONDS = 5
/** Minimum time between two fetches of the provider's keys; an unknown key id causes a fetch. */
const KEYS_FLOOR_MS = 30_000
/** Asymmetric algorithms only: neither `none` nor shared secrets. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** Opens an OpenID Connect provider. Discovery runs at the first use, and again after a failure. */
export function openIdentityProvider({ oidc, redirectUri, now }: ProviderOptions): IdentityProvider {
  const connect = cacheSuccess(async () => {
    const configuration = await discover(oidc)
    const { jwks_uri: keysAddress, issuer } = configuration.serverMetadata()
    if (keysAddress === undefined) throw new Error('The identity provider names no keys.')
    const options = { timeoutDuration: TIMEOUT_SECONDS * 1000, cooldownDuration: KEYS_FLOOR_MS }
    return { configuration, issuer, keys: createRemoteJWKSet(new URL(keysAddress), options) }
  })
  return {
    async authorizationUrl({ state, nonce, codeVerifier }) {
      const { configuration } = await connect()
      return buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        prompt: 'select_account',
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
    },

    async exchange(callbackUrl, { state, nonce, codeVerifier }) {
      const { configuration } = await connect()
      try {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier, idTokenExpected: true }
        const { id_token: idToken } = await authorizationCodeGrant(configuration, callbackUrl, checks)
        if (idToken === undefined) throw new Error('no id_token')
        return idToken
      } catch (error) {
        throw new IdentityRefused(codeOf(error))
      }
    },

    async verify(idToken, nonce) {
      const { issuer, keys } = await connect()
      const claims = await readClaims(idToken, { keys, issuer, audience: oidc.clientId, now: now() })
      if (claims['nonce'] !== nonce) throw new IdentityRefused('nonce')
      if (Array.isArray(claims.aud) && claims.aud.length > 1 && claims['azp'] !== oidc.clientId) throw new IdentityRefused('azp')
      return toIdentity(claims, issuer)
    },
  }
}

interface TokenRules {
  readonly keys: Parameters<typeof jwtVerify>[1] & object
  readonly issuer: string
  readonly audience: string
  readonly now: number
}

async function readClaims(idToken: string, rules: TokenRules): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(idToken, rules.keys as ReturnType<typeof createRemoteJWKSet>, {
      issuer: rules.issuer,
      audience: rules.audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: new Date(rules.now),
      requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
    })
    return payload
  } catch (error) {
    // The provider did not respond, so the token may still be valid.
    const isProviderFailure =
      !(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout || error.code === 'ERR_JOSE_GENERIC'
    if (isProviderFailure) throw error
    throw new IdentityRefused(error.code)
  }
}

function toIdentity(claims: JWTPayload, issuer: string): Identity {
  if (claims['email_verified'] !== true) throw new IdentityRefused('email_verified')
  const email = emailField.safeParse(claims['email'])
  if (!email.success || claims.sub === undefined || claims.sub === '') throw new IdentityRefused('email')
  const { name, picture } = claims as { name?: unknown; picture?: unknown }
  return {
    issuer,
    subject: claims.sub,
    name: typeof name === 'string' ? name : '',
    email: email.data,
    pictureUrl: typeof picture === 'string' ? picture : null,
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<Configuration> {
  const address = new URL(issuer)
  const configuration = await discovery(
    address,
    clientId,
    { client_secret: clientSecret, [clockTolerance]: CLOCK_SKEW_SECONDS },
    undefined,
    {
      timeout: TIMEOUT_SECONDS,
      // The settings allow http for localhost only.
      ...(address.protocol === 'http:' ? { execute: [allowInsecureRequests] } : {}),
    },
  )
  return configuration
}

/** Caches the result for all callers. A failure is not cached. */
function cacheSuccess<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { error: refusal, code } = error as { error?: unknown; code?: unknown }
  return [refusal, code].find((word): word is string => typeof word === 'string') ?? error.name
}
