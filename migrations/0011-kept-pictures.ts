import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Folders of the pictures that drafts, revisions and trashed posts show. Filled by triggers like `post_pictures`, so that
 * deleting unused pictures need not read all texts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('kept_pictures')
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('kept_pictures_key', ['folder', 'holder'])
    .execute()
  await db.schema.createIndex('kept_pictures_by_holder').on('kept_pictures').column('holder').execute()
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const { table, key } of HOLDERS) {
    await (isPostgres ? followOnPostgres : followOnSqlite)(db, { table, key })
    // Fires the triggers for the existing rows.
    await sql.raw(`update ${table} set content = content where image_url is not null or content like '%/files/%'`).execute(db)
  }
}

const HOLDERS = [
  { table: 'post_drafts', key: ['user_id', 'post_id', 'writer'] },
  { table: 'post_revisions', key: ['post_id', 'revision'] },
  { table: 'trashed_posts', key: ['id'] },
] as const

interface Holder {
  readonly table: string
  readonly key: readonly string[]
  /** Columns that may contain addresses of pictures. */
  readonly columns?: readonly string[]
}

const COVER_AND_BODY: readonly string[] = ['image_url', 'content']
const textOf = (columns: readonly string[]) => columns.map((column) => `coalesce(new.${column}, '')`).join(` || ' ' || `)

/** SQL expression that identifies a row across the tables. */
const holderOf = (row: 'new' | 'old', table: string, key: readonly string[]) =>
  [`'${table}'`, ...key.map((column) => `${row}.${column}`)].join(` || '/' || `)

export async function followOnPostgres(db: Kysely<unknown>, { table, key, columns = COVER_AND_BODY }: Holder): Promise<void> {
  await sql
    .raw(
      `create function note_pictures_of_${table}() returns trigger language plpgsql as $$
       begin
         if tg_op <> 'INSERT' then delete from kept_pictures where holder = ${holderOf('old', table, key)}; end if;
         if tg_op <> 'DELETE' then
           insert into kept_pictures (folder, holder)
           select distinct hit.parts[1], ${holderOf('new', table, key)}
           from regexp_matches(${textOf(columns)}, '/files/([A-Za-z0-9_-]{16})/', 'g') as hit (parts);
         end if;
         return null;
       end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger pictures_are_noted after insert or delete or update of ${columns.join(', ')} on ${table}
       for each row execute function note_pictures_of_${table}()`,
    )
    .execute(db)
}

export async function followOnSqlite(db: Kysely<unknown>, { table, key, columns = COVER_AND_BODY }: Holder): Promise<void> {
  // SQLite has no regular expressions: a recursive query steps from one '/files/' to the next.
  const note = `
    insert into kept_pictures (folder, holder)
    select distinct substr(folder, 1, 16), ${holderOf('new', table, key)}
    from (
      with recursive found (rest, folder) as (
        select ${textOf(columns)}, null
        union all
        select substr(rest, instr(rest, '/files/') + 7), substr(rest, instr(rest, '/files/') + 7, 17)
        from found where instr(rest, '/files/') > 0
      )
      select folder from found where folder glob '${'[A-Za-z0-9_-]'.repeat(16)}/'
    );`
  const remove = `delete from kept_pictures where holder = ${holderOf('old', table, key)};`
  const trigger = (name: string, event: string, body: string) =>
    sql.raw(`create trigger ${table}_pictures_${name} after ${event} on ${table} begin ${body} end`).execute(db)
  await trigger('are_noted', 'insert', note)
  await trigger('are_changed', `update of ${columns.join(', ')}`, remove + note)
  await trigger('are_forgotten', 'delete', remove)
}
