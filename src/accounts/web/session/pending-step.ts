import { useSyncExternalStore } from 'react'
import type { SecondStep } from '#platform/contract/errors.ts'
import { signInPath } from '#platform/contract/return-path.ts'

const KEY = 'second-step'
/** In the URL while a second step is due. */
export const STEP_PARAMETER = 'step'

/** Stored, because phones often reload the page when the user comes back from the mail; null removes it. */
export const storeStep = (step: SecondStep | null): void => {
  try {
    if (step === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(step))
  } catch {
    // Without storage the user enters the password again.
  }
}

/** The sign-in page at its second step. @param from a path of this site */
export const secondStepPath = (from: string): string => {
  const path = signInPath(from)
  return `${path}${path.includes('?') ? '&' : '?'}${STEP_PARAMETER}=code`
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

/** The second step that was due before the page was reloaded; null if there is none. */
export const useStoredStep = (isDue: boolean): SecondStep | null => {
  const stored = useSyncExternalStore(watch, isDue ? readStored : none, none)
  return stored === null ? null : (JSON.parse(stored) as SecondStep)
}
