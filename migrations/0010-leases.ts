import type { Kysely } from 'kysely'

/** Leases for work that only one process at a time may do, across machines. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addColumn('wanted', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
