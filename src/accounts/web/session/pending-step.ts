import { useSyncExternalStore } from 'react'
import { signInPath } from '#platform/contract/return-path.ts'
import { tabStorage } from '#ui/store/browser-storage.ts'
import type { CodeStep } from './code-step.tsx'

const KEY = 'code-step'
/** In the URL of the parts of signing in that replace the password. */
export const STEP_PARAMETER = 'step'
/** Asks for a code; enters it; signs in with a link. */
export type SignInStep = 'email' | 'code' | 'link'

/** Stored, because phones often reload the page when the user comes back from the mail; null removes it. */
export const storeStep = (step: CodeStep | null): void => tabStorage.write(KEY, step && JSON.stringify(step))

/** The sign-in page at one of its steps. @param from a path of this site */
export const signInStepPath = (from: string, step: SignInStep): string => {
  const path = signInPath(from)
  return `${path}${path.includes('?') ? '&' : '?'}${STEP_PARAMETER}=${step}`
}

const none = () => null
/** The value changes only with the page. */
const watch = () => () => {}

/** The step that was due before the page was reloaded; null if there is none. */
export const useStoredStep = (isDue: boolean): CodeStep | null => {
  const stored = useSyncExternalStore(watch, isDue ? () => tabStorage.read(KEY) : none, none)
  return stored === null ? null : (JSON.parse(stored) as CodeStep)
}
