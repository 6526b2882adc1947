import { type Kysely, sql } from 'kysely'

/** Uploaded exports of other blogs, with their reports and the progress of their import (decision 54). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imports')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('upload_id', 'text', (column) => column.notNull().unique().references('uploads.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull().check(sql`format in ('wordpress', 'ghost')`))
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('received', 'checking', 'checked', 'running', 'stopped', 'done', 'failed')`),
    )
    .addColumn('is_stopping', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('choices', 'text', (column) => column.notNull())
    .addColumn('progress', 'text')
    .addColumn('check_report', 'text')
    .addColumn('result_report', 'text')
    .addColumn('message', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('imports_by_date').on('imports').columns(['created_at', 'id']).execute()
  await db.schema.createIndex('imports_by_user').on('imports').column('user_id').execute()
}
