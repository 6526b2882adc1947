import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * A search on PostgreSQL is planned once on each connection: planning each of its parts each time took as long as the search.
 * Nothing in it is better planned for the words that are asked for, as the index is the only way to them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`alter function search_posts(tsquery, boolean, bigint, bigint) set plan_cache_mode = force_generic_plan`.execute(db)
}
