import type { OidcConfig } from '#server/platform/config.ts'

/** The user's identity at the provider, from a verified token alone. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly name: string
  readonly email: string
  readonly pictureUrl: string | null
}

/** Secrets of one sign-in; the browser has only the name under which they lie here. */
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
  /** Where the popup is sent. Rejects when the provider cannot be reached. */
  readonly authorizationUrl: (flow: FlowSecrets) => Promise<URL>
  /** Trades what the provider sent the popup back with for an ID token. @throws IdentityRefused */
  readonly exchange: (callbackUrl: URL, flow: FlowSecrets) => Promise<string>
  /** @throws IdentityRefused for anything but a token of this provider, for us, for this sign-in; others when its keys cannot be had */
  readonly verify: (idToken: string, nonce: string) => Promise<Identity>
}

export interface ProviderOptions {
  readonly oidc: OidcConfig
  readonly redirectUri: string
  readonly now: () => number
}

/** The libraries are loaded at the first such sign-in. */
export function createIdentityProvider(options: ProviderOptions): IdentityProvider {
  let opened: Promise<IdentityProvider> | undefined
  const open = () => (opened ??= import('./identity-provider.ts').then(({ openIdentityProvider }) => openIdentityProvider(options)))
  return {
    authorizationUrl: async (flow) => (await open()).authorizationUrl(flow),
    exchange: async (callbackUrl, flow) => (await open()).exchange(callbackUrl, flow),
    verify: async (idToken, nonce) => (await open()).verify(idToken, nonce),
  }
}
