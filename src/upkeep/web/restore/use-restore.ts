import { useEffect, useState } from 'react'
import { getRestore, type RestoreState } from '#upkeep/contract/restore.endpoints.ts'

const POLL_MS = 1000
const PATH = getRestore.key.replace('GET ', '')

interface Restoring {
  readonly state: RestoreState
  readonly setState: (state: RestoreState) => void
  /** The backup has taken the place of the blog: nobody is signed in any more. */
  readonly isOver: boolean
}

/** Polls while a backup is read or restored, in any process. A blog that is being replaced responds with 503. */
export const useRestore = (initial: RestoreState): Restoring => {
  const [state, setState] = useState(initial)
  const [isOver, setIsOver] = useState(false)
  const { phase } = state
  const isActive = phase === 'checking' || phase === 'restoring'
  useEffect(() => {
    if (!isActive || isOver) return
    const read = async () => {
      // Not by browserApi: the end of this session is no surprise.
      const response = await fetch(PATH, { headers: { accept: 'application/json' } }).catch(() => null)
      if (response?.status === 401 && phase === 'restoring') setIsOver(true)
      if (response?.ok) setState((await response.json()) as RestoreState)
    }
    const timer = setInterval(() => void read(), POLL_MS)
    return () => clearInterval(timer)
  }, [isActive, isOver, phase])
  return { state, setState, isOver }
}
