import type { BrowserContextOptions } from 'playwright-core'
import type { SignedIn } from '#accounts/contract/auth.endpoints.ts'
import { type Api, createApiClient } from '#ui/api/client.ts'
import type { Account } from '#tests/support/accounts.ts'

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** The API over HTTP, as one signed-in user. */
export interface Caller {
  readonly id: string
  readonly api: Api
  /** The session cookie and the persisted store of this user's browser. */
  readonly storageState: StorageState
}

/** Signs in over HTTP; the sign-in screen has journeys of its own. */
export async function callAs(url: string, { email, password }: Account): Promise<Caller> {
  const response = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`${email} could not sign in: ${await response.text()}`)
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  const api = createApiClient(async (path, init) => fetch(url + path, { ...init, headers: { ...(init.headers as object), cookie } }))
  const signedIn = (await response.json()) as SignedIn
  return { id: signedIn._id, api, storageState: toStorageState(url, cookie, signedIn) }
}

function toStorageState(origin: string, cookie: string, signedIn: SignedIn): StorageState {
  const { success: _, message: __, sessionExpiresAt, ...currentUser } = signedIn
  const [name = '', value = ''] = cookie.split('=')
  const expires = Date.parse(sessionExpiresAt) / 1000
  const store = { state: { user: { currentUser, sessionExpiresAt }, theme: { theme: 'light' } }, version: 1 }
  return {
    cookies: [{ name, value, domain: new URL(origin).hostname, path: '/', expires, httpOnly: true, secure: false, sameSite: 'Lax' }],
    origins: [{ origin, localStorage: [{ name: 'persist:root', value: JSON.stringify(store) }] }],
  }
}
