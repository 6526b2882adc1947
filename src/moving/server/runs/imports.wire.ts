import { type ImportDetail, type ListedImport, type ImportProgress, type ShownReport } from '#moving/contract/imports.endpoints.ts'
import type { ImportChoices } from '#moving/contract/import-choices.ts'
import { type ImportReportData, type MissingItem, NOTE_KINDS } from '#moving/contract/import-report.ts'
import { IMPORT_SHOWN_LINES, IMPORT_TTL_MS } from '#platform/contract/limits.ts'
import { toMissingList } from './missing-list.ts'
import type { ImportRow } from './imports.store.ts'

/** File extensions; the stored name of an upload has none. */
const ENDINGS = { wordpress: 'xml', ghost: 'json' } as const

const toDate = (at: number) => new Date(at).toISOString()

export const toListedImport = (row: ImportRow): ListedImport => ({
  _id: row.id,
  fileName: `${row.file_name}.${ENDINGS[row.format]}`,
  bytes: row.bytes,
  format: row.format,
  state: row.state,
  isStopping: row.is_stopping === 1,
  choices: JSON.parse(row.choices) as ImportChoices,
  progress: row.progress === null ? null : (JSON.parse(row.progress) as ImportProgress),
  message: row.message,
  createdAt: toDate(row.created_at),
  startedAt: row.started_at === null ? null : toDate(row.started_at),
  endedAt: row.ended_at === null ? null : toDate(row.ended_at),
  deletedAt: toDate(row.updated_at + IMPORT_TTL_MS),
})

interface Reports {
  readonly check: ImportReportData | null
  readonly result: ImportReportData | null
}

export const toImportDetail = (row: ImportRow, { check, result }: Reports): ImportDetail => ({
  ...toListedImport(row),
  check: check && withFirstLines(check),
  result: result && withFirstLines(result),
})

const withFirstLines = (report: ImportReportData): ShownReport => ({
  ...report,
  notes: report.notes.map(({ kind, count, lines }) => ({
    kind,
    heading: NOTE_KINDS[kind],
    count,
    lines: lines.slice(0, IMPORT_SHOWN_LINES),
  })),
  missing: report.missing.slice(0, IMPORT_SHOWN_LINES),
})

/** Starts with a byte order mark, by which spreadsheets recognise UTF-8. */
export const toCsv = (missing: readonly MissingItem[]): string => `\uFEFF${toMissingList(missing)}`
