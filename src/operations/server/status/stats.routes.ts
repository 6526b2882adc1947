import type { statsEndpoints } from '#operations/contract/stats.endpoints.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { listTroubles } from './troubles.ts'
import type { Operations } from './operations.routes.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly operations: Pick<Operations, 'backupRules'>
  readonly outbox: Pick<Outbox, 'isOpen'>
  readonly mailsPerDay: number
  readonly freeBytes: () => Promise<number | null>
}

/** What is wrong, for the dashboard's overview. */
export function statsRoutes({ db, now, operations, outbox, mailsPerDay, freeBytes }: Dependencies): Handlers<typeof statsEndpoints> {
  return {
    async getTroubles() {
      return {
        troubles: await listTroubles({
          db,
          now: now(),
          mailsPerDay: outbox.isOpen ? mailsPerDay : null,
          backups: operations.backupRules,
          freeBytes,
        }),
      }
    },
  }
}
