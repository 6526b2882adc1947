import type { backupPlaceEndpoints } from '#upkeep/contract/backup-place.endpoints.ts'
import { requireRecentSignIn } from '#accounts/server/index.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Logger } from '#platform/process/logger.ts'
import { createBackupKey, keyFileName, openBackupKey } from './backup-key.ts'
import type { Elsewhere } from './open-elsewhere.ts'

interface Dependencies {
  readonly now: () => number
  readonly logger: Logger
  readonly upkeep: { readonly elsewhere: Elsewhere }
}

/** The other place of backups. */
export function backupPlaceRoutes({ now, logger, upkeep: { elsewhere } }: Dependencies): Handlers<typeof backupPlaceEndpoints> {
  return {
    getBackupPlace: () => elsewhere.state(),

    async saveBackupPlace({ body, session, viewer, outside, write }) {
      await requireRecentSignIn({ now }, session)
      // An empty write, which counts against the rate limit.
      await write(async () => {})
      await outside(() => elsewhere.save(body))
      logger.info({ userId: viewer.id }, 'place of backups changed')
      return elsewhere.state()
    },

    async removeBackupPlace({ session, viewer, write }) {
      await requireRecentSignIn({ now }, session)
      await write(async () => {})
      await elsewhere.remove()
      logger.info({ userId: viewer.id }, 'place of backups removed')
      return elsewhere.state()
    },

    async createBackupKey({ session, write }) {
      await requireRecentSignIn({ now }, session)
      await write(async () => {})
      const { passphrase, keyFile, recipient } = await createBackupKey()
      return { passphrase, keyFile, keyName: keyFileName(recipient), url: (await elsewhere.state()).url }
    },

    async confirmBackupKey({ body, session, viewer, write }) {
      await requireRecentSignIn({ now }, session)
      await write(async () => {})
      const key = await openBackupKey(body.keyFile, body.passphrase)
      await elsewhere.saveKey(key)
      logger.info({ userId: viewer.id, key: keyFileName(key.recipient) }, 'key of backups changed')
      return elsewhere.state()
    },

    async copyBackupNow({ write }) {
      await write(async () => {})
      await elsewhere.begin()
      return elsewhere.state()
    },
  }
}
