import type { Kysely } from 'kysely'

/** Scheduled jobs of the installation, and how their last run ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('succeeded_at', 'bigint')
    .addColumn('result', 'text')
    .addColumn('failed_at', 'bigint')
    .addColumn('problem', 'text')
    .execute()
}
