import { readFile, stat } from 'node:fs/promises'
import { AppError } from '#platform/contract/errors.ts'
import type { SourcePerson } from '#moving/server/record/source.ts'

const FILE_MAX_BYTES = 50 * 1024 * 1024

/** Reads the list of members that Ghost exports as CSV, without deleted ones. @throws not_found, bad_request */
export async function readMembersFile(path: string): Promise<SourcePerson[]> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new AppError('not_found', `There is no file ${path}.`)
  if (found.size > FILE_MAX_BYTES) throw new AppError('bad_request', 'This list of members is larger than 50 MB.')
  const [head = [], ...rows] = readCsv(await readFile(path, 'utf8'))
  const columns = head.map((name) => name.trim().toLowerCase())
  if (!columns.includes('email'))
    throw new AppError('bad_request', `${path} is no list of members: it has no column ‘email’. In Ghost, choose Members, Export.`)
  return rows.flatMap((row) => toPerson((name) => row[columns.indexOf(name)]?.trim() ?? ''))
}

function toPerson(field: (name: string) => string): SourcePerson[] {
  if (field('email') === '' || field('deleted_at') !== '') return []
  const createdAt = Date.parse(field('created_at'))
  const isSubscribed = /^(true|1|yes)$/i.test(field('subscribed_to_emails'))
  const consentedAt = isSubscribed ? (Number.isNaN(createdAt) ? 0 : createdAt) : null
  return [{ name: field('name'), email: field('email'), kind: 'member', consentedAt }]
}

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
