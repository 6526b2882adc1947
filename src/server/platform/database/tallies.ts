import { sql } from 'kysely'
import { DAY_MS, LAST_MONTH_MS } from '#contract/limits.ts'
import type { Database } from './database.ts'
import { prepareQuery } from './prepared-query.ts'

/**
 * The database keeps count of posts, comments and users by itself (migration 5), so no call counts rows: of all
 * times, by month and by day, in UTC.
 */
export type TalliedTable = 'posts' | 'comments' | 'users'

/** A table's own tally, or that of the posts of a category or an author. */
export type TallyName = TalliedTable | `posts/category/${string}` | `posts/author/${string}`

export interface Counts {
  readonly total: number
  /** In the last thirty days, to the millisecond. */
  readonly lastMonth: number
  /** Of the tally that was asked for beside the table's own. */
  readonly ofTally: number
}

/** One statement, which reads about thirty tallies and the index of a part of one day. */
export async function countRows(db: Database, table: TalliedTable, asked: { now: number; tally?: TallyName | undefined }): Promise<Counts> {
  const since = asked.now - LAST_MONTH_MS
  const day = dayOf(since)
  const [counts] = await COUNTS[table](db, { tally: asked.tally ?? table, since, day, endOfDay: (day + 1) * DAY_MS })
  return counts as Counts
}

const prepareCounts = (table: TalliedTable) =>
  prepareQuery<{ tally: string; since: number; day: number; endOfDay: number }, Counts>((db, value) => ({
    compile: () =>
      sql<Counts>`
    select cast(${sumOf(table)} as bigint) as total,
      cast(
        (select coalesce(sum(count), 0) from tallies where name = ${table} and level = 'day' and bucket > ${value('day')})
        + (select count(*) from ${sql.table(table)} where created_at > ${value('since')} and created_at < ${value('endOfDay')})
      as bigint) as "lastMonth",
      cast(${sumOf(value('tally'))} as bigint) as "ofTally"`.compile(db),
  }))

const COUNTS = { posts: prepareCounts('posts'), comments: prepareCounts('comments'), users: prepareCounts('users') }

const sumOf = (name: string) => sql`(select coalesce(sum(count), 0) from tallies where name = ${name} and level = 'all' and bucket = 0)`

/** PostgreSQL's sums are numerics, which arrive as text. */
const SUM = sql<number>`cast(sum(count) as bigint)`

/** How many rows of each table are of each month: `counts[table].get(month)`, months as {@link monthOf} numbers them. */
export async function countByMonth(
  db: Database,
  months: { first: number; last: number },
): Promise<Record<TalliedTable, ReadonlyMap<number, number>>> {
  const rows = await db
    .selectFrom('tallies')
    .select(['name', 'bucket', SUM.as('count')])
    .where('name', 'in', ['posts', 'comments', 'users'])
    .where('level', '=', 'month')
    .where('bucket', '>=', months.first)
    .where('bucket', '<=', months.last)
    .groupBy(['name', 'bucket'])
    .execute()
  const of = (name: TalliedTable) => new Map(rows.filter((row) => row.name === name).map((row) => [row.bucket, row.count]))
  return { posts: of('posts'), comments: of('comments'), users: of('users') }
}

export interface MonthTally {
  /** As {@link monthOf} numbers it. */
  readonly bucket: number
  readonly count: number
}

/** Every month that has rows, in order. */
export const listMonths = (db: Database, name: TallyName, sort: 'asc' | 'desc'): Promise<MonthTally[]> =>
  listTallies(db, { name, level: 'month', from: null, to: null }, sort)

function listTallies(
  db: Database,
  range: { name: TallyName; level: 'month' | 'day'; from: number | null; to: number | null },
  sort: 'asc' | 'desc',
): Promise<MonthTally[]> {
  return db
    .selectFrom('tallies')
    .select(['bucket', SUM.as('count')])
    .where('name', '=', range.name)
    .where('level', '=', range.level)
    .$if(range.from !== null, (query) => query.where('bucket', '>=', range.from ?? 0))
    .$if(range.to !== null, (query) => query.where('bucket', '<', range.to ?? 0))
    .groupBy('bucket')
    .orderBy('bucket', sort)
    .execute()
}

/** Where a page of a list by date begins: rows from `from` on (ms) and before `before`, without the first `skip` of them. */
export interface PageStart {
  readonly from: number | null
  readonly before: number | null
  readonly skip: number
}

/** Up to here the database skips rows one by one; that is faster than two more statements. */
const SKIPPED_ROWS_MAX = 500

/** Finds the day on which a page far down a list begins, so that only rows of that day are skipped. */
export async function findPageStart(db: Database, name: TallyName, page: { startIndex: number; sort: 'asc' | 'desc' }): Promise<PageStart> {
  if (page.startIndex <= SKIPPED_ROWS_MAX) return { from: null, before: null, skip: page.startIndex }
  const month = skipTallies(await listMonths(db, name, page.sort), page.startIndex)
  if (!month) return NOTHING
  const [from, to] = [dayOf(startOfMonth(month.bucket)), dayOf(startOfMonth(month.bucket + 1))]
  const day = skipTallies(await listTallies(db, { name, level: 'day', from, to }, page.sort), month.skip)
  // Only when somebody wrote in between.
  if (!day) return NOTHING
  return page.sort === 'asc'
    ? { from: day.bucket * DAY_MS, before: null, skip: day.skip }
    : { from: null, before: (day.bucket + 1) * DAY_MS, skip: day.skip }
}

const NOTHING: PageStart = { from: 0, before: 0, skip: 0 }

/** The tally in which the row of this index lies, and the index within it. */
function skipTallies(tallies: readonly MonthTally[], startIndex: number): { bucket: number; skip: number } | undefined {
  let skip = startIndex
  for (const { bucket, count } of tallies) {
    if (skip < count) return { bucket, skip }
    skip -= count
  }
  return undefined
}

const dayOf = (at: number) => Math.floor(at / DAY_MS)

/** Year × 12 + month from 0, in UTC. */
export const monthOf = (at: number): number => {
  const date = new Date(at)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** In ms. */
export const startOfMonth = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1)
