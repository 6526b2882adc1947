import { useState } from 'react'
import { checkBackup, type ChosenBackup, getRestore, type RestoreState, startRestore } from '#operations/contract/restore.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { usePolled } from '#ui/api/use-polled.ts'

const PATH = getRestore.key.replace('GET ', '')

export interface Chosen extends ChosenBackup {
  /** As people know it. */
  readonly name: string
}

export interface Restoring {
  readonly state: RestoreState
  readonly chosen: Chosen | null
  readonly isReplacing: boolean
  /** The backup has taken the place of the blog: nobody is signed in any more. */
  readonly isOver: boolean
  readonly check: (chosen: Chosen) => Promise<void>
  readonly start: (chosen: Chosen) => Promise<void>
  readonly drop: () => void
}

/** The backup that was chosen on this page. The state is read again while one is read or put in place, in any process. */
export const useRestore = (initial: RestoreState): Restoring => {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [isReplacing, setIsReplacing] = useState(false)
  const [isOver, setIsOver] = useState(false)
  const { value: state, set: setState } = usePolled(initial, {
    isRunning: ({ running }) => running !== null && !isOver,
    load: async (present) => {
      // Not by browserApi: the end of this session is no surprise.
      const response = await fetch(PATH, { headers: { accept: 'application/json' } })
      if (response.status === 401) setIsOver(true)
      return response.ok ? ((await response.json()) as RestoreState) : present
    },
  })
  const begin = async (endpoint: typeof checkBackup | typeof startRestore, next: Chosen) => {
    const { name: _, ...body } = next
    setChosen(next)
    setIsReplacing(endpoint === startRestore)
    setState(await browserApi(endpoint, { body }))
  }
  return {
    state,
    chosen,
    isReplacing,
    isOver,
    check: (next) => begin(checkBackup, next),
    start: (next) => begin(startRestore, next),
    drop: () => setChosen(null),
  }
}
