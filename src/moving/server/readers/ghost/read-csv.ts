/** A field, quoted or not, and its delimiter. */
const FIELD = /(?:"((?:[^"]|"")*)"[^,\r\n]*|([^,\r\n]*))(,|\r\n?|\n|$)/y

/** Parses comma-separated values: quoted fields may hold commas, quotes and line breaks. Empty rows are left out. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  FIELD.lastIndex = text.startsWith('\uFEFF') ? 1 : 0
  for (let match = FIELD.exec(text); match; match = FIELD.exec(text)) {
    const [, quoted, plain = '', end] = match
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '') break
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.some((field) => field !== ''))
}
