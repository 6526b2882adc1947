import { useEffect, useEffectEvent } from 'react'

/** Makes the browser ask before the page is left, if unsaved text would be lost. */
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
