import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { FIRST_OF_0_1, LAST_OF_0_1 } from '#migrations/bridge/index.ts'
import { type Database, isPostgres, openDatabase, withGivenIds } from '#platform/database/database.ts'

const FIXTURES = join(import.meta.dirname, '../../fixtures')

/** Stands between what `sqlite.sql` and `postgres.sql` of 1.0 create before the rows, and the triggers and keys after them. */
const ROWS = '-- The rows follow here, then what watches them.'

/** A row of a kept blog. */
export interface KeptRow {
  readonly table: string
  readonly row: Readonly<Record<string, string | number | null>>
}

/** Rows of the blog that is kept of the last version 0.1. */
export const readOldRows = () => readRows('last-0.1')

/** Rows of the blog that is kept of version 1.0. */
export const readRowsOf10 = () => readRows('1.0')

async function readRows(version: string): Promise<KeptRow[]> {
  const lines = (await readFile(join(FIXTURES, version, 'rows.ndjson'), 'utf8')).split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as KeptRow)
}

/** Creates the schema of the last version 0.1 in an empty database, and fills it. @param url `sqlite:PATH`, or of PostgreSQL */
export async function createOldBlog(url: string, rows: readonly KeptRow[]): Promise<void> {
  await runScript(url, await readSchema('last-0.1', url))
  await inTransaction(url, async (trx) => {
    await insertRows(trx, rows)
    await noteMigrations(trx, [FIRST_OF_0_1, LAST_OF_0_1])
  })
}

/** Creates the blog that is kept of version 1.0, in an empty database. @param url `sqlite:PATH`, or of PostgreSQL */
export async function createBlogOf10(url: string): Promise<void> {
  const [before = '', after = ''] = (await readSchema('1.0', url)).split(ROWS)
  await runScript(url, before)
  await inTransaction(url, async (trx) => {
    await insertRows(trx, await readRowsOf10())
    await noteMigrations(trx, ['0001-schema'])
  })
  await runScript(url, after)
}

const readSchema = (version: string, url: string) =>
  readFile(join(FIXTURES, version, url.startsWith('sqlite:') ? 'sqlite.sql' : 'postgres.sql'), 'utf8')

async function runScript(url: string, script: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const database = new DatabaseSync(url.slice('sqlite:'.length))
    database.exec(script)
    database.close()
    return
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(script)
  await client.end()
}

async function inTransaction(url: string, work: (trx: Database) => Promise<void>): Promise<void> {
  const db = await openDatabase(url)
  try {
    await db.transaction().execute(work)
  } finally {
    await db.destroy()
  }
}

async function insertRows(trx: Database, rows: readonly KeptRow[]): Promise<void> {
  // SQLite alone has this table.
  for (const { table, row } of rows.filter((each) => each.table !== 'changes' || !isPostgres(trx))) {
    const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
    await sql`insert into ${sql.table(table)} (${columns}) ${withGivenIds(trx)} values (${sql.join(Object.values(row))})`.execute(trx)
  }
  if (isPostgres(trx)) await sql`select setval('posts_seq_seq', (select max(seq) from posts))`.execute(trx)
}

async function noteMigrations(trx: Database, names: readonly string[]): Promise<void> {
  for (const name of names) await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-01-01')`.execute(trx)
  await sql`insert into kysely_migration_lock (id, is_locked) values ('migration_lock', 0)`.execute(trx)
}
