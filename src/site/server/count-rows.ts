import { type RawBuilder, sql } from 'kysely'
import { type Audience, AUDIENCES, audiencesReadBy } from '#platform/contract/audiences.ts'
import { LAST_MONTH_MS } from '#site/contract/site-limits.ts'
import type { Database } from '#platform/database/database.ts'
import { type PreparedQuery, prepareQuery } from '#platform/database/prepared-query.ts'
import { forEachAudience, isLive, isNotInTrash, isReadable } from './readable.ts'

type CountedTable = 'comments' | 'users'

export interface RowCounts {
  readonly total: number
  /** In the last thirty days. */
  readonly lastMonth: number
}

/** Counts all accounts, or all comments that are not deleted, of posts that are not in the trash. For admins. */
export async function countRows(db: Database, table: CountedTable, now: number): Promise<RowCounts> {
  const [counts] = await COUNTS[table](db, { since: now - LAST_MONTH_MS })
  return counts as RowCounts
}

/** Counts the posts that this audience may read. */
export async function countPosts(db: Database, audience: Audience, now: number): Promise<RowCounts> {
  const [counts] = await POST_COUNTS[audience](db, { since: now - LAST_MONTH_MS })
  return counts as RowCounts
}

/** Counts all posts without reading them, for admins. */
export async function countAllPosts(db: Database): Promise<number> {
  const [row] = await ALL_POSTS(db, {})
  return row?.total ?? 0
}

/** SQL for the columns of {@link RowCounts}. Triggers maintain the counters. */
function selectCounts(table: CountedTable, since: number): RawBuilder<RowCounts> {
  const total = sql`select count from counters where name = ${sql.lit(table)}`
  const listed = table === 'comments' ? sql` and ${isLive()} and ${isNotInTrash()}` : sql``
  const recent = sql`select count(*) from ${sql.table(table)} where created_at > ${since}${listed}`
  return sql<RowCounts>`coalesce((${total}), 0) as total, (${recent}) as "lastMonth"`
}

/** SQL for the columns of {@link RowCounts}. */
export function selectPostCounts(audience: Audience, since: number): RawBuilder<RowCounts> {
  const recent = sql`select count(*) from posts where created_at > ${since} and ${isReadable(audience)}`
  return sql<RowCounts>`${totalOf(audiencesReadBy(audience))} as total, (${recent}) as "lastMonth"`
}

/** Posts have a counter for each audience. */
const totalOf = (audiences: readonly Audience[]) => {
  const counter = (each: Audience) => sql`coalesce((select count from counters where name = ${sql.lit(`posts:${each}`)}), 0)`
  return sql`(${sql.join(audiences.map(counter), sql` + `)})`
}

type CountQuery = PreparedQuery<{ since: number }, RowCounts>

const prepareCounts = (table: CountedTable): CountQuery =>
  prepareQuery((_, value) => sql<RowCounts>`select ${selectCounts(table, value('since'))}`)

const COUNTS = { comments: prepareCounts('comments'), users: prepareCounts('users') }
const POST_COUNTS = forEachAudience((audience): CountQuery =>
  prepareQuery((_, value) => sql<RowCounts>`select ${selectPostCounts(audience, value('since'))}`),
)
const ALL_POSTS = prepareQuery<object, { total: number }>(() => sql<{ total: number }>`select ${totalOf(AUDIENCES)} as total`)
