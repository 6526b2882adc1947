import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { BACKUP_TABLES } from '#operations/server/backup/backup-tables.ts'
import type { Database } from '#platform/database/database.ts'

/** Everything that an import wrote, with names in place of random ids, so that equal imports have equal descriptions. */
export interface BlogDescription {
  /** Sorted rows by table. */
  readonly tables: ReadonlyMap<string, readonly string[]>
  /** Number of unreferenced pictures, stored just before the import was killed. Housekeeping deletes them. */
  readonly leftOver: number
}

type Row = Readonly<Record<string, unknown>>

/** Tables that differ between blogs, whatever they import. */
const BLOG_SPECIFIC_TABLES = new Set(['users', 'sessions'])
const RANDOM_COLUMNS: Readonly<Record<string, readonly string[]>> = { pictures: ['folder', 'created_at'], posts: ['seq'] }
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** Picture folder in `moved_addresses`. */
const FOLDER = /"target":"([\w-]{16})"/g
const PICTURE = /\/files\/([\w-]{16})\/\d{13}-/g

export async function describeBlog(db: Database, dataDir: string): Promise<BlogDescription> {
  const items = await db.selectFrom('imported_items').select(['kind', 'source_id', 'target']).execute()
  const comments = await db.selectFrom('comments').select(['id', 'content', 'created_at']).execute()
  const names = new Map(items.map(({ kind, source_id, target }) => [target, `${kind} ${source_id}`]))
  for (const { id, content, created_at: at } of comments) names.set(id, `comment ${at} ${content}`)
  for (const { id, username } of await db.selectFrom('users').select(['id', 'username']).execute()) names.set(id, username)
  const folders = new Map<string, string>()
  for (const { kind, target } of items) {
    const [, folder] = /^\/files\/([\w-]{16})\//.exec(target) ?? []
    if (kind === 'picture' && folder !== undefined && !folders.has(folder))
      folders.set(folder, await contentOf(join(dataDir, 'files', folder)))
  }
  const tables = new Map<string, readonly string[]>()
  const describe = (table: string, row: Row) => {
    const rest = Object.entries(row).filter(([column]) => !RANDOM_COLUMNS[table]?.includes(column))
    return JSON.stringify(Object.fromEntries(rest.toSorted(([a], [b]) => (a < b ? -1 : 1))))
      .replace(PICTURE, (_, folder: string) => `/files/${folders.get(folder) ?? 'left over'}/`)
      .replace(FOLDER, (_, folder: string) => `"target":"${folders.get(folder) ?? folder}"`)
      .replace(UUID, (id) => names.get(id) ?? 'unknown')
  }
  for (const { name, kind } of BACKUP_TABLES) {
    if (kind !== 'kept' || BLOG_SPECIFIC_TABLES.has(name)) continue
    const { rows } = await sql<Row>`select * from ${sql.table(name)}`.execute(db)
    tables.set(name, rows.map((row) => describe(name, row)).toSorted())
  }
  const pictures = tables.get('pictures') ?? []
  const used = pictures.filter((row) => !row.includes('/files/left over/'))
  return { tables: tables.set('pictures', used), leftOver: pictures.length - used.length }
}

/** A hash of all files of a picture. */
async function contentOf(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(folder)).toSorted()) hash.update(name.replace(/^\d+/, '')).update(await readFile(join(folder, name)))
  return hash.digest('hex').slice(0, 16)
}

/** @returns a line for each table that differs, with the first rows that do */
export function compareBlogs(expected: BlogDescription, actual: BlogDescription): string[] {
  return Array.from(expected.tables, ([name, rows]) => {
    const others = new Set(actual.tables.get(name))
    const known = new Set(rows)
    const missing = rows.filter((row) => !others.has(row))
    const more = [...others].filter((row) => !known.has(row))
    const counts = `${rows.length} rows, then ${actual.tables.get(name)?.length ?? 0}`
    return missing.length + more.length === 0 && rows.length === actual.tables.get(name)?.length
      ? ''
      : `${name}: ${counts}; ${missing.length} missing, ${more.length} unexpected\n  ${missing[0]?.slice(0, 600)}\n  ${more[0]?.slice(0, 600)}`
  }).filter((line) => line !== '')
}
