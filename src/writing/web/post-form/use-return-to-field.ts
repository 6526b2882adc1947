import { useEffect } from 'react'
import { sessionState } from '#accounts/web/index.ts'

/** After signing in again, returns the focus to the last field of the form. */
export const useReturnToField = (): void =>
  useEffect(() => {
    let last: HTMLElement | null = null
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches('main :is(input, select, [contenteditable])') && !target.closest('dialog'))
        last = target
    }
    document.addEventListener('focusin', onFocus)
    const stop = sessionState.subscribe((state, before) => {
      // Later than the dialog, which returns the focus to the button that opened it.
      if (before === 'asking' && state !== 'asking') setTimeout(() => last?.focus())
    })
    return () => {
      document.removeEventListener('focusin', onFocus)
      stop()
    }
  }, [])
