import { createReadStream } from 'node:fs'
import { JSONParser } from '@streamparser/json'
import { AppError } from '#platform/contract/errors.ts'

/** Maximum total length of the texts in all rows, in characters. A blog of 10,000 posts needs a third of it. */
const TOTAL_MAX_LENGTH = 160 * 1024 * 1024
const COLUMNS_MAX = 1000
/** Length that a row counts beside its texts. */
const ROW_LENGTH = 500

/** Columns that are never used. */
const UNREAD = ['plaintext', 'codeinjection_head', 'codeinjection_foot']
/** Columns that are used only for posts without HTML. They are larger than the HTML. */
const EDITOR_FORMATS = ['lexical', 'mobiledoc']

/**
 * Reads the named tables of `{"db":[{"data":{"posts":[…]}}]}` or, in old exports, `{"data":{"posts":[…]}}`, without unused
 * columns; not validated. Everything else is skipped, however large.
 * @throws bad_request
 */
export async function readTables(path: string, names: readonly string[]): Promise<Record<string, unknown>> {
  const tables: Record<string, unknown> = {}
  let length = 0
  const places = names.flatMap((name) => [`$.data.${name}`, `$.db.*.data.${name}`])
  const parser = new JSONParser({ keepStack: false, paths: places.flatMap((place) => [place, `${place}.*`]) })
  parser.onValue = ({ key, value }) => {
    if (typeof key === 'string') {
      tables[key] ??= value
      return
    }
    length += trimRow(value)
    if (length > TOTAL_MAX_LENGTH)
      throw new AppError('bad_request', 'The texts of this file are larger than 160 MB, which is more than can be read at once.')
  }
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) parser.write(chunk as Buffer)
    if (!parser.isEnded) throw new Error('it ends in the middle. Please export or copy it once more.')
  } catch (error) {
    if (error instanceof AppError || (error as NodeJS.ErrnoException).syscall !== undefined) throw error
    throw new AppError('bad_request', `This file is no whole JSON: ${(error as Error).message.slice(0, 120)}`)
  }
  return tables
}

/** Removes the columns that are not used. @returns the length of the others */
function trimRow(row: unknown): number {
  if (typeof row !== 'object' || row === null) return ROW_LENGTH
  const columns = row as Record<string, unknown>
  if (Object.keys(columns).length > COLUMNS_MAX)
    throw new AppError('bad_request', 'This file holds a row with more parts than any blog post has.')
  for (const name of columns['html'] ? [...UNREAD, ...EDITOR_FORMATS] : UNREAD) delete columns[name]
  return Object.values(columns).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), ROW_LENGTH)
}
