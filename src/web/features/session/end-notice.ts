import { useSyncExternalStore } from 'react'

const KEY = 'session-ended'

/** Why an admin ended the session, for the sign-in page of any tab; null removes it. */
export const storeEndNotice = (reason: string | null): void => {
  try {
    if (reason === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, reason)
  } catch {
    // Without storage the next attempt to sign in says it.
  }
}

const read = (): string | null => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

const subscribe = (listener: () => void) => {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

/** Why the session ended, if an admin ended it; null on the server and while hydrating. */
export const useEndNotice = (): string | null => useSyncExternalStore(subscribe, read, () => null)
