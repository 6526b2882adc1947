import { type Kysely, sql } from 'kysely'

/** What was removed with an account, stored for the day in which this can be undone (decision 72). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('deleted_comments')
    .addColumn('with_account', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('removed_accounts')
    .addColumn('user_id', 'text', (column) => column.primaryKey().notNull().references('users.id').onDelete('cascade'))
    .addColumn('removed_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('removed_at', 'bigint', (column) => column.notNull())
    .addColumn('was_enabled', 'integer', (column) => column.notNull())
    .addColumn('comments', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('removed_accounts_by_time').on('removed_accounts').columns(['removed_at', 'user_id']).execute()
  await db.schema.createIndex('removed_accounts_by_admin').on('removed_accounts').column('removed_by').execute()
  // Without foreign keys to comments and posts, which may be deleted and restored within the day.
  for (const [table, what] of [
    ['removed_likes', 'comment_id'],
    ['removed_hearts', 'post_id'],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn('user_id', 'text', (column) => column.notNull().references('removed_accounts.user_id').onDelete('cascade'))
      .addColumn(what, 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, ['user_id', what])
      .execute()
  }
  // An admin who is deleted by another one, until the day in which this can be undone has passed.
  await db.schema.alterTable('users').addColumn('deletes_at', 'bigint').execute()
  await db.schema.alterTable('users').addColumn('deletion_by', 'text').execute()
  await db.schema.createIndex('users_by_deletes_at').on('users').columns(['deletes_at', 'id']).execute()
  // Their names are compared with those that others choose.
  await sql`create index users_of_the_family on users (created_at, id) where is_family = 1`.execute(db)
  // The places of requests for an account are shared fairly among network addresses.
  await db.schema.alterTable('sign_up_requests').addColumn('address_hash', 'text').execute()
}
