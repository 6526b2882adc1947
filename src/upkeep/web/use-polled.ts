import { useEffect, useEffectEvent, useState } from 'react'
import { errorMessage } from '#ui/api/api-error.ts'

const POLL_MS = 1000

export interface Polled<State> {
  readonly state: State
  readonly setState: (state: State) => void
  /** Why the last reading failed. */
  readonly problem: string | null
}

/** State of work in any process, read again while it runs. */
export const usePolled = <State extends { readonly running: unknown }>(initial: State, read: () => Promise<State>): Polled<State> => {
  const [state, setState] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const isRunning = state.running !== null
  const readAgain = useEffectEvent(async () => {
    try {
      setState(await read())
      setProblem(null)
    } catch (error) {
      setProblem(errorMessage(error))
    }
  })
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void readAgain(), POLL_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return { state, setState, problem }
}
