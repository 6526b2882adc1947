import { useState } from 'react'
import { errorMessage } from '#web/api/api-error.ts'

export type RequestState = { readonly kind: 'idle' | 'busy' } | { readonly kind: 'done' | 'failed'; readonly message: string }

/** One request that a form sends, and what the server said to it. */
export const useRequest = (work: () => Promise<{ readonly message: string }>) => {
  const [state, setState] = useState<RequestState>({ kind: 'idle' })
  const send = async () => {
    setState({ kind: 'busy' })
    try {
      setState({ kind: 'done', message: (await work()).message })
    } catch (error) {
      setState({ kind: 'failed', message: errorMessage(error) })
    }
  }
  return { state, send, fail: (message: string) => setState({ kind: 'failed', message }) }
}
