import { type Kysely, PostgresAdapter } from 'kysely'

/** Backups of more than 2 GB are uploaded, too; SQLite's integers have 64 bits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await db.schema
    .alterTable('uploads')
    .alterColumn('size', (column) => column.setDataType('bigint'))
    .execute()
}
