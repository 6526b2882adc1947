import { useRef, useState } from 'react'
import { errorMessage } from './api-error.ts'

export interface Loaded<Value> {
  readonly value: Value
  /** A response that is on its way is out of date then. */
  readonly set: (change: Value | ((before: Value) => Value)) => void
  /** Never rejects: without a response the value stays as it was, and the next visit shows what is new. */
  readonly reload: () => Promise<void>
  /** Why the last request failed. */
  readonly problem: string | null
}

/** What a page came with, and how to load it again. Of several responses, that of the last request counts. */
export const useLoaded = <Value>(initial: Value, load: (present: Value) => Promise<Value>): Loaded<Value> => {
  const [value, setValue] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const requests = useRef(0)
  const set: Loaded<Value>['set'] = (change) => {
    requests.current += 1
    setValue(change)
    setProblem(null)
  }
  const reload = async () => {
    requests.current += 1
    const mine = requests.current
    try {
      const loaded = await load(value)
      if (mine === requests.current) set(loaded)
    } catch (error) {
      if (mine === requests.current) setProblem(errorMessage(error))
    }
  }
  return { value, set, reload, problem }
}
