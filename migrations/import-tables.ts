import type { ColumnType } from 'kysely'
import type { ExportFormat } from '#contract/export-head.ts'
import type { ImportState } from '#contract/endpoints/imports.ts'

/** Address of an imported post on its former blog; read where nothing else has the address. */
export interface OldAddressesTable {
  /** As oldAddressKey() returns it. */
  path: string
  post_id: string
}

/** Address on a former blog of anything else; read where nothing else has the address. */
export interface MovedAddressesTable {
  /** As oldAddressKey() returns it. */
  path: string
  kind: 'search' | 'file' | 'page'
  /** The query of the search that shows the same; the folder of the picture or file; the id of the page. */
  target: string
}

/** What was imported from another blog, so that nothing is imported twice. */
export interface ImportedItemsTable {
  /** The blog, for instance `wordpress https://old.example.org`. */
  source: string
  kind: 'post' | 'comment' | 'picture' | 'file' | 'page' | 'cover' | 'person'
  /** Its id there; of pictures and files the address, of covers the id of the post. */
  source_id: string
  /** Our id; of pictures, files and covers the address. */
  target: string
}

/** An export of another blog that an admin uploaded, what is in it, and how far its import is. */
export interface ImportsTable {
  id: string
  /** Its bytes are those of the upload. */
  upload_id: string
  /** Who uploaded it; null where the account is deleted. */
  user_id: string | null
  file_name: string
  bytes: number
  format: ExportFormat
  state: ImportState
  /** 1 once an admin has asked for it to stop. */
  is_stopping: ColumnType<0 | 1, 0 | 1 | undefined>
  /** `ImportChoices`; JSON, as those below. */
  choices: string
  /** `ImportProgress` of the last check or run; null before the first. */
  progress: string | null
  /** `ImportReportData` of the last check, and of the last run. */
  check_report: string | null
  result_report: string | null
  /** Why it failed or stopped, for the admins. */
  message: string | null
  created_at: number
  /** Of the last run; null before the first. */
  started_at: number | null
  ended_at: number | null
  /** Also by each progress: one that is not written any more has lost its process. */
  updated_at: number
}
