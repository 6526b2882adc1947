import { LIST_MAX_LENGTH } from '#platform/contract/limits.ts'

interface Range {
  readonly startIndex: number
  readonly limit: number
}

interface Bounds<Row> {
  readonly range: Range
  /** Rows that are read in any case, and at first: a page of the blog. */
  readonly pageSize: number
  readonly lengthOf: (row: Row) => number
  readonly read: (range: Range) => Promise<readonly Row[]>
}

/**
 * Reads rows until the range ends or they have {@link LIST_MAX_LENGTH} characters, in few steps: no list is built that
 * is many times as long.
 * @returns isCut: the rows end before the range, because of their length
 */
export async function readBounded<Row>({ range, pageSize, lengthOf, read }: Bounds<Row>): Promise<{ rows: Row[]; isCut: boolean }> {
  const rows: Row[] = []
  let length = 0
  let step = pageSize
  while (rows.length < range.limit) {
    const limit = Math.min(step, range.limit - rows.length)
    const part = await read({ startIndex: range.startIndex + rows.length, limit })
    for (const row of part) {
      if (rows.length >= pageSize && length + lengthOf(row) > LIST_MAX_LENGTH) return { rows, isCut: true }
      rows.push(row)
      length += lengthOf(row)
    }
    if (part.length < limit) break
    // As many as would fit if they are as long as those before.
    step = Math.max(1, Math.floor((LIST_MAX_LENGTH - length) / (length / rows.length)))
  }
  return { rows, isCut: false }
}
