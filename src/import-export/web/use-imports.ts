import { type ImportDetail, type ListedImport, getImport, listImports } from '#import-export/contract/imports.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import type { Api } from '#ui/api/client.ts'
import { usePolled } from '#ui/api/use-polled.ts'

/** Initial data of the panel. */
export interface ImportExportData {
  /** The newest first. */
  readonly imports: readonly ListedImport[]
  /** The import that is shown; null if there is none. */
  readonly current: ImportDetail | null
}

/** @param asked id of the import to show; without one, and for one that is deleted, the newest */
export const loadImportExport = async (api: Api, asked: string | null): Promise<ImportExportData> => {
  const { imports } = await api(listImports)
  const shown = imports.find(({ _id }) => _id === asked) ?? imports[0]
  return { imports, current: shown ? await api(getImport, { params: { import: shown._id } }) : null }
}

export const isActive = ({ state }: Pick<ListedImport, 'state'>): boolean => state === 'checking' || state === 'running'

/** The imports, read again while the shown one is checked or running in any process. */
export const useImports = (initial: ImportExportData) => {
  const { value, set, problem } = usePolled(initial, {
    isRunning: ({ current }) => current !== null && isActive(current),
    load: async ({ current }) => {
      const id = current?._id ?? null
      const { imports } = await browserApi(listImports)
      const listed = imports.find(({ _id }) => _id === id)
      // The import has ended, or was deleted.
      if (current === null || !listed || !isActive(listed)) return loadImportExport(browserApi, id)
      return { imports, current: { ...current, ...listed } }
    },
  })
  /** Called after a call that changed an import; with null after one was deleted. */
  const show = async (asked: string | null) => set(await loadImportExport(browserApi, asked))
  return { ...value, problem, show }
}
