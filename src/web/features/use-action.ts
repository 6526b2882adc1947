import { useRef, useState } from 'react'
import { errorMessage } from '#web/api/api-error.ts'

type ActionState = { readonly type: 'idle' | 'busy' } | { readonly type: 'failed'; readonly message: string }

export interface Action {
  /** Ignored while another one runs. */
  readonly run: (work: () => Promise<unknown>) => Promise<void>
  readonly isBusy: boolean
  /** Why the last one failed. */
  readonly error: string | null
}

/** What a button does: one thing at a time, which may fail. */
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
      setState({ type: 'failed', message: errorMessage(error) })
    } finally {
      isRunning.current = false
    }
  }
  return { run, isBusy: state.type === 'busy', error: state.type === 'failed' ? state.message : null }
}
