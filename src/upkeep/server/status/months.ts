import { sql, type SqlBool } from 'kysely'
import { isLive, isReadable } from '#site/server/index.ts'
import { isoDayIn, startOfMonthIn } from '#platform/contract/time-zone.ts'
import type { Database } from '#platform/database/database.ts'

const TABLES = ['posts', 'comments', 'users'] as const
const IS_COUNTED = { posts: isReadable('admins'), comments: isLive(), users: sql<SqlBool>`true` }

export interface MonthCounts {
  /** `2026-03` */
  readonly month: string
  readonly posts: number
  readonly comments: number
  readonly users: number
}

interface Months {
  readonly now: number
  readonly months: number
  readonly timeZone: string
}

/** Counts the rows created in each calendar month of the zone up to the current one, oldest first. Reads indexes only. */
export async function countByMonth(db: Database, { now, months, timeZone }: Months): Promise<MonthCounts[]> {
  const starts = Array.from({ length: months + 1 }, (_, index) => startOfMonthIn(now, index - months + 1, timeZone))
  const counts = (await db
    .selectNoFrom((eb) =>
      TABLES.flatMap((table) =>
        starts.slice(0, -1).map((start, index) =>
          eb
            .selectFrom(table as 'posts')
            .select((inner) => inner.fn.countAll<number>().as('count'))
            .where('created_at', '>=', start)
            .where('created_at', '<', starts[index + 1] ?? 0)
            .where(IS_COUNTED[table])
            .as(`${table}${index}`),
        ),
      ),
    )
    .executeTakeFirstOrThrow()) as Record<string, number>
  const inTrash = await countInTrash(db, starts)
  return starts.slice(0, -1).map((start, index) => {
    const count = (table: (typeof TABLES)[number]) => counts[`${table}${index}`] ?? 0
    return {
      month: isoDayIn(start, timeZone).slice(0, 'YYYY-MM'.length),
      posts: count('posts'),
      comments: count('comments') - (inTrash[`month${index}`] ?? 0),
      users: count('users'),
    }
  })
}

/** Comments of posts in the trash; few, so that counting them apart is cheaper than looking at the post of each comment. */
const countInTrash = async (db: Database, starts: readonly number[]): Promise<Record<string, number>> =>
  db
    .selectFrom('posts')
    .innerJoin('comments', 'comments.post_id', 'posts.id')
    .select(
      starts
        .slice(0, -1)
        .map((start, index) =>
          sql<number>`count(case when comments.created_at >= ${start} and comments.created_at < ${starts[index + 1]} then 1 end)`.as(
            `month${index}`,
          ),
        ),
    )
    .where(sql<SqlBool>`posts.state = 'trashed'`)
    .where(isLive())
    .executeTakeFirstOrThrow()
