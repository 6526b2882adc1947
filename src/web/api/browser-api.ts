import { useAppStore } from '#web/store/app-store.ts'
import { createApiClient } from './client.ts'

let tellUnauthorized: () => void = () => {}

/** Told when a call of a signed-in reader was answered 401: the session is over. */
export const onUnauthorized = (listener: () => void): void => {
  tellUnauthorized = listener
}

let tellWritten: () => void = () => {}

/** Told when a call may have changed something: what was read before may be old. */
export const onWritten = (listener: () => void): void => {
  tellWritten = listener
}

/** A wrong password is also a 401, but says nothing about a session. */
const asksWhoYouAre = (path: string) => path === '/api/auth/signin' || path === '/api/auth/google'

/** The API in the browser. Never call it while rendering on the server. */
export const browserApi = createApiClient(async (path, init) => {
  const wasSignedIn = useAppStore.getState().user.currentUser !== null
  const response = await fetch(path, { ...init, credentials: 'same-origin' })
  if (response.status === 401 && wasSignedIn && !asksWhoYouAre(path)) tellUnauthorized()
  if (init.method !== 'GET') tellWritten()
  return response
})
