import type { backupPlaceEndpoints } from '#upkeep/contract/backup-place.endpoints.ts'
import { listAdminEmails, requireRecentSignIn } from '#accounts/server/index.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import type { Logger } from '#platform/process/logger.ts'
import type { Elsewhere, OnChange } from './open-elsewhere.ts'

interface Dependencies {
  readonly now: () => number
  readonly logger: Logger
  readonly outbox: Outbox
  readonly upkeep: { readonly elsewhere: Elsewhere }
}

/** The other place of backups. Who changes it could read all later copies, so every admin gets a mail. */
export function backupPlaceRoutes({ now, logger, outbox, upkeep: { elsewhere } }: Dependencies): Handlers<typeof backupPlaceEndpoints> {
  const tellAdmins: OnChange = async (trx) => {
    for (const email of await listAdminEmails(trx)) await outbox.put(trx, { kind: 'backup_place', email })
  }
  return {
    getBackupPlace: () => elsewhere.state(),

    async saveBackupPlace({ body, session, viewer, outside, write }) {
      await requireRecentSignIn({ now }, session)
      // An empty write, which counts against the rate limit.
      await write(async () => {})
      await outside(() => elsewhere.save(body, tellAdmins)).catch((error: Error) => {
        logger.info({ err: error.cause ?? error, userId: viewer.id }, 'place of backups not saved')
        throw error
      })
      logger.info({ userId: viewer.id }, 'place of backups changed')
      return elsewhere.state()
    },

    async removeBackupPlace({ session, viewer, write }) {
      await requireRecentSignIn({ now }, session)
      await write(async () => {})
      await elsewhere.remove(tellAdmins)
      logger.info({ userId: viewer.id }, 'place of backups removed')
      return elsewhere.state()
    },

    async createBackupKey({ session, viewer, outside, write }) {
      await requireRecentSignIn({ now }, session)
      await write(async () => {})
      const created = await outside(() => elsewhere.renewKey(tellAdmins))
      logger.info({ userId: viewer.id, key: created.keyName }, 'key of backups changed')
      return created
    },

    async copyBackupNow({ write }) {
      await write(async () => {})
      await elsewhere.begin()
      return elsewhere.state()
    },
  }
}
