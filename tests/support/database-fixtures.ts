import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrations } from '#migrations/migrations.ts'
import { type Database, isPostgres, listTables, openDatabase } from '#platform/database/database.ts'
import { migrateTo } from '#platform/database/migrate.ts'

/** A row of a database of an earlier version: a line of a file in tests/fixtures/databases. */
export interface FixtureRow {
  readonly table: string
  readonly row: Readonly<Record<string, string | number | null>>
}

export const FIXTURES_FOLDER = join(import.meta.dirname, '../fixtures/databases')

/** Names of the migrations that have a fixture, in their order. */
export const fixtureNames = (): string[] =>
  readdirSync(FIXTURES_FOLDER)
    .map((name) => name.replace(/\.ndjson$/, ''))
    .toSorted()

export const readFixture = (name: string): Promise<FixtureRow[]> => readFixtureFile(join(FIXTURES_FOLDER, `${name}.ndjson`))

export async function readFixtureFile(path: string): Promise<FixtureRow[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => JSON.parse(line) as FixtureRow)
}

/** Migrates an empty database to that version and inserts the rows of its fixture. */
export async function loadFixture(db: Database, name: string): Promise<void> {
  await migrateTo(db, name)
  await insertFixtureRows(db, await readFixture(name))
}

/** Skips rows of tables that the database does not have. */
export async function insertFixtureRows(db: Database, rows: readonly FixtureRow[]): Promise<void> {
  const existing = new Set((await listTables(db)).map((table) => table.name))
  for (const { table, row } of rows.filter((line) => existing.has(line.table))) {
    const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
    const overriding = isPostgres(db) ? sql`overriding system value` : sql``
    await sql`insert into ${sql.table(table)} (${columns}) ${overriding} values (${sql.join(Object.values(row))})`.execute(db)
  }
}

/** Migrates the previous fixture to this version and inserts more rows for what is new. @returns the lines of the fixture */
export async function makeFixture(name: string, more: readonly FixtureRow[]): Promise<FixtureRow[]> {
  const db = await openDatabase('sqlite::memory:')
  const versions = Object.keys(migrations)
  const before = fixtureNames().findLast((known) => known < name)
  if (!versions.includes(name)) throw new Error(`There is no migration ${name}; there are ${versions.join(', ')}.`)
  if (before !== undefined) await loadFixture(db, before)
  await migrateTo(db, name)
  await insertFixtureRows(db, more)
  return dumpRows(db).finally(() => db.destroy())
}

const DERIVED_TABLES = /^(kysely_.*|post_search.*|search_.*|tallies|counters|post_pictures|kept_pictures)$/

/** Counter columns: triggers set them when the rows are inserted. */
const COUNTED: Readonly<Record<string, string>> = { posts: 'likes' }

/** Dumps referenced tables first. Skips tables that migrations and triggers fill. */
async function dumpRows(db: Database): Promise<FixtureRow[]> {
  const names = (await listTables(db)).map((table) => table.name).filter((name) => !DERIVED_TABLES.test(name))
  const { rows: references } = await sql<{ child: string; parent: string }>`
    select m.name as child, f."table" as parent from sqlite_schema m, pragma_foreign_key_list(m.name) f`.execute(db)
  const ordered: string[] = []
  const visit = (name: string) => {
    if (ordered.includes(name)) return
    for (const { child, parent } of references) if (child === name && parent !== name) visit(parent)
    ordered.push(name)
  }
  for (const name of names.toSorted()) visit(name)
  const lines: FixtureRow[] = []
  for (const table of ordered) {
    const { rows } = await sql<FixtureRow['row']>`select * from ${sql.table(table)} order by 1, 2`.execute(db)
    for (const row of rows)
      lines.push({ table, row: Object.fromEntries(Object.entries(row).filter(([column]) => column !== COUNTED[table])) })
  }
  return lines
}
