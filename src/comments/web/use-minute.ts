import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000
const everyMinute = (notify: () => void) => {
  const timer = setInterval(notify, MINUTE_MS)
  return () => clearInterval(timer)
}
const thisMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
const unknown = () => null

/** The current minute, in ms; null on the server and while hydrating, when the reader's clock is unknown. */
export const useMinute = (): number | null => useSyncExternalStore(everyMinute, thisMinute, unknown)
