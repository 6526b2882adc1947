import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Audiences of posts and pages, and users of the family. Existing content stays public. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['posts', 'planned_posts', 'trashed_posts', 'blog_pages']) {
    await db.schema
      .alterTable(table)
      .addColumn('audience', 'text', (column) => column.notNull().defaultTo('public').check(IS_AUDIENCE))
      .execute()
  }
  await db.schema
    .alterTable('post_drafts')
    .addColumn('audience', 'text', (column) => column.check(IS_AUDIENCE))
    .execute()
  await db.schema
    .alterTable('users')
    .addColumn('is_family', 'integer', (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`is_family in (0, 1)`),
    )
    .execute()
  await coverAudiences(db)
  await countByAudience(db)
}

const IS_AUDIENCE = sql`audience in ('public', 'readers', 'family', 'admins')`

const LISTS: readonly (readonly [string, readonly string[]])[] = [
  ['posts_by_date', []],
  ['posts_by_category', ['category']],
  ['posts_by_author', ['author_id']],
  ['posts_by_author_and_category', ['author_id', 'category']],
]

/** Adds the audience to indexes, so that lists skip unreadable posts without reading their rows. */
async function coverAudiences(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of LISTS) {
    await db.schema.dropIndex(name).execute()
    await db.schema
      .createIndex(name)
      .on('posts')
      .columns([...columns, 'created_at', 'seq', 'audience'])
      .execute()
  }
}

/** Splits the counter of posts (0014) into one per audience: `posts:family`. */
async function countByAudience(db: Kysely<unknown>): Promise<void> {
  await (db.getExecutor().adapter instanceof PostgresAdapter ? countOnPostgres(db) : countOnSqlite(db))
  await sql`delete from counters where name = 'posts'`.execute(db)
  await sql`insert into counters (name, count) select 'posts:' || audience, count(*) from posts group by audience`.execute(db)
}

const TRIGGERS = ['posts_count_insert', 'posts_count_delete'] as const

async function countOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const trigger of TRIGGERS) await sql`drop trigger ${sql.ref(trigger)}`.execute(db)
  const count = (row: 'new' | 'old', change: 1 | -1) => `
    insert into counters (name, count) values ('posts:' || ${row}.audience, ${change})
    on conflict (name) do update set count = count + excluded.count;`
  const trigger = (name: string, event: string, body: string) =>
    sql.raw(`create trigger ${name} after ${event} begin ${body} end`).execute(db)
  await trigger('posts_count_insert', 'insert on posts', count('new', 1))
  await trigger('posts_count_delete', 'delete on posts', count('old', -1))
  await trigger('posts_count_audience', 'update of audience on posts when old.audience <> new.audience', count('old', -1) + count('new', 1))
}

/** Statement-level triggers. They update counters in the order of their names, so that two writers cannot deadlock. */
async function countOnPostgres(db: Kysely<unknown>): Promise<void> {
  for (const trigger of TRIGGERS) await sql`drop trigger ${sql.ref(trigger)} on posts`.execute(db)
  await sql`
    create function count_posts() returns trigger language plpgsql as $$
    begin
      insert into counters (name, count)
      select 'posts:' || audience, case tg_op when 'DELETE' then -count(*) else count(*) end from changed group by audience order by audience
      on conflict (name) do update set count = counters.count + excluded.count;
      return null;
    end $$`.execute(db)
  await sql`
    create function move_posts() returns trigger language plpgsql as $$
    begin
      insert into counters (name, count)
      select 'posts:' || audience, change from (values (old.audience, -1), (new.audience, 1)) as moved (audience, change) order by audience
      on conflict (name) do update set count = counters.count + excluded.count;
      return null;
    end $$`.execute(db)
  for (const [event, rows] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ] as const) {
    await sql
      .raw(
        `create trigger posts_count_${event} after ${event} on posts referencing ${rows} table as changed
         for each statement execute function count_posts()`,
      )
      .execute(db)
  }
  await sql`
    create trigger posts_count_audience after update of audience on posts
    for each row when (old.audience <> new.audience) execute function move_posts()`.execute(db)
}
