import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * PostgreSQL's index returns rows unsorted: a function searches the newest (or oldest) months first, and all posts only
 * if these have too few matches. Replaced by 0014.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`
    create function search_posts(asked tsquery, newest_first boolean, skipped bigint, at_most bigint)
    returns setof bigint language plpgsql stable set enable_seqscan = off set jit = off as $$
    declare
      window_size integer;
      window_months integer;
      within tsquery;
      found_rows bigint[];
      first_month bigint;
      last_month bigint;
      total bigint;
    begin
      select coalesce(sum(count), 0) into total from tallies where name = 'posts' and level = 'year';
      if total > 2000 then
        select min(bucket), max(bucket) into first_month, last_month from tallies where name = 'posts' and level = 'month';
      end if;
      foreach window_size in array array[1000, 8000] loop
        exit when at_most is null or total <= 2 * window_size;
        window_months := least(120, ceil((last_month - first_month + 1) * window_size::numeric / total));
        select string_agg('''=' || month || '''', ' | ')::tsquery into within from generate_series(0, window_months - 1) as nth
        cross join lateral (select case when newest_first then last_month - nth else first_month + nth end as month) as months;
        found_rows := array(
          with found as materialized (select rowid from post_search where tokens @@ (asked && within))
          select rowid from found order by case when newest_first then -rowid else rowid end offset skipped limit at_most
        );
        if cardinality(found_rows) = at_most then
          return query select unnest(found_rows);
          return;
        end if;
        -- What none of a thousand posts holds is rare, and quickly found among all of them.
        exit when skipped = 0 and cardinality(found_rows) = 0;
      end loop;
      return query
        with found as materialized (select rowid from post_search where tokens @@ asked)
        select rowid from found order by case when newest_first then -rowid else rowid end offset skipped limit at_most;
    end $$`.execute(db)
}
