import { createStore } from 'zustand/vanilla'
import { UserError } from '#ui/api/api-error.ts'

let navigateInstead: (() => void) | null = null

/** Replaces the reload after a write that was refused because the session has ended. @returns a function that undoes this */
export const onSessionEnd = (navigate: () => void): (() => void) => {
  navigateInstead = navigate
  return () => {
    if (navigateInstead === navigate) navigateInstead = null
  }
}

/** Navigates only once: of two simultaneous navigations, either may win. */
export const leaveAfterSessionEnd = (reload: () => void): void => (navigateInstead ?? reload)()

/** Session of a page that stays open when it ends. `asking`: the sign-in dialog is open. */
export type SessionState = 'active' | 'ended' | 'asking'

/** Without React, because member pages load it with the session. */
export const sessionState = createStore<SessionState>(() => 'active')

let stayingPages = 0
let asked: PromiseWithResolvers<void> | null = null

/** Keeps this page open when the session ends, as a reload would interrupt it. @returns a function that undoes this */
export const keepOpenAfterSessionEnd = (): (() => void) => {
  stayingPages += 1
  return () => {
    stayingPages -= 1
  }
}

/** Called when a call was refused because the session has ended. @returns whether the page stays open and its user signs in over it */
export const endSessionInPlace = (): boolean => {
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
  asked?.reject(new UserError('You are signed out. Please sign in again first.'))
  asked = null
}

/** Called when the user of the page has signed in again, in this or another tab. */
export const resumeSession = (): void => {
  sessionState.setState('active')
  asked?.resolve()
  asked = null
}
