import { type Kysely, PostgresAdapter, sql } from 'kysely'

const COPIES = ['comments', 'deleted_comments', 'trashed_comments'] as const

/** Who changed a comment of another person, with its first words; reports of visitors (decision 73). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of COPIES) {
    await db.schema
      .alterTable(table)
      .addColumn('editor_id', 'text', (column) => column.references('users.id').onDelete('set null'))
      .execute()
    await db.schema.alterTable(table).addColumn('first_content', 'text').execute()
    await db.schema.createIndex(`${table}_by_editor`).on(table).column('editor_id').execute()
  }
  await db.schema
    .createTable('visitor_reports')
    .addColumn('comment_id', 'text', (column) => column.notNull().references('comments.id').onDelete('cascade'))
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('visitor_reports_key', ['comment_id', 'reason'])
    .execute()
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await (isPostgres ? countOnPostgres(db) : countOnSqlite(db))
}

const COUNT = (comment: string) => `(select count(*) from comment_reports where comment_id = ${comment})
  + (select count(*) from visitor_reports where comment_id = ${comment})`

async function countOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const [name, table, event, row] of [
    ['reports_are_added', 'comment_reports', 'insert', 'new'],
    ['reports_are_removed', 'comment_reports', 'delete', 'old'],
    ['visitor_reports_are_added', 'visitor_reports', 'insert', 'new'],
    ['visitor_reports_are_removed', 'visitor_reports', 'delete', 'old'],
  ] as const) {
    await sql.raw(`drop trigger if exists ${name}`).execute(db)
    await sql
      .raw(
        `create trigger ${name} after ${event} on ${table} begin
           update comments set report_count = ${COUNT(`${row}.comment_id`)} where id = ${row}.comment_id;
         end`,
      )
      .execute(db)
  }
}

async function countOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create or replace function count_reports() returns trigger language plpgsql as $$
       declare reported text := coalesce(new.comment_id, old.comment_id);
       begin
         perform 1 from comments where id = reported for no key update;
         update comments set report_count = ${COUNT('reported')} where id = reported;
         return null;
       end $$`,
    )
    .execute(db)
  await sql`
    create trigger visitor_reports_are_counted after insert or delete on visitor_reports
    for each row execute function count_reports()`.execute(db)
}
