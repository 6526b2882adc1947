import { useEffect, useEffectEvent } from 'react'

/** Has the browser ask before the page is left, where something would be lost: what is saved is there the next time. */
export const useLeaveGuard = (wouldLose: () => boolean): void => {
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (wouldLose()) event.preventDefault()
  })
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => ask(event)
    addEventListener('beforeunload', onBeforeUnload)
    return () => removeEventListener('beforeunload', onBeforeUnload)
  }, [])
}
