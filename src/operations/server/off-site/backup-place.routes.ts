import type { backupPlaceEndpoints } from '#operations/contract/backup-place.endpoints.ts'
import { listAdminEmails } from '#accounts/server/index.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import type { Logger } from '#platform/process/logger.ts'
import type { OffSite, OnChange } from './open-off-site.ts'

interface Dependencies {
  readonly logger: Logger
  readonly outbox: Outbox
  readonly operations: { readonly offSite: OffSite }
}

/** The other place of backups. Who changes it could read all later copies, so every admin gets a mail. */
export function backupPlaceRoutes({ logger, outbox, operations: { offSite } }: Dependencies): Handlers<typeof backupPlaceEndpoints> {
  const tellAdmins: OnChange = async (trx) => {
    for (const email of await listAdminEmails(trx)) await outbox.put(trx, { kind: 'backup_place', email })
  }
  return {
    getBackupPlace: () => offSite.state(),

    async saveBackupPlace({ body, viewer, outside, write }) {
      // An empty write, which counts against the rate limit.
      await write(async () => {})
      await outside(() => offSite.save(body, tellAdmins)).catch((error: Error) => {
        logger.info({ err: error.cause ?? error, userId: viewer.id }, 'place of backups not saved')
        throw error
      })
      logger.info({ userId: viewer.id }, 'place of backups changed')
      return offSite.state()
    },

    async removeBackupPlace({ viewer, write }) {
      await write(async () => {})
      await offSite.remove(tellAdmins)
      logger.info({ userId: viewer.id }, 'place of backups removed')
      return offSite.state()
    },

    async createBackupKey({ viewer, outside, write }) {
      await write(async () => {})
      const created = await outside(() => offSite.renewKey(tellAdmins))
      logger.info({ userId: viewer.id, key: created.keyName }, 'key of backups changed')
      return created
    },

    async copyBackupNow({ write }) {
      await write(async () => {})
      await offSite.begin()
      return offSite.state()
    },
  }
}
