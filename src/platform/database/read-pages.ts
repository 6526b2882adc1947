import { type SelectType, sql } from 'kysely'
import type { Schema } from '#migrations/schema.ts'
import type { Database } from './database.ts'

interface PagedTable<Table, Column> {
  readonly table: Table
  /** Columns to read; those of `key`, too. */
  readonly columns: readonly Column[]
  /** Unique columns: rows are read in their order, which needs an index. */
  readonly key: readonly Column[]
  /** Reads only rows with this value, which stands in front of the key in the index. */
  readonly where?: { readonly column: string; readonly value: string }
  readonly rowsAtOnce: number
}

/** Reads any number of rows with bounded memory: each page continues after the last row of the previous one. */
export async function* readPages<Row extends object>(
  db: Database,
  { table, columns, key, where, rowsAtOnce }: PagedTable<string, string>,
): AsyncGenerator<Row[]> {
  const keyColumns = sql.join(key.map((column) => sql.ref(column)))
  const wanted = sql.join(columns.map((column) => sql.ref(column)))
  const owned = where && sql`${sql.ref(where.column)} = ${where.value}`
  let last: Readonly<Record<string, unknown>> | undefined
  for (;;) {
    const from = last
    const behind = from && sql`(${keyColumns}) > (${sql.join(key.map((column) => from[column]))})`
    const conditions = [owned, behind].filter((condition) => condition !== undefined)
    const filter = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
    const { rows } = await sql<Row>`
      select ${wanted} from ${sql.table(table)} ${filter} order by ${keyColumns} limit ${rowsAtOnce}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1) as Readonly<Record<string, unknown>>
    // A read blocks on SQLite; let requests run between pages.
    await new Promise(setImmediate)
  }
}

type RowOf<Table extends keyof Schema, Column extends keyof Schema[Table]> = { readonly [Name in Column]: SelectType<Schema[Table][Name]> }

/** As `readPages`, one row at a time, with the types of the schema. */
export async function* readRows<Table extends keyof Schema, Column extends keyof Schema[Table] & string>(
  db: Database,
  table: PagedTable<Table, Column>,
): AsyncGenerator<RowOf<Table, Column>> {
  for await (const rows of readPages<RowOf<Table, Column>>(db, table)) yield* rows
}
