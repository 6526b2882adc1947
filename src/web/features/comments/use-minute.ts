import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000
const everyMinute = (tell: () => void) => {
  const timer = setInterval(tell, MINUTE_MS)
  return () => clearInterval(timer)
}
const thisMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
const unknown = () => null

/** The current minute, in ms; null on the server and while hydrating, where 'now' would be that of another clock. */
export const useMinute = (): number | null => useSyncExternalStore(everyMinute, thisMinute, unknown)
