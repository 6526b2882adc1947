import type { MissingItem } from '#contract/import-report.ts'

const COLUMNS = ['what', 'post', 'address', 'why'] as const

/** Spreadsheets would run a text that begins so; it comes from a stranger's file. */
const FORMULA = /^[=+\-@\t\r]/

const cell = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What an import could not bring, as CSV (RFC 4180). */
export const toMissingList = (missing: readonly MissingItem[]): string =>
  [COLUMNS, ...missing.map((item) => COLUMNS.map((column) => item[column] ?? ''))].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
