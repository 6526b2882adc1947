import { AppError } from '#platform/contract/errors.ts'
import { type Database, listTables, openDatabase } from '#platform/database/database.ts'
import { listAppliedMigrations } from '#platform/database/migrate.ts'
import { readPages } from '#platform/database/read-pages.ts'
import type { Row } from './archive-format.ts'
import { KEPT_TABLES, type KeptTable } from './backup-tables.ts'

export interface ColumnShape {
  readonly name: string
  readonly type: 'text' | 'integer'
}

/** A table of the list with its columns in this database. */
export interface TableShape extends KeptTable {
  readonly columns: readonly ColumnShape[]
}

/** The database at one moment, unaffected by later writes. */
export interface Snapshot {
  /** Name of the last migration. */
  readonly schema: string
  readonly tables: readonly TableShape[]
  readonly rows: (table: TableShape) => AsyncGenerator<Row[]>
}

/** Opens a snapshot on a separate connection, which blocks no others. @throws conflict for an empty or a newer database */
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

/** Lists the tables that this database has, each with its columns except derived ones. */
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

/** Throws for a new column type: it needs a format that both engines read the same. */
function typeOf(table: string, column: string, dataType: string): ColumnShape['type'] {
  if (/^(text|varchar)/i.test(dataType)) return 'text'
  if (/^(int|bigint)/i.test(dataType)) return 'integer'
  throw new Error(`A backup cannot hold ${table}.${column} of type ${dataType} yet.`)
}

export const readRows = (db: Database, { name, key, columns, rowsAtOnce }: TableShape): AsyncGenerator<Row[]> =>
  readPages(db, { table: name, key, columns: columns.map((column) => column.name), rowsAtOnce })
