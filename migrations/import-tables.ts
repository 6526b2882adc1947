import type { ColumnType } from 'kysely'
import type { IMPORT_FORMATS, ImportState } from '#import-export/contract/imports.endpoints.ts'

/** Redirect from an imported post's address on the old blog. Used when nothing else has the address. */
export interface OldAddressesTable {
  /** From oldAddressKey(). */
  path: string
  post_id: string
}

/** Redirect from the address of anything else on the old blog. Used when nothing else has the address. */
export interface MovedAddressesTable {
  /** From oldAddressKey(). */
  path: string
  kind: 'search' | 'file' | 'page'
  /** By kind: query of the equivalent search; folder of the picture or file; id of the page. */
  target: string
}

/** An item imported from another blog, so that nothing is imported twice. */
export interface ImportedItemsTable {
  kind: 'post' | 'page' | 'picture' | 'file' | 'person'
  /** What only this item of any blog has (`identityOf`); of pictures and files the address, of people a hash. */
  source_id: string
  /** Id in Kindred; for pictures and files the address. */
  target: string
  /** 1 while pictures or files of the text could not be fetched. */
  lacks: ColumnType<0 | 1, 0 | 1 | undefined>
}

/** An export of another blog, with its reports and the progress of its import. */
export interface ImportsTable {
  id: string
  /** The upload that holds the file; null for an import of the command line. */
  upload_id: string | null
  /** User who uploaded it; null when the account is deleted. */
  user_id: string | null
  file_name: string
  bytes: number
  format: (typeof IMPORT_FORMATS)[number]
  state: ImportState
  /** 1 when an admin has requested that it stops. */
  is_stopping: ColumnType<0 | 1, 0 | 1 | undefined>
  /** Address of the old blog, where the file does not tell it. */
  site: string | null
  fetches_pictures: ColumnType<0 | 1, 0 | 1 | undefined>
  /** JSON of `ImportProgress` of the last check or run; null before the first. */
  progress: string | null
  /** JSON of `ImportReportData` of the last check, and of the last run. */
  check_report: string | null
  result_report: string | null
  /** Why it failed or stopped, in words for admins. */
  message: string | null
  created_at: number
  /** Start of the last run; null before the first. */
  started_at: number | null
  ended_at: number | null
  /** Also set with each progress: a running import without recent updates has lost its process. */
  updated_at: number
}
