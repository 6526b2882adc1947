import { sql, type TableMetadata } from 'kysely'
import { type Database, isPostgres } from './database.ts'

/** Every table of the blog, those of the migrations too; other schemas of PostgreSQL may be someone else's. */
export async function listTables(db: Database): Promise<TableMetadata[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!isPostgres(db)) return tables
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return tables.filter((table) => table.schema === rows[0]?.name)
}
