import { expect } from 'vitest'
import type { IdentityProviderServer } from './identity-provider.ts'
import { TEST_ORIGIN, TEST_SITE } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'

export const GOOGLE = '/api/auth/google'
export const CALLBACK = `${TEST_ORIGIN}/api/auth/google/callback`

/** State of a sign-in: the browser's cookie, and values that only the provider knows. */
export interface Flow {
  readonly cookie: string
  readonly nonce: string
  readonly address: URL
}

/** Settings of a blog that this provider signs in to. */
export const configOf = (server: Pick<IdentityProviderServer, 'issuer' | 'clientId' | 'clientSecret'>) => {
  const { issuer, clientId, clientSecret } = server
  return { publicUrl: TEST_ORIGIN, trustedProxies: 0, site: TEST_SITE, oidc: { issuer, clientId, clientSecret } }
}

/** The popup's first request: a redirect to the provider. */
export async function begin(client: TestClient): Promise<Flow> {
  const response = await client.send(`${GOOGLE}/start`, {})
  expect(response.status).toBe(302)
  const address = new URL(response.headers.get('location') ?? '')
  client.cookie = undefined
  return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '', nonce: address.searchParams.get('nonce') ?? '', address }
}

/** Current time in seconds, as in tokens. */
export const seconds = () => Math.floor(Date.now() / 1000)
/** The claims of a valid token, with `changes`. */
export const claimsFor = (provider: IdentityProviderServer, flow: Pick<Flow, 'nonce'>, changes: object = {}) => ({
  iss: provider.issuer,
  aud: provider.clientId,
  sub: 'g-1',
  iat: seconds(),
  exp: seconds() + 600,
  nonce: flow.nonce,
  name: 'Grace Hopper',
  email: 'grace@example.com',
  email_verified: true,
  ...changes,
})

/** The page's last request: sends the token. */
export const show = (client: TestClient, flow: Pick<Flow, 'cookie'>, idToken: unknown) =>
  client.post(
    GOOGLE,
    { name: 'Eve', email: 'eve@example.org', googlePhotoUrl: 'https://evil.example/x.png', idToken },
    { cookie: flow.cookie },
  )
