import { useEffect, useEffectEvent, useRef } from 'react'
import { type Loaded, useLoaded } from './use-loaded.ts'

const POLL_MS = 1000
/** A request without a response is given up then. */
const PATIENCE_MS = 15_000

interface Polling<Value> {
  readonly load: (present: Value) => Promise<Value>
  /** Whether work is running whose progress or end it shows, in any process. */
  readonly isRunning: (value: Value) => boolean
}

/** As `useLoaded`, and loaded again each second while something is running. */
export const usePolled = <Value>(initial: Value, { load, isRunning }: Polling<Value>): Loaded<Value> => {
  const loaded = useLoaded(initial, load)
  const loadingUntil = useRef(0)
  const isActive = isRunning(loaded.value)
  const reload = useEffectEvent(async () => {
    // On a slow line the next request would make this one's response out of date.
    if (Date.now() < loadingUntil.current) return
    const until = Date.now() + PATIENCE_MS
    loadingUntil.current = until
    await loaded.reload()
    if (loadingUntil.current === until) loadingUntil.current = 0
  })
  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(() => void reload(), POLL_MS)
    return () => clearInterval(timer)
  }, [isActive])
  return loaded
}
