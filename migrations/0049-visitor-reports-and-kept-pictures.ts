import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { followOnPostgres } from './0011-kept-pictures.ts'

/** Reports of visitors outlive the deletion of their comment (decision 73); drafts of one writer keep their pictures apart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const place of ['deleted', 'trashed']) {
    await db.schema
      .createTable(`${place}_visitor_reports`)
      .addColumn('comment_id', 'text', (column) => column.notNull().references(`${place}_comments.id`).onDelete('cascade'))
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${place}_visitor_reports_key`, ['comment_id', 'reason'])
      .execute()
  }
  if (db.getExecutor().adapter instanceof PostgresAdapter) await followDraftsById(db)
}

/** Migration 38 renamed the draft's `writer` to `id`. SQLite renamed it in the triggers, too; PostgreSQL does not. */
async function followDraftsById(db: Kysely<unknown>): Promise<void> {
  await sql`drop function note_pictures_of_post_drafts() cascade`.execute(db)
  await followOnPostgres(db, { table: 'post_drafts', key: ['user_id', 'post_id', 'id'] })
  await sql`delete from kept_pictures where holder like 'post\\_drafts/%'`.execute(db)
  // Fires the trigger for the existing rows.
  await sql`update post_drafts set content = content where image_url is not null or content like '%/files/%'`.execute(db)
}
