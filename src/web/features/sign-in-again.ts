import { createStore } from 'zustand/vanilla'

/** Of a page that stays open when its session ends: `asking` while its user signs in over it. */
export type SessionState = 'active' | 'ended' | 'asking'

/** Without React: pages for members load it with the session. */
export const sessionState = createStore<SessionState>(() => 'active')

let stayingPages = 0
let asked: PromiseWithResolvers<void> | null = null

/** The page holds what loading it again would interrupt: it stays open when its session ends. @returns what takes it back */
export const stayAfterSessionEnd = (): (() => void) => {
  stayingPages += 1
  return () => {
    stayingPages -= 1
  }
}

/** A call was refused because the session is over. @returns whether the page stays, and its user signs in over it */
export const staysAfterSessionEnd = (): boolean => {
  if (stayingPages === 0) return false
  if (sessionState.getState() === 'active') sessionState.setState('ended')
  return true
}

/** Opens the dialog. Resolves once the same user is signed in again; rejects when the dialog is closed. */
export const askToSignIn = (): Promise<void> => {
  asked ??= Promise.withResolvers<void>()
  sessionState.setState('asking')
  return asked.promise
}

export const closeSignIn = (): void => {
  sessionState.setState('ended')
  asked?.reject(new Error('You are signed out. Please sign in again first.'))
  asked = null
}

/** The user of the page has signed in again, here or in another tab. */
export const resumeSession = (): void => {
  sessionState.setState('active')
  asked?.resolve()
  asked = null
}
