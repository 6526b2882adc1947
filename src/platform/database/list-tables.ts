import { sql, type TableMetadata } from 'kysely'
import { type Database, isPostgres } from './database.ts'

/** Lists every table of the blog, including the migration tables. Other PostgreSQL schemas may belong to other applications. */
export async function listTables(db: Database): Promise<TableMetadata[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!isPostgres(db)) return tables
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return tables.filter((table) => table.schema === rows[0]?.name)
}
