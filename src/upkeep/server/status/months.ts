import type { Database } from '#platform/database/database.ts'

const TABLES = ['posts', 'comments', 'users'] as const

export interface MonthCounts {
  /** `2026-03` */
  readonly month: string
  readonly posts: number
  readonly comments: number
  readonly users: number
}

/** Counts the rows created in each calendar month (UTC) up to the current one, oldest first. Reads the date indexes only. */
export async function countByMonth(db: Database, { now, months }: { now: number; months: number }): Promise<MonthCounts[]> {
  const starts = Array.from({ length: months + 1 }, (_, index) => startOfMonth(now, index - months + 1))
  const counts = (await db
    .selectNoFrom((eb) =>
      TABLES.flatMap((table) =>
        starts.slice(0, -1).map((start, index) =>
          eb
            .selectFrom(table as 'posts')
            .select((inner) => inner.fn.countAll<number>().as('count'))
            .where('created_at', '>=', start)
            .where('created_at', '<', starts[index + 1] ?? 0)
            .as(`${table}${index}`),
        ),
      ),
    )
    .executeTakeFirstOrThrow()) as Record<string, number>
  return starts.slice(0, -1).map((start, index) => {
    const count = (table: (typeof TABLES)[number]) => counts[`${table}${index}`] ?? 0
    return {
      month: new Date(start).toISOString().slice(0, 'YYYY-MM'.length),
      posts: count('posts'),
      comments: count('comments'),
      users: count('users'),
    }
  })
}

/** @param offset in months from the month of `now` */
function startOfMonth(now: number, offset: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1)
}
