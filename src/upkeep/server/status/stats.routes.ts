import type { statsEndpoints } from '#upkeep/contract/stats.endpoints.ts'
import type { Database } from '#platform/database/database.ts'
import { toIso } from '#platform/contract/format-date.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { listTroubles } from './troubles.ts'
import type { Upkeep } from './upkeep.routes.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly upkeep: Pick<Upkeep, 'running' | 'backupRules'>
  readonly outbox: Pick<Outbox, 'isOpen'>
  readonly mailsPerDay: number
  readonly freeBytes: () => Promise<number | null>
}

/** Growth of the blog, for the dashboard's overview. */
export function statsRoutes({ db, now, upkeep, outbox, mailsPerDay, freeBytes }: Dependencies): Handlers<typeof statsEndpoints> {
  return {
    async getTroubles() {
      return {
        troubles: await listTroubles({
          db,
          now: now(),
          mailsPerDay: outbox.isOpen ? mailsPerDay : null,
          backups: upkeep.backupRules,
          freeBytes,
        }),
      }
    },

    async listRunning() {
      return { running: upkeep.running().map((child) => ({ ...child, since: toIso(child.since) })) }
    },
  }
}
