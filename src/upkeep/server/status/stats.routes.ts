import type { statsEndpoints } from '#upkeep/contract/stats.endpoints.ts'
import { STATS_MONTHS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { countByMonth } from './months.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
}

/** Growth of the blog, for the dashboard's overview. */
export function statsRoutes({ db, now }: Dependencies): Handlers<typeof statsEndpoints> {
  return {
    async listMonths() {
      return { months: await countByMonth(db, { now: now(), months: STATS_MONTHS }) }
    },
  }
}
