import { useSyncExternalStore } from 'react'

const KEY = 'session-ended'

/** Keeps for the sign-in page why an admin ended the session; null forgets it. */
export const tellWhyEnded = (reason: string | null): void => {
  try {
    if (reason === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, reason)
  } catch {
    // Without storage the next attempt to sign in says it.
  }
}

const read = (): string | null => {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

const never = () => () => {}

/** Why the session ended, if an admin ended it; null on the server and while hydrating. */
export const useEndNotice = (): string | null => useSyncExternalStore(never, read, () => null)
