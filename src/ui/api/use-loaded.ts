import { useRef, useState } from 'react'

interface Loaded<Value> {
  readonly value: Value
  /** A response that is on its way is out of date then. */
  readonly set: (change: Value | ((before: Value) => Value)) => void
  /** Never rejects: without a response the value stays as it was, and the next visit shows what is new. */
  readonly reload: () => Promise<void>
}

/** What a page came with, and how to load it again. Of several responses, that of the last request counts. */
export const useLoaded = <Value>(initial: Value, load: () => Promise<Value>): Loaded<Value> => {
  const [value, setValue] = useState(initial)
  const requests = useRef(0)
  const set: Loaded<Value>['set'] = (change) => {
    requests.current += 1
    setValue(change)
  }
  const reload = async () => {
    requests.current += 1
    const mine = requests.current
    const loaded = await load().catch(() => null)
    if (loaded !== null && mine === requests.current) setValue(loaded)
  }
  return { value, set, reload }
}
