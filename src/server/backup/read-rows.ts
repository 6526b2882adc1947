import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { listTables } from '#server/platform/database/list-tables.ts'
import { listAppliedMigrations } from '#server/platform/database/migrate.ts'
import type { Row } from './archive-format.ts'
import { KEPT_TABLES, type KeptTable } from './backup-tables.ts'

export interface ColumnShape {
  readonly name: string
  readonly type: 'text' | 'integer'
}

/** A table of the list as this database has it. */
export interface TableShape extends KeptTable {
  readonly columns: readonly ColumnShape[]
}

/** The database as it was at one moment, whatever is written meanwhile. */
export interface Snapshot {
  /** The last migration. */
  readonly schema: string
  readonly tables: readonly TableShape[]
  readonly rows: (table: TableShape) => AsyncGenerator<Row[]>
}

/** On a connection of its own: others read and write as ever. @throws conflict for an empty or a newer database */
export async function withSnapshot<T>(databaseUrl: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const db = await openDatabase(databaseUrl)
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        const schema = (await listAppliedMigrations(trx)).at(-1)
        if (schema === undefined) throw new AppError('conflict', 'This database is empty; there is nothing to back up yet.')
        return work({ schema, tables: await readShapes(trx), rows: (table) => readRows(trx, table) })
      })
  } finally {
    await db.destroy()
  }
}

/** Tables that are in this version of the schema, each with all its columns that are not derived. */
export async function readShapes(db: Database): Promise<TableShape[]> {
  const found = await listTables(db)
  return KEPT_TABLES.flatMap((table) => {
    const columns = found
      .find(({ name }) => name === table.name)
      ?.columns.filter(({ name }) => table.derived?.includes(name) !== true)
      .map(({ name, dataType }): ColumnShape => ({ name, type: typeOf(table.name, name, dataType) }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    return columns ? [{ ...table, columns }] : []
  })
}

/** A new kind of column needs a thought: how it is written down so that both databases read the same. */
function typeOf(table: string, column: string, dataType: string): ColumnShape['type'] {
  if (/^(text|varchar)/i.test(dataType)) return 'text'
  if (/^(int|bigint)/i.test(dataType)) return 'integer'
  throw new Error(`A backup cannot hold ${table}.${column} of type ${dataType} yet.`)
}

/** In the order of the primary key; each batch begins behind the last row of the one before. */
export async function* readRows(db: Database, { name, key, columns, rowsAtOnce }: TableShape): AsyncGenerator<Row[]> {
  const keyColumns = sql.join(key.map((column) => sql.ref(column)))
  const wanted = sql.join(columns.map((column) => sql.ref(column.name)))
  let last: Row | undefined
  for (;;) {
    const from = last
    const behind = from ? sql`where (${keyColumns}) > (${sql.join(key.map((column) => from[column]))})` : sql``
    const { rows } = await sql<Row>`
      select ${wanted} from ${sql.table(name)} ${behind} order by ${keyColumns} limit ${rowsAtOnce}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)
    // On SQLite a read blocks; the requests of the blog come in between.
    await new Promise(setImmediate)
  }
}
