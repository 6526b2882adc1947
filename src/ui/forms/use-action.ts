import { useRef, useState } from 'react'
import { Cancelled, errorMessage } from '#ui/api/api-error.ts'

type ActionState = { readonly type: 'idle' | 'busy' } | { readonly type: 'failed'; readonly message: string }

interface Action {
  /** Ignored while another action runs. */
  readonly run: (work: () => Promise<unknown>) => Promise<void>
  readonly isBusy: boolean
  /** Why the last action failed. */
  readonly error: string | null
}

/** Runs the actions of a button, one at a time, and holds the last error. */
export const useAction = (): Action => {
  const [state, setState] = useState<ActionState>({ type: 'idle' })
  const isRunning = useRef(false)
  const run = async (work: () => Promise<unknown>) => {
    if (isRunning.current) return
    isRunning.current = true
    setState({ type: 'busy' })
    try {
      await work()
      setState({ type: 'idle' })
    } catch (error) {
      setState(error instanceof Cancelled ? { type: 'idle' } : { type: 'failed', message: errorMessage(error) })
    } finally {
      isRunning.current = false
    }
  }
  return { run, isBusy: state.type === 'busy', error: state.type === 'failed' ? state.message : null }
}
