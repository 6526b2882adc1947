import { STATS_MONTHS } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import { countByMonth, monthOf, startOfMonth } from '#server/platform/database/tallies.ts'
import type { Handlers } from '#server/platform/http/call-endpoint.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
}

/** How the blog has been growing, for the dashboard's overview (an addition). Whole calendar months in UTC, the oldest first. */
export function statsRoutes({ db, now }: Dependencies): Handlers<'GET /api/stats/months'> {
  return {
    async 'GET /api/stats/months'() {
      const last = monthOf(now())
      const first = last - STATS_MONTHS + 1
      const { posts, comments, users } = await countByMonth(db, { first, last })
      return {
        months: Array.from({ length: STATS_MONTHS }, (_, index) => first + index).map((month) => ({
          month: new Date(startOfMonth(month)).toISOString().slice(0, 'YYYY-MM'.length),
          posts: posts.get(month) ?? 0,
          comments: comments.get(month) ?? 0,
          users: users.get(month) ?? 0,
        })),
      }
    },
  }
}
