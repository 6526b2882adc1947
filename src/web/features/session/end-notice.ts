import { useSyncExternalStore } from 'react'

const KEY = 'session-ended'
const listeners = new Set<() => void>()

/** Tells the sign-in page, of any tab, why an admin ended the session; null forgets it. */
export const tellWhyEnded = (reason: string | null): void => {
  try {
    if (reason === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, reason)
  } catch {
    // Without storage the next attempt to sign in says it.
  }
  for (const listener of listeners) listener()
}

const read = (): string | null => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** Why the session ended, if an admin ended it; null on the server and while hydrating. */
export const useEndNotice = (): string | null => useSyncExternalStore(subscribe, read, () => null)
