import type { Kysely } from 'kysely'

/** Imports from other blogs: names of commenters without an account, old addresses, and imported items. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('comments').addColumn('guest_name', 'text').execute()
  // No foreign key to posts: a post restored from the trash has its old addresses again.
  await db.schema
    .createTable('old_addresses')
    .addColumn('path', 'text', (column) => column.primaryKey().notNull())
    .addColumn('post_id', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('old_addresses_by_post').on('old_addresses').column('post_id').execute()
  await db.schema
    .createTable('imported_items')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('source_id', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('imported_items_key', ['source', 'kind', 'source_id'])
    .execute()
}
