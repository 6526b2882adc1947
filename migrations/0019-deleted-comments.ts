import type { CreateTableBuilder, Kysely } from 'kysely'

/** Comments that an admin deleted, with likes and reports, stored for the hour in which this can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deleted_comments')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    // Moving the post to the trash deletes them permanently.
    .addColumn('post_id', 'text', (column) => column.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('guest_name', 'text')
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('pending', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint', (column) => column.notNull())
    .execute()
  for (const columns of [['deleted_at'], ['post_id'], ['user_id', 'created_at']]) {
    await db.schema.createIndex(`deleted_comments_by_${columns[0]}`).on('deleted_comments').columns(columns).execute()
  }
  await ofUsers(db.schema.createTable('deleted_likes')).addPrimaryKeyConstraint('deleted_likes_key', ['comment_id', 'user_id']).execute()
  await ofUsers(db.schema.createTable('deleted_comment_reports'))
    .addColumn('reason', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('deleted_comment_reports_key', ['comment_id', 'user_id'])
    .execute()
  for (const table of ['deleted_likes', 'deleted_comment_reports']) {
    await db.schema.createIndex(`${table}_by_user`).on(table).column('user_id').execute()
  }
}

const ofUsers = <Table extends string>(table: CreateTableBuilder<Table>) =>
  table
    .addColumn('comment_id', 'text', (column) => column.notNull().references('deleted_comments.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
