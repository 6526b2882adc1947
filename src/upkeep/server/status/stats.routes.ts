import type { statsEndpoints } from '#upkeep/contract/stats.endpoints.ts'
import { STATS_MONTHS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { toIso } from '#platform/contract/format-date.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { countByMonth } from './months.ts'
import { getBlogWords, type SiteConfig } from '#site/server/index.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { listTroubles } from './troubles.ts'
import type { Upkeep } from './upkeep.routes.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly siteConfig: SiteConfig
  readonly upkeep: Pick<Upkeep, 'running' | 'backupRules'>
  readonly outbox: Pick<Outbox, 'isOpen'>
  readonly freeBytes: () => Promise<number | null>
}

/** Growth of the blog, for the dashboard's overview. */
export function statsRoutes({ db, now, siteConfig, upkeep, outbox, freeBytes }: Dependencies): Handlers<typeof statsEndpoints> {
  return {
    async listMonths() {
      const { timeZone } = await getBlogWords(db, siteConfig)
      return { months: await countByMonth(db, { now: now(), months: STATS_MONTHS, timeZone }) }
    },

    async getTroubles() {
      return { troubles: await listTroubles({ db, now: now(), isMailSetUp: outbox.isOpen, backups: upkeep.backupRules, freeBytes }) }
    },

    async listRunning() {
      return { running: upkeep.running().map((child) => ({ ...child, since: toIso(child.since) })) }
    },
  }
}
