import { useRef, useState } from 'react'

interface Loaded<Value> {
  readonly value: Value
  readonly set: (change: Value | ((before: Value) => Value)) => void
  /** Never rejects: without a response the value stays as it was, and the next visit shows what is new. */
  readonly reload: () => Promise<void>
}

/** What a page came with, and how to load it again. Of several responses, that of the last request counts. */
export const useLoaded = <Value>(initial: Value, load: () => Promise<Value>): Loaded<Value> => {
  const [value, set] = useState(initial)
  const requests = useRef(0)
  const reload = async () => {
    requests.current += 1
    const mine = requests.current
    const loaded = await load().catch(() => null)
    if (loaded !== null && mine === requests.current) set(loaded)
  }
  return { value, set, reload }
}
