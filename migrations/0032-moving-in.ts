import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Imports from other blogs: files other than pictures, uploaded exports, comments of any length, and
 * old addresses of anything but posts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changeCheck(db, { table: 'pictures', column: 'kind', initial: 'post', rule: `in ('profile', 'post', 'file')` })
  await changeCheck(db, { table: 'uploads', column: 'kind', initial: 'post', rule: `in ('profile', 'post', 'import')` })
  // The maximum length of new comments is a setting.
  await changeCheck(db, { table: 'comments', column: 'content', initial: '-', rule: `<> ''` })
  await db.schema
    .createTable('moved_addresses')
    .addColumn('path', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('search', 'file', 'page')`))
    .addColumn('target', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('moved_addresses_by_target').on('moved_addresses').columns(['kind', 'target']).execute()
}

interface Change {
  readonly table: string
  readonly column: string
  /** SQLite requires a default that satisfies the check; every insert sets the column. */
  readonly initial: string
  readonly rule: string
}

/** SQLite cannot alter a check constraint, and replacing the table would cascade its deletion to referencing tables. */
export async function changeCheck(db: Kysely<unknown>, { table, column, initial, rule }: Change): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql.raw(`alter table ${table} drop constraint ${table}_${column}_check`).execute(db)
    await sql.raw(`alter table ${table} add constraint ${table}_${column}_check check (${column} ${rule})`).execute(db)
    return
  }
  const next = `${column}_next`
  await sql.raw(`alter table ${table} add column ${next} text not null default '${initial}' check (${next} ${rule})`).execute(db)
  await sql.raw(`update ${table} set ${next} = ${column}`).execute(db)
  await sql.raw(`alter table ${table} drop column ${column}`).execute(db)
  await sql.raw(`alter table ${table} rename column ${next} to ${column}`).execute(db)
}
