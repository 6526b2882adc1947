import type { MissingItem } from '#moving/contract/import-report.ts'

const COLUMNS = ['what', 'post', 'address', 'why'] as const

/** Spreadsheets treat text with such a first character as a formula, and the text comes from an untrusted file. */
const FORMULA = /^[=+\-@\t\r]/

const cell = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns the items that an import could not fetch or convert as CSV (RFC 4180). */
export const toMissingList = (missing: readonly MissingItem[]): string =>
  [COLUMNS, ...missing.map((item) => COLUMNS.map((column) => item[column] ?? ''))].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
