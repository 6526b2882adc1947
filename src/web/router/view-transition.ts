/** A frame is usually there after 16 ms; where the browser paints none, in a tab behind others for instance, none is waited for. */
const BEGIN_MAX_MS = 150
/** Longer than any change of ours takes; the screen must never wait for one that does not come. */
const CHANGE_MAX_MS = 500

/**
 * Lets one screen fade into the next where the browser can and the reader wants movement; otherwise the change is made
 * at once. Resolves when it has been made. `change` resolves once it has reached the document.
 */
export const changeSmoothly = async (change: () => Promise<void>): Promise<void> => {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches || document.visibilityState === 'hidden'
  if (typeof document.startViewTransition !== 'function' || isStill) return change()
  const transition = document.startViewTransition(() => {
    clearTimeout(late)
    return Promise.race([change(), wait(CHANGE_MAX_MS)])
  })
  const late = setTimeout(() => transition.skipTransition(), BEGIN_MAX_MS)
  // A transition that is skipped, by the next one for instance, is no error.
  transition.ready.catch(() => {})
  transition.finished.catch(() => {})
  await transition.updateCallbackDone
}

const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds)
  })
