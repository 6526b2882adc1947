import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { FIRST_OF_0_1, LAST_OF_0_1 } from '#migrations/bridge/index.ts'
import { type Database, isPostgres, openDatabase } from '#platform/database/database.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/last-0.1')

/** A row of a blog of the last version 0.1. */
export interface OldRow {
  readonly table: string
  readonly row: Readonly<Record<string, string | number | null>>
}

export async function readOldRows(): Promise<OldRow[]> {
  const lines = (await readFile(join(FOLDER, 'rows.ndjson'), 'utf8')).split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as OldRow)
}

/** Creates the schema of the last version 0.1 in an empty database, and fills it. @param url `sqlite:PATH`, or of PostgreSQL */
export async function createOldBlog(url: string, rows: readonly OldRow[]): Promise<void> {
  await createOldSchema(url)
  const db = await openDatabase(url)
  try {
    await db.transaction().execute((trx) => insertOldRows(trx, rows))
  } finally {
    await db.destroy()
  }
}

async function createOldSchema(url: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const database = new DatabaseSync(url.slice('sqlite:'.length))
    database.exec(await readFile(join(FOLDER, 'sqlite.sql'), 'utf8'))
    database.close()
    return
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(await readFile(join(FOLDER, 'postgres.sql'), 'utf8'))
  await client.end()
}

async function insertOldRows(trx: Database, rows: readonly OldRow[]): Promise<void> {
  const overriding = isPostgres(trx) ? sql`overriding system value` : sql``
  // SQLite alone has this table.
  for (const { table, row } of rows.filter((each) => each.table !== 'changes' || !isPostgres(trx))) {
    const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
    await sql`insert into ${sql.table(table)} (${columns}) ${overriding} values (${sql.join(Object.values(row))})`.execute(trx)
  }
  if (isPostgres(trx)) await sql`select setval('posts_seq_seq', (select max(seq) from posts))`.execute(trx)
  for (const name of [FIRST_OF_0_1, LAST_OF_0_1]) {
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-01-01')`.execute(trx)
  }
  await sql`insert into kysely_migration_lock (id, is_locked) values ('migration_lock', 0)`.execute(trx)
}
