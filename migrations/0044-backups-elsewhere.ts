import type { Kysely } from 'kysely'

/** Where copies of backups go, with the key that they are encrypted with (decision 84). One row at most. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backup_place')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('place', 'text')
    .addColumn('recipient', 'text')
    .addColumn('key_file', 'text')
    .execute()
}
