import { sql } from 'kysely'
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

/** Triggers keep the counters (migration 14). */
const prepareCounts = (table: CountedTable) =>
  prepareQuery<{ since: number }, RowCounts>((_, value) => {
    const total = sql`select count from counters where name = ${sql.lit(table)}`
    const recent = sql`select count(*) from ${sql.table(table)} where created_at > ${value('since')}`
    return sql<RowCounts>`select coalesce((${total}), 0) as total, (${recent}) as "lastMonth"`
  })

const COUNTS = { posts: prepareCounts('posts'), comments: prepareCounts('comments'), users: prepareCounts('users') }
