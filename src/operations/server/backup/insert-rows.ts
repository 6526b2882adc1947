import { sql } from 'kysely'
import { type Database, withGivenIds } from '#platform/database/database.ts'
import type { Row } from './archive-format.ts'
import type { TableShape } from './read-rows.ts'

/** Inserts rows with all their columns, including auto-increment ids. */
export async function insertRows(db: Database, table: TableShape, rows: readonly Row[]): Promise<void> {
  const names = table.columns.map((column) => column.name)
  const columns = sql.join(names.map((name) => sql.ref(name)))
  for (let index = 0; index < rows.length; index += table.rowsAtOnce) {
    const values = rows.slice(index, index + table.rowsAtOnce).map((row) => sql`(${sql.join(names.map((name) => row[name]))})`)
    await sql`insert into ${sql.table(table.name)} (${columns}) ${withGivenIds(db)} values ${sql.join(values)}`.execute(db)
  }
}
