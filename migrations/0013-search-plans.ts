import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Plans the function of 0012 once per connection: planning took as long as the search. Replaced by 0014. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`alter function search_posts(tsquery, boolean, bigint, bigint) set plan_cache_mode = force_generic_plan`.execute(db)
}
