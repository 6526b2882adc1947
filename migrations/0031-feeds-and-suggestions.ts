import type { Kysely } from 'kysely'

/**
 * Addresses of private feeds, and the audience of each word in the search index, so that suggestions reveal no
 * unreadable words. The server fills in the audiences at start (`rebuild-index.ts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('feed_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute()
  await db.schema.createIndex('feed_tokens_by_user').on('feed_tokens').columns(['user_id', 'created_at', 'id']).execute()

  await db.schema.alterTable('search_words').addColumn('written_for', 'integer').execute()
}
