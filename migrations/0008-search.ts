import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * A full-text index in the order of the posts' dates: its row ids are made of date and row number, and its rows
 * hold tokens without positions. The server fills it at start (`rebuild-index.ts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await (isPostgres ? createOnPostgres(db) : createOnSqlite(db))
  await db.schema
    .createTable('search_words')
    .addColumn('word', isPostgres ? sql`text collate "C"` : 'text', (column) => column.primaryKey().notNull())
    .execute()
  await db.schema
    .createTable('search_state')
    .addColumn('version', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('indexed_to', 'bigint', (column) => column.notNull())
    .execute()
}

async function createOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`alter table posts drop column search`.execute(db)
  // Separate from `posts`, whose rows are wide, so that a search that finds thousands reads few pages.
  await sql`create table post_search (rowid bigint primary key, tokens tsvector not null)`.execute(db)
  // Disables the GIN pending list, which every search would scan.
  await sql`create index post_search_tokens on post_search using gin (tokens) with (fastupdate = off)`.execute(db)
  // The table is narrow and its tokens are stored out of line, so the planner underestimates reading them all.
  await sql`
    create function search_rows(asked tsquery, only_row bigint, newest_first boolean, skipped bigint, at_most bigint)
    returns setof bigint language plpgsql stable set enable_seqscan = off set jit = off as $$
    begin
      if newest_first then
        return query
          with found as materialized (
            select rowid from post_search where tokens @@ asked and (only_row is null or rowid = only_row)
          )
          select rowid from found order by rowid desc offset skipped limit at_most;
      else
        return query
          with found as materialized (
            select rowid from post_search where tokens @@ asked and (only_row is null or rowid = only_row)
          )
          select rowid from found order by rowid offset skipped limit at_most;
      end if;
    end $$`.execute(db)
  await sql`
    create function leave_search() returns trigger language plpgsql as $$
    begin
      delete from post_search where rowid = (old.created_at << 20) + (old.seq & 1048575);
      return null;
    end $$`.execute(db)
  await sql`create trigger posts_leave_search after delete on posts for each row execute function leave_search()`.execute(db)
  await sql`
    create trigger posts_move_in_search after update of created_at on posts
    for each row when (old.created_at <> new.created_at) execute function leave_search()`.execute(db)
}

async function createOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger posts_leave_search`.execute(db)
  await sql`drop table post_search`.execute(db)
  await sql`
    create virtual table post_search using fts5(
      tokens, content='', contentless_delete=1, detail=none,
      tokenize="unicode61 remove_diacritics 0 categories 'L* N* M*' tokenchars '#^~@'"
    )`.execute(db)
  await sql`
    create trigger posts_leave_search after delete on posts begin
      delete from post_search where rowid = (old.created_at << 20) + (old.seq & 1048575);
    end`.execute(db)
  await sql`
    create trigger posts_move_in_search after update of created_at on posts when old.created_at <> new.created_at begin
      delete from post_search where rowid = (old.created_at << 20) + (old.seq & 1048575);
    end`.execute(db)
}
