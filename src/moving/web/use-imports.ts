import { useCallback, useEffect, useState } from 'react'
import { type ImportDetail, type ListedImport, getImport, listImports } from '#moving/contract/imports.endpoints.ts'
import { errorMessage } from '#ui/api/api-error.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import type { Api } from '#ui/api/client.ts'

/** Initial data of the panel. */
export interface MovingData {
  /** The newest first. */
  readonly imports: readonly ListedImport[]
  /** The import that is shown; null if there is none. */
  readonly current: ImportDetail | null
}

const POLL_MS = 1000

/** @param asked id of the import to show; without one, and for one that is deleted, the newest */
export const loadMoving = async (api: Api, asked: string | null): Promise<MovingData> => {
  const { imports } = await api(listImports)
  const shown = imports.find(({ _id }) => _id === asked) ?? imports[0]
  return { imports, current: shown ? await api(getImport, { params: { import: shown._id } }) : null }
}

export const isActive = ({ state }: Pick<ListedImport, 'state'>): boolean => state === 'checking' || state === 'running'

interface Moving extends MovingData {
  /** Why the state could not be read; reading it is retried. */
  readonly problem: string | null
  /** Called after a call that changed an import; with null after one was deleted. */
  readonly show: (asked: string | null) => Promise<void>
}

/** The imports, polled while the shown one is checked or running in any process. */
export const useImports = (initial: MovingData): Moving => {
  const [data, setData] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const { current } = data
  const id = current?._id ?? null
  const isBusy = current !== null && isActive(current)

  const show = useCallback(async (asked: string | null) => {
    setData(await loadMoving(browserApi, asked))
    setProblem(null)
  }, [])

  useEffect(() => {
    if (!isBusy) return
    const read = async () => {
      try {
        const { imports } = await browserApi(listImports)
        const listed = imports.find(({ _id }) => _id === id)
        // The import has ended, or was deleted.
        if (!listed || !isActive(listed)) return await show(id)
        setData((before) => ({ imports, current: before.current && { ...before.current, ...listed } }))
        setProblem(null)
      } catch (error) {
        setProblem(errorMessage(error))
      }
    }
    const timer = setInterval(() => void read(), POLL_MS)
    return () => clearInterval(timer)
  }, [isBusy, id, show])

  return { ...data, problem, show }
}
