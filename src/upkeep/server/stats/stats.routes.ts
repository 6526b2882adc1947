import { STATS_MONTHS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { countByMonth } from './months.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
}

/** Growth of the blog, for the dashboard's overview. */
export function statsRoutes({ db, now }: Dependencies): Handlers<'GET /api/stats/months'> {
  return {
    async 'GET /api/stats/months'() {
      return { months: await countByMonth(db, { now: now(), months: STATS_MONTHS }) }
    },
  }
}
