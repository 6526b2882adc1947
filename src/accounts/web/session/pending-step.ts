import { useSyncExternalStore } from 'react'
import { signInPath } from '#platform/contract/return-path.ts'
import type { CodeStep } from './code-step.tsx'

const KEY = 'code-step'
/** In the URL of the parts of signing in that replace the password. */
export const STEP_PARAMETER = 'step'
/** Asks for a code; enters it; signs in with a link. */
export type SignInStep = 'email' | 'code' | 'link'

/** Stored, because phones often reload the page when the user comes back from the mail; null removes it. */
export const storeStep = (step: CodeStep | null): void => {
  try {
    if (step === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(step))
  } catch {
    // Without storage the user begins again.
  }
}

/** The sign-in page at one of its steps. @param from a path of this site */
export const signInStepPath = (from: string, step: SignInStep): string => {
  const path = signInPath(from)
  return `${path}${path.includes('?') ? '&' : '?'}${STEP_PARAMETER}=${step}`
}

const readStored = (): string | null => {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

const none = () => null
/** The value changes only with the page. */
const watch = () => () => {}

/** The step that was due before the page was reloaded; null if there is none. */
export const useStoredStep = (isDue: boolean): CodeStep | null => {
  const stored = useSyncExternalStore(watch, isDue ? readStored : none, none)
  return stored === null ? null : (JSON.parse(stored) as CodeStep)
}
