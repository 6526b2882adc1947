import { identityResponses } from '#accounts/contract/public-responses.ts'
import type { OidcConfig } from '#platform/process/config.ts'

/** A user's identity at the provider, from a verified token. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly name: string
  readonly email: string
  readonly pictureUrl: string | null
}

/** Secrets of one sign-in, stored on the server. The browser has only the token of the flow. */
export interface FlowSecrets {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** A refused token or response of the provider. `reason` is for the log. */
export class IdentityRefused extends Error {
  override readonly name = 'IdentityRefused'
  readonly reason: string
  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

export interface IdentityProvider {
  /** Returns the address that the popup is redirected to. Rejects when the provider is unreachable. */
  readonly authorizationUrl: (flow: FlowSecrets) => Promise<URL>
  /** Exchanges the parameters of the callback address for an ID token. @throws IdentityRefused */
  readonly exchange: (callbackUrl: URL, flow: FlowSecrets) => Promise<string>
  /**
   * Verifies that a token is of this provider, for this client and for this sign-in.
   * @throws IdentityRefused; other errors when the provider's keys are unavailable
   */
  readonly verify: (idToken: string, nonce: string) => Promise<Identity>
}

export interface ProviderOptions {
  readonly oidc: OidcConfig
  readonly redirectUri: string
  readonly now: () => number
}

/** Path of the redirect URI. */
export const CALLBACK_PATH = identityResponses.identityCallback.path

/** @returns null if the configuration names no provider */
export const identityProviderOf = (config: { oidc?: OidcConfig | null; publicUrl: string }, now: () => number): IdentityProvider | null =>
  config.oidc ? createIdentityProvider({ oidc: config.oidc, redirectUri: config.publicUrl + CALLBACK_PATH, now }) : null

/** Loads the OpenID libraries at the first use. */
export function createIdentityProvider(options: ProviderOptions): IdentityProvider {
  let opened: Promise<IdentityProvider> | undefined
  const open = () => (opened ??= import('./identity-provider.ts').then(({ openIdentityProvider }) => openIdentityProvider(options)))
  return {
    authorizationUrl: async (flow) => (await open()).authorizationUrl(flow),
    exchange: async (callbackUrl, flow) => (await open()).exchange(callbackUrl, flow),
    verify: async (idToken, nonce) => (await open()).verify(idToken, nonce),
  }
}
