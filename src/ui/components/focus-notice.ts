import { flushSync } from 'react-dom'

/**
 * Applies a change that removes the pressed button. The focus moves to the notice that says what happened, or to the heading of
 * the page if there is none.
 */
export const changeAndFocus = (change: () => void, notice: () => HTMLElement | null): void => {
  flushSync(change)
  const target = notice()
  ;(target?.textContent ? target : document.querySelector<HTMLElement>('h1'))?.focus()
}

/** As `ref` of what replaces the pressed button: moves the focus there. */
export const focusOnce = (element: HTMLElement | null): void => element?.focus()
