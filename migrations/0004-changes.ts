import { type Kysely, PostgresAdapter } from 'kysely'

/** Cache tags of writes, so that processes that share a SQLite file invalidate their caches. PostgreSQL sends notifications instead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return
  await db.schema
    .createTable('changes')
    .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('tag', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('changes_by_date').on('changes').column('created_at').execute()
}
