import { useEffect } from 'react'
import { sessionState } from '#web/features/sign-in-again.ts'

/** After signing in again, the writer goes on in the field of the form that had the focus last. */
export const useReturnToField = (): void =>
  useEffect(() => {
    let last: HTMLElement | null = null
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches('main :is(input, select, [contenteditable])') && !target.closest('dialog'))
        last = target
    }
    document.addEventListener('focusin', onFocus)
    const stop = sessionState.subscribe((state, before) => {
      // The dialog gives the focus back to the button that opened it.
      if (before === 'asking' && state !== 'asking') setTimeout(() => last?.focus())
    })
    return () => {
      document.removeEventListener('focusin', onFocus)
      stop()
    }
  }, [])
