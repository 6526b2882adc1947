import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { createIndexesAndTriggers, createTables, TABLES } from '#migrations/0001-schema.ts'
import { DERIVED, FILLED } from './fill.ts'
import { listAllTables, OLD, setAside } from './set-aside.ts'

/** Last migration of version 0.1, and the first. */
export const LAST_OF_0_1 = '0050-large-backups'
export const FIRST_OF_0_1 = '0001-initial'

/**
 * Moves a database of the last version 0.1 into the schema of this version. Call within a transaction: a process that is
 * killed leaves it as it was. The old tables stay, under names that begin with `last_0_1_`, until {@link dropOldTables}.
 */
export async function crossBridge(trx: Kysely<any>): Promise<void> {
  const columnsOf = await setAside(trx, isPostgres(trx))
  await createTables(trx)
  const isColumn = await columnsOfNewTables(trx)
  await continueNumbers(trx)
  for (const table of TABLES) {
    for (const statement of FILLED[table] ?? [
      copyRows(table, columnsOf.get(OLD + table)?.filter((column) => isColumn(table, column)) ?? []),
    ])
      await run(trx, statement)
  }
  await createIndexesAndTriggers(trx)
  for (const statement of DERIVED) await run(trx, statement)
}

/** Drops the tables of version 0.1, one by one: a large one keeps the writers of SQLite waiting. */
export async function dropOldTables(db: Kysely<any>): Promise<void> {
  const tables = (await listAllTables(db, isPostgres(db))).map(({ name }) => name).filter((name) => name.startsWith(OLD))
  for (const name of isPostgres(db) ? tables : await referringFirst(db, tables)) {
    await sql.raw(`drop table ${name}${isPostgres(db) ? ' cascade' : ''}`).execute(db)
  }
}

/** Before it drops a table, SQLite deletes its rows, which it looks up in the tables that refer to it. */
async function referringFirst(db: Kysely<any>, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ child: string; parent: string }>`
    select schema.name as child, reference."table" as parent
    from sqlite_schema as schema, pragma_foreign_key_list(schema.name) as reference`.execute(db)
  const ordered: string[] = []
  const visit = (name: string) => {
    if (ordered.includes(name)) return
    for (const { child, parent } of rows) if (parent === name && child !== name) visit(child)
    ordered.push(name)
  }
  for (const name of tables) visit(name)
  return ordered
}

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter

const run = (trx: Kysely<unknown>, statement: string) =>
  sql.raw(isPostgres(trx) ? statement : statement.replace('overriding system value', '')).execute(trx)

/** Columns that are new have a default. */
function copyRows(table: string, names: readonly string[]): string {
  const columns = names.join(', ')
  return `insert into ${table} (${columns}) overriding system value select ${columns} from ${OLD}${table}`
}

async function columnsOfNewTables(trx: Kysely<any>): Promise<(table: string, column: string) => boolean> {
  const tables = await listAllTables(trx, isPostgres(trx))
  const names = new Map(tables.map(({ name, columns }) => [name, new Set(columns.map((column) => column.name))]))
  return (table, column) => names.get(table)?.has(column) === true
}

/** Row numbers are never used again, not even those of posts that were deleted. */
async function continueNumbers(trx: Kysely<unknown>): Promise<void> {
  if (isPostgres(trx)) {
    const former = sql.table(`${OLD}posts_seq_seq`)
    await sql`select setval(pg_get_serial_sequence('posts', 'seq'), last_value, is_called) from ${former}`.execute(trx)
    return
  }
  await sql`
    insert into sqlite_sequence (name, seq)
    select substr(name, ${OLD.length + 1}), seq from sqlite_sequence where name in (${`${OLD}posts`}, ${`${OLD}changes`})`.execute(trx)
}
