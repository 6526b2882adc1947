import { type RawBuilder, sql } from 'kysely'
import { LAST_MONTH_MS } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import { prepareQuery } from '#server/platform/database/prepared-query.ts'

type CountedTable = 'posts' | 'comments' | 'users'

export interface RowCounts {
  readonly total: number
  /** In the last thirty days. */
  readonly lastMonth: number
}

export async function countRows(db: Database, table: CountedTable, now: number): Promise<RowCounts> {
  const [counts] = await COUNTS[table](db, { since: now - LAST_MONTH_MS })
  return counts as RowCounts
}

/** Columns {@link RowCounts}. Triggers keep the counters (migration 14). */
export function selectCounts(table: CountedTable, since: number): RawBuilder<RowCounts> {
  const total = sql`select count from counters where name = ${sql.lit(table)}`
  const recent = sql`select count(*) from ${sql.table(table)} where created_at > ${since}`
  return sql<RowCounts>`coalesce((${total}), 0) as total, (${recent}) as "lastMonth"`
}

const prepareCounts = (table: CountedTable) =>
  prepareQuery<{ since: number }, RowCounts>((_, value) => sql<RowCounts>`select ${selectCounts(table, value('since'))}`)

const COUNTS = { posts: prepareCounts('posts'), comments: prepareCounts('comments'), users: prepareCounts('users') }
