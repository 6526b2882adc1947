import { STATS_MONTHS } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/call-endpoint.ts'
import { countInSpans } from './stats.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
}

/** How the blog has been growing, for the dashboard's overview (an addition). */
export function statsRoutes({ db, now }: Dependencies): Handlers<'GET /api/stats/months'> {
  return {
    async 'GET /api/stats/months'() {
      const months = lastMonths(now())
      const { posts, comments, users } = await countInSpans(db, months)
      return {
        months: months.map(({ start }, index) => ({
          month: new Date(start).toISOString().slice(0, 'YYYY-MM'.length),
          posts: posts[index] ?? 0,
          comments: comments[index] ?? 0,
          users: users[index] ?? 0,
        })),
      }
    },
  }
}

/** Whole calendar months in UTC, the oldest first; the last one is the present month. */
function lastMonths(now: number) {
  const present = new Date(now)
  const firstOf = (monthsAgo: number) => Date.UTC(present.getUTCFullYear(), present.getUTCMonth() - monthsAgo, 1)
  return Array.from({ length: STATS_MONTHS }, (_, index) => {
    const monthsAgo = STATS_MONTHS - 1 - index
    return { start: firstOf(monthsAgo), end: firstOf(monthsAgo - 1) }
  })
}
