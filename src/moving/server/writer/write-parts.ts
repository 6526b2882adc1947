import type { Database } from '#platform/database/database.ts'
import type { ImportedItems } from './imported-items.store.ts'
import type { ImportReport } from '#moving/server/record/report.ts'

export interface WriteParts {
  readonly db: Database
  readonly importedItems: ImportedItems
  readonly report: ImportReport
  readonly now: () => number
  readonly newId: () => string
}
