import { type RawBuilder, sql } from 'kysely'
import { DAY_MS, LAST_MONTH_MS } from '#contract/limits.ts'
import { type Database, isPostgres } from './database.ts'
import { prepareQuery, type ValueOf } from './prepared-query.ts'

/**
 * The database keeps count of posts, comments and users by itself (migration 5), so no call counts rows: by year, by
 * month and by day, in UTC.
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

/** One statement, which reads some forty tallies and the index of a part of one day. */
export async function countRows(db: Database, table: TalliedTable, asked: { now: number; tally?: TallyName | undefined }): Promise<Counts> {
  const { now, tally = table } = asked
  const since = now - LAST_MONTH_MS
  const values = { since, day: dayOf(since), end: LAST_DAY, nextMidnight: (Math.floor(since / DAY_MS) + 1) * DAY_MS }
  if (tally !== table) return (await COUNTS_WITH[table](db, { ...values, tally }))[0] as Counts
  const [counts] = await COUNTS[table](db, values)
  return { ...(counts as Omit<Counts, 'ofTally'>), ofTally: counts?.total ?? 0 }
}

/** Beyond all days. PostgreSQL takes a range without an end for a third of the table, and then plans each count anew. */
const LAST_DAY = 2_000_000_000

interface CountValues {
  readonly since: number
  readonly day: number
  readonly end: number
  readonly nextMidnight: number
}

const countsOf = (table: TalliedTable, value: ValueOf<CountValues>) => sql`
    cast(${sumOf(table)} as bigint) as total,
    cast(
      (select coalesce(sum(count), 0) from tallies where name = ${sql.lit(table)} and level = 'day' and bucket > ${value('day')} and bucket < ${value('end')})
      + (select count(*) from ${sql.table(table)} where created_at > ${value('since')} and created_at < ${value('nextMidnight')})
    as bigint) as "lastMonth"`

const prepareCounts = (table: TalliedTable) =>
  prepareQuery<CountValues, Omit<Counts, 'ofTally'>>((db, value) => ({
    compile: () => sql<Omit<Counts, 'ofTally'>>`select ${countsOf(table, value)}`.compile(db),
  }))

const prepareCountsWith = (table: TalliedTable) =>
  prepareQuery<CountValues & { tally: string }, Counts>((db, value) => ({
    compile: () => sql<Counts>`select ${countsOf(table, value)}, cast(${sumOf(value('tally'))} as bigint) as "ofTally"`.compile(db),
  }))

const COUNTS = { posts: prepareCounts('posts'), comments: prepareCounts('comments'), users: prepareCounts('users') }
const COUNTS_WITH = { posts: prepareCountsWith('posts'), comments: prepareCountsWith('comments'), users: prepareCountsWith('users') }

const sumOf = (name: string) => sql`(select coalesce(sum(count), 0) from tallies where name = ${name} and level = 'year')`

/**
 * On PostgreSQL writers append to tallies, so that nobody waits, and one in twenty adds up what it touched. What nobody
 * touches any more is added up here.
 */
export async function addUpTallies(db: Database): Promise<void> {
  if (!isPostgres(db)) return
  await sql`
    with several as (
      select name, level, bucket from tallies group by name, level, bucket having count(*) > 1
    ), free as (
      select tallies.ctid from tallies join several using (name, level, bucket) for update of tallies skip locked
    ), gone as (
      delete from tallies where ctid = any (array(select ctid from free)) returning name, level, bucket, count
    )
    insert into tallies (name, level, bucket, count)
    select name, level, bucket, sum(count) from gone group by name, level, bucket having sum(count) <> 0`.execute(db)
}

/** For an author who is gone: their tally counts nothing any more, but names them. */
export async function forgetTally(trx: Database, name: TallyName): Promise<void> {
  await trx.deleteFrom('tallies').where('name', '=', name).execute()
}

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

/** Where a page of a list by date begins: rows from `from` on (ms) and before `before`, without the first `skip` of them. */
export interface PageStart {
  readonly from: number | null
  readonly before: number | null
  readonly skip: number
}

/** Up to here the database skips rows one by one; that is faster than two more statements. */
const SKIPPED_ROWS_MAX = 500

/** Finds the month in which a page far down a list begins, and its day where many rows are of that month: only rows of these are skipped. */
export async function findPageStart(db: Database, name: TallyName, page: { startIndex: number; sort: 'asc' | 'desc' }): Promise<PageStart> {
  const { startIndex, sort } = page
  if (startIndex <= SKIPPED_ROWS_MAX) return { from: null, before: null, skip: startIndex }
  const [month] = await MONTH_OF_PAGE[sort](db, { name, startIndex })
  if (!month) return { from: 0, before: 0, skip: 0 }
  const { bucket, skip } = month
  const [day] = skip <= SKIPPED_ROWS_MAX ? [] : await DAY_OF_PAGE[sort](db, { name, month: bucket, startIndex: skip })
  if (!day) return pageOf({ from: startOfMonth(bucket), before: startOfMonth(bucket + 1), skip }, sort)
  const from = startOfMonth(bucket) + ((day.bucket % 32) - 1) * DAY_MS
  return pageOf({ from, before: from + DAY_MS, skip: day.skip }, sort)
}

/** A list ends where it ends: a page may reach beyond its month or day. */
const pageOf = ({ from, before, skip }: { from: number; before: number; skip: number }, sort: 'asc' | 'desc'): PageStart =>
  sort === 'asc' ? { from, before: null, skip } : { from: null, before, skip }

/** Which of a tally's buckets a row falls into, and how many rows of it stand before that one. */
interface Place {
  readonly bucket: number
  readonly skip: number
}

const sumsOf = (order: RawBuilder<unknown>) => sql`sum(count) as size, sum(sum(count)) over (order by tallies.bucket ${order}) as upto`

/** Adds up years, from the end where the list begins, then months of the year that the page begins in. */
const prepareMonthOfPage = (sort: 'asc' | 'desc') =>
  prepareQuery<{ name: string; startIndex: number }, Place>((db, value) => {
    const order = sql.raw(sort)
    const [name, startIndex] = [value('name'), sql`cast(${value('startIndex')} as bigint)`]
    return {
      compile: () =>
        sql<Place>`
    with years as (
      select tallies.bucket, ${sumsOf(order)} from tallies where name = ${name} and level = 'year' group by tallies.bucket
    ), year as (
      select bucket, upto - size as before from years where upto > ${startIndex} order by bucket ${order} limit 1
    ), months as (
      select tallies.bucket, ${sumsOf(order)} from year cross join tallies
      where name = ${name} and level = 'month' and tallies.bucket >= year.bucket * 12 and tallies.bucket < year.bucket * 12 + 12
      group by tallies.bucket
    )
    select months.bucket, cast(${startIndex} - before - upto + size as bigint) as skip from year cross join months
    where before + upto > ${startIndex} order by months.bucket ${order} limit 1`.compile(db),
    }
  })

/** @param startIndex within the month */
const prepareDayOfPage = (sort: 'asc' | 'desc') =>
  prepareQuery<{ name: string; month: number; startIndex: number }, Place>((db, value) => {
    const order = sql.raw(sort)
    const [month, startIndex] = [sql`cast(${value('month')} as bigint)`, sql`cast(${value('startIndex')} as bigint)`]
    return {
      compile: () =>
        sql<Place>`
    with days as (
      select tallies.bucket, ${sumsOf(order)} from tallies
      where name = ${value('name')} and level = 'day' and bucket >= ${month} * 32 and bucket < ${month} * 32 + 32
      group by tallies.bucket
    )
    select bucket, cast(${startIndex} - upto + size as bigint) as skip from days
    where upto > ${startIndex} order by bucket ${order} limit 1`.compile(db),
    }
  })

const MONTH_OF_PAGE = { asc: prepareMonthOfPage('asc'), desc: prepareMonthOfPage('desc') }
const DAY_OF_PAGE = { asc: prepareDayOfPage('asc'), desc: prepareDayOfPage('desc') }

/** Month × 32 + day, as the database numbers days, in UTC. */
const dayOf = (at: number) => monthOf(at) * 32 + new Date(at).getUTCDate()

/** Year × 12 + month from 0, in UTC. */
export const monthOf = (at: number): number => {
  const date = new Date(at)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** In ms. */
export const startOfMonth = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1)
