import { createReadStream } from 'node:fs'
import { AppError } from '#platform/contract/errors.ts'

/** Maximum length of a row, in characters. The row of a post holds its text in three formats. */
const ROW_MAX_LENGTH = 32 * 1024 * 1024
/** Maximum number of brackets and colons in a row, without those in strings. */
const ROW_MAX_PARTS = 100_000
/** Maximum length of a table name. */
const KEY_MAX_LENGTH = 100

/** Maximum total length of all parsed rows, in characters. A blog of 10,000 posts needs a third of it. */
const TOTAL_MAX_LENGTH = 160 * 1024 * 1024
/** Columns that are never used. */
const UNREAD: ReadonlySet<string> = new Set(['plaintext', 'codeinjection_head', 'codeinjection_foot'])
/** Columns that are used only for posts without HTML. They are larger than the HTML. */
const EDITOR_FORMATS: ReadonlySet<string> = new Set(['lexical', 'mobiledoc'])

/** Reads the named tables, without unused columns; not validated. @throws bad_request */
export async function readTables(path: string, names: ReadonlySet<string>): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {}
  let length = 0
  for await (const { table, text } of readRows(path, names)) {
    const rows = (tables[table] ??= [])
    if (text === null) continue
    const row = withoutUnread(JSON.parse(text))
    rows.push(row)
    length += lengthOf(row)
    if (length > TOTAL_MAX_LENGTH)
      throw new AppError('bad_request', 'The texts of this file are larger than 160 MB, which is more than can be read at once.')
  }
  return tables
}

function withoutUnread(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row
  const hasHtml = 'html' in row && typeof row.html === 'string' && row.html !== ''
  return Object.fromEntries(Object.entries(row).filter(([key]) => !UNREAD.has(key) && !(hasHtml && EDITOR_FORMATS.has(key))))
}

const ROW_LENGTH = 500
const lengthOf = (row: unknown): number =>
  typeof row === 'object' && row !== null
    ? Object.values(row).reduce((sum: number, value) => sum + (typeof value === 'string' ? value.length : 0), ROW_LENGTH)
    : ROW_LENGTH

interface TableRow {
  readonly table: string
  /** JSON. Each table begins with an entry whose text is null, so that an empty table is known. */
  readonly text: string | null
}

/**
 * Streams the rows of these tables, with one row in memory at a time. Skips everything else, however large.
 * @throws bad_request for incomplete JSON
 */
async function* readRows(path: string, tables: ReadonlySet<string>): AsyncGenerator<TableRow> {
  const reader = new RowReader(tables)
  const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 })
  for await (const chunk of stream as AsyncIterable<string>) {
    reader.write(chunk)
    yield* reader.take()
  }
  reader.end()
}

/** Whether the position is within a table: `{"db":[{"data":{"posts":[` or, in old exports, `{"data":{"posts":[`. @param kinds open brackets */
const isTableAt = (kinds: string, keys: readonly string[]): boolean =>
  (kinds === '{{[' && keys[0] === 'data') || (kinds === '{[{{[' && keys[0] === 'db' && keys[2] === 'data')
const DEEPEST_TABLE = 5

const OUTSIDE = /["{}[\]:]/g
const WITHIN_STRING = /["\\]/g

/** Tracks strings and brackets to find the rows, whose text JSON.parse reads. */
class RowReader {
  readonly #tables: ReadonlySet<string>
  #rows: TableRow[] = []
  #depth = 0
  /** Open brackets, down to the depth of tables. */
  #kinds = ''
  readonly #keys: string[] = []
  #isInString = false
  #isEscaped = false
  /** The last string, which may be the name of a table. */
  #word = ''
  /** Pieces of the current row; null between rows. */
  #row: string[] | null = null
  #rowLength = 0
  #rowDepth = 0
  #rowParts = 0

  constructor(tables: ReadonlySet<string>) {
    this.#tables = tables
  }

  take(): TableRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  end(): void {
    if (this.#depth !== 0 || this.#isInString) throw new AppError('bad_request', 'This file is no whole JSON: it ends in the middle.')
  }

  write(chunk: string): void {
    let at = this.#isEscaped ? 1 : 0
    this.#isEscaped = false
    /** Start of the current row in this chunk. */
    let from = 0
    while (at < chunk.length) {
      const pattern = this.#isInString ? WITHIN_STRING : OUTSIDE
      pattern.lastIndex = at
      const found = pattern.exec(chunk)
      if (this.#isInString) this.#addToWord(chunk, at, found?.index ?? chunk.length)
      if (!found) break
      at = found.index + (found[0] === '\\' ? 2 : 1)
      this.#isEscaped = at > chunk.length
      if (found[0] !== '\\') from = this.#read(found, from)
    }
    if (this.#row !== null) this.#addToRow(chunk.slice(from))
  }

  /** @returns the start of the current row in this chunk */
  #read({ 0: mark, index, input }: RegExpExecArray, from: number): number {
    if (this.#row === null) return this.#enter(mark) ? index : from
    if (this.#leaveRow(mark)) this.#endRow(input.slice(from, index + 1))
    return from
  }

  /** @returns whether a row begins */
  #enter(mark: string): boolean {
    if (mark === '"') {
      this.#isInString = !this.#isInString
      if (this.#isInString) this.#word = ''
    } else if (mark === ':') {
      if (this.#depth <= DEEPEST_TABLE) this.#keys[this.#depth - 1] = this.#word
    } else if (mark === '{' || mark === '[') {
      return this.#open(mark)
    } else {
      this.#close()
    }
    return false
  }

  #open(mark: string): boolean {
    const table = this.#depth <= DEEPEST_TABLE && isTableAt(this.#kinds, this.#keys) ? (this.#keys[this.#depth - 2] ?? '') : ''
    this.#depth += 1
    if (table !== '' && this.#tables.has(table)) {
      this.#row = []
      this.#rowLength = 0
      this.#rowParts = 0
      this.#rowDepth = this.#depth
      return true
    }
    if (this.#depth <= DEEPEST_TABLE) {
      this.#kinds += mark
      this.#keys[this.#depth - 1] = ''
      const opened = this.#keys[this.#depth - 2] ?? ''
      if (isTableAt(this.#kinds, this.#keys) && this.#tables.has(opened)) this.#rows.push({ table: opened, text: null })
    }
    return false
  }

  #close(): void {
    this.#depth -= 1
    if (this.#depth < 0) throw new AppError('bad_request', 'This file is no whole JSON: it closes more than it opens.')
    if (this.#depth < DEEPEST_TABLE) this.#kinds = this.#kinds.slice(0, this.#depth)
  }

  /** @returns whether the row ends */
  #leaveRow(mark: string): boolean {
    if (mark === '"') this.#isInString = !this.#isInString
    else this.#countPart()
    if (mark === '{' || mark === '[') this.#depth += 1
    else if (mark === '}' || mark === ']') this.#depth -= 1
    return this.#depth < this.#rowDepth
  }

  #countPart(): void {
    this.#rowParts += 1
    if (this.#rowParts > ROW_MAX_PARTS) throw new AppError('bad_request', 'This file holds a row with more parts than any blog post has.')
  }

  #endRow(rest: string): void {
    this.#addToRow(rest)
    this.#rows.push({ table: this.#keys[this.#depth - 2] ?? '', text: (this.#row ?? []).join('') })
    this.#row = null
  }

  #addToRow(part: string): void {
    this.#rowLength += part.length
    if (this.#rowLength > ROW_MAX_LENGTH)
      throw new AppError('bad_request', 'This file holds a row of more than 32 MB, which no blog post is.')
    this.#row?.push(part)
  }

  #addToWord(chunk: string, from: number, to: number): void {
    if (this.#row === null && this.#depth <= DEEPEST_TABLE && this.#word.length < KEY_MAX_LENGTH)
      this.#word += chunk.slice(from, Math.min(to, from + KEY_MAX_LENGTH))
  }
}
