import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { followOnPostgres, followOnSqlite } from './0011-kept-pictures.ts'

/** Planned posts and pinned posts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addPins(db)
  await createPlannedPosts(db)
  // A planned post in the trash is planned again when it is restored.
  await db.schema.alterTable('trashed_posts').addColumn('publish_at', 'bigint').execute()
}

async function addPins(db: Kysely<unknown>): Promise<void> {
  for (const table of ['posts', 'trashed_posts']) {
    await db.schema
      .alterTable(table)
      .addColumn('pinned', 'integer', (column) =>
        column
          .notNull()
          .defaultTo(0)
          .check(sql`pinned in (0, 1)`),
      )
      .execute()
  }
  await sql`create index posts_pinned on posts (created_at, seq) where pinned = 1`.execute(db)
}

/** A separate table, so that no query for posts can return one too early. */
async function createPlannedPosts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('planned_posts')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('author_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('editor_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('image_url', 'text')
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('publish_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('planned_posts_by_time').on('planned_posts').columns(['publish_at', 'id']).execute()
  for (const column of ['author_id', 'editor_id']) {
    await db.schema.createIndex(`planned_posts_by_${column}`).on('planned_posts').column(column).execute()
  }
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await (isPostgres ? followOnPostgres : followOnSqlite)(db, { table: 'planned_posts', key: ['id'] })
}
