import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Replaces the counts by year, month and day (0005) with one counter per table, and on PostgreSQL the search functions
 * (0008, 0012, 0013) with a table that plain statements read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await (isPostgres ? dropTalliesOnPostgres(db) : dropTalliesOnSqlite(db))
  await db.schema.dropTable('tallies').execute()
  await createCounters(db)
  await (isPostgres ? countOnPostgres(db) : countOnSqlite(db))
  if (isPostgres) await createSearchOnPostgres(db)
}

const COUNTED = ['posts', 'comments', 'users'] as const

async function dropTalliesOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const table of COUNTED) {
    for (const event of ['are_added', 'are_removed', 'are_moved']) await sql`drop trigger ${sql.ref(`${table}_${event}`)}`.execute(db)
  }
}

async function dropTalliesOnPostgres(db: Kysely<unknown>): Promise<void> {
  // `cascade` drops the triggers that call the functions.
  for (const table of COUNTED) await sql`drop function ${sql.ref(`tally_${table}`)}, ${sql.ref(`move_${table}`)} cascade`.execute(db)
  await sql`drop function tally`.execute(db)
}

/** Row counts of tables. */
async function createCounters(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('counters')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .execute()
  for (const table of COUNTED) {
    await sql`insert into counters (name, count) select ${table}, count(*) from ${sql.table(table)}`.execute(db)
  }
}

async function countOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const table of COUNTED) {
    for (const [event, change] of [
      ['insert', 1],
      ['delete', -1],
    ] as const) {
      await sql
        .raw(
          `create trigger ${table}_count_${event} after ${event} on ${table} begin
             insert into counters (name, count) values ('${table}', ${change})
             on conflict (name) do update set count = count + excluded.count;
           end`,
        )
        .execute(db)
    }
  }
}

/** Statement-level triggers, as deleting a post may delete thousands of comments. */
async function countOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_rows() returns trigger language plpgsql as $$
    declare
      rows bigint := (select count(*) from changed);
    begin
      if rows > 0 then
        insert into counters (name, count) values (tg_table_name, case tg_op when 'DELETE' then -rows else rows end)
        on conflict (name) do update set count = counters.count + excluded.count;
      end if;
      return null;
    end $$`.execute(db)
  for (const table of COUNTED) {
    for (const [event, rows] of [
      ['insert', 'new'],
      ['delete', 'old'],
    ] as const) {
      await sql
        .raw(
          `create trigger ${table}_count_${event} after ${event} on ${table} referencing ${rows} table as changed
           for each statement execute function count_rows()`,
        )
        .execute(db)
    }
  }
}

/** Separate narrow rows: a search reads few pages for thousands of matches. The server fills the table at start. */
async function createSearchOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`drop function search_rows, search_posts`.execute(db)
  await sql`drop function leave_search cascade`.execute(db)
  await sql`drop table post_search`.execute(db)
  await sql`
    create table post_search (
      seq bigint primary key references posts (seq) on delete cascade,
      created_at bigint not null,
      tokens tsvector not null
    )`.execute(db)
  // Disables the GIN pending list, which every search would scan.
  await sql`create index post_search_tokens on post_search using gin (tokens) with (fastupdate = off)`.execute(db)
  await sql`delete from search_state`.execute(db)
}
