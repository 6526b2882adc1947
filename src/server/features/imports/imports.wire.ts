import { type ImportDetail, type ListedImport, type ImportProgress, SHOWN_LINES } from '#contract/endpoints/imports.ts'
import type { ImportChoices } from '#contract/import-choices.ts'
import type { ImportReportData, MissingItem } from '#contract/import-report.ts'
import { IMPORT_TTL_MS } from '#contract/limits.ts'
import type { ImportRow } from './imports.store.ts'

/** The name of an upload has none. */
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

const withFirstLines = (report: ImportReportData): ImportReportData => ({
  ...report,
  notes: report.notes.map((note) => ({ ...note, lines: note.lines.slice(0, SHOWN_LINES) })),
  missing: report.missing.slice(0, SHOWN_LINES),
})

/** A spreadsheet would run what begins like a formula. */
const cell = (text: string): string => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`

/** With a byte order mark, by which spreadsheets know UTF-8. */
export const toCsv = (missing: readonly MissingItem[]): string =>
  `\uFEFF${[['What', 'Post', 'Address', 'Why'], ...missing.map(({ what, post, address, why }) => [what, post, address ?? '', why])]
    .map((line) => `${line.map(cell).join(',')}\r\n`)
    .join('')}`
