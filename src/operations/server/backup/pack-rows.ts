import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { PART_BYTES, PART_MAX_BYTES, type Row } from './archive-format.ts'
import { brokenArchive } from './archive-reader.ts'
import type { ColumnShape } from './read-rows.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

export interface Part {
  readonly bytes: Buffer
  readonly rows: number
}

/** Packs rows into compressed parts of JSON lines; yields no part for no rows. */
export async function* packRows(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<Part> {
  let lines: string[] = []
  let length = 0
  const close = async (): Promise<Part> => {
    const part = { bytes: await compress(lines.join('')), rows: lines.length }
    lines = []
    length = 0
    return part
  }
  for await (const rows of batches) {
    for (const row of rows) {
      const line = `${JSON.stringify(row)}\n`
      lines.push(line)
      length += line.length
      if (length >= PART_BYTES) yield await close()
    }
  }
  if (lines.length > 0) yield await close()
}

/**
 * Unpacks a part.
 * @throws bad_request for an invalid part, without unpacking more than a part may hold
 */
export const unpackPart = (bytes: Buffer): Promise<Buffer> =>
  decompress(bytes, { maxOutputLength: PART_MAX_BYTES }).catch((error: NodeJS.ErrnoException) => {
    throw brokenArchive(error.code === 'ERR_BUFFER_TOO_LARGE' ? 'unpacks to more than a part may have' : 'cannot be unpacked')
  })

/** @throws bad_request unless each row has exactly the given columns */
export function parseRows(part: Buffer, columns: readonly ColumnShape[]): Row[] {
  const lines = part.toString('utf8').split('\n')
  if (lines.pop() !== '') throw brokenArchive('does not end with a whole line')
  return lines.map((line, index) => parseRow(line, columns, index + 1))
}

function parseRow(line: string, columns: readonly ColumnShape[], number: number): Row {
  const row = parseObject(line)
  if (!row) throw brokenArchive(`has no row in line ${number}`)
  const unknown = Object.keys(row).find((name) => !columns.some((column) => column.name === name))
  if (unknown !== undefined)
    throw brokenArchive(`has a column ${JSON.stringify(unknown.slice(0, 60))} in line ${number} that the schema does not have`)
  const bad = columns.find((column) => !isOfType(row[column.name], column.type))
  if (bad) throw brokenArchive(`has no ${bad.type} for the column ${bad.name} in line ${number}`)
  return row as Row
}

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const isOfType = (value: unknown, type: ColumnShape['type']) =>
  value === null || (type === 'text' ? typeof value === 'string' : Number.isSafeInteger(value))
