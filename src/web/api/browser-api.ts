import type { ErrorBody } from '#contract/errors.ts'
import { useAppStore } from '#web/store/app-store.ts'
import { createApiClient } from './client.ts'

let tellUnauthorized: (reason: string | null) => void = () => {}

/** Told when a call of a signed-in reader was answered 401: the session is over. With the reason where the account was disabled. */
export const onUnauthorized = (listener: (reason: string | null) => void): void => {
  tellUnauthorized = listener
}

let tellWritten: () => void = () => {}

/** Told when a call may have changed something: what was read before may be old. */
export const onWritten = (listener: () => void): void => {
  tellWritten = listener
}

/** A wrong password is also a 401, but says nothing about a session. */
const asksWhoYouAre = (path: string) => path === '/api/auth/signin' || path === '/api/auth/google'

/** What an admin had to say, where it was one who ended the session. */
const readReason = async (response: Response): Promise<string | null> => {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null
  return body?.code === 'account_disabled' && typeof body.message === 'string' ? body.message : null
}

/** The API in the browser. Never call it while rendering on the server. */
export const browserApi = createApiClient(async (path, init) => {
  const wasSignedIn = useAppStore.getState().user.currentUser !== null
  const response = await fetch(path, { ...init, credentials: 'same-origin' })
  if (response.status === 401 && wasSignedIn && !asksWhoYouAre(path)) tellUnauthorized(await readReason(response.clone()))
  if (init.method !== 'GET') tellWritten()
  return response
})
