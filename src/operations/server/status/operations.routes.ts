import { ACCOUNT_RATE_LIMITS } from '#accounts/contract/account-limits.ts'
import { IMPORT_EXPORT_RATE_LIMITS } from '#import-export/contract/import-export-limits.ts'
import type { operationsEndpoints, VersionState } from '#operations/contract/operations.endpoints.ts'
import { toIso } from '#platform/contract/format-date.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Backups } from '#operations/server/backup/open-backups.ts'
import type { Restore } from '#operations/server/restore/open-restore.ts'
import type { OffSite } from '#operations/server/off-site/open-off-site.ts'
import type { BackupTroubleParts } from './backup-troubles.ts'
import { findTestMail, readOutbox } from './mail-state.store.ts'
import { type Database, readEngineName } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Logger } from '#platform/process/logger.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { takeFromLimit } from '#platform/security/rate-limit.ts'
import { mailboxKey } from '#platform/security/mailbox-key.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly logger: Logger
  readonly outbox: Outbox
  readonly operations: Operations
}

/** State of the installation: backups, mail, version. */
export function operationsRoutes(dependencies: Dependencies): Handlers<typeof operationsEndpoints> {
  return { ...backupRoutes(dependencies), ...mailRoutes(dependencies), ...versionRoutes(dependencies) }
}

function backupRoutes({
  db,
  now,
  logger,
  operations: { backups },
}: Dependencies): Handlers<Pick<typeof operationsEndpoints, 'listBackups' | 'createBackup' | 'getBackup' | 'downloadBackup'>> {
  return {
    async listBackups() {
      return backups.state()
    },

    async createBackup({ write }) {
      // An empty write, which counts against the rate limit.
      await write(async () => {})
      await backups.begin()
      return backups.state()
    },

    async getBackup({ params }) {
      return getBackup(backups, params.backup)
    },

    async downloadBackup({ params, viewer }) {
      const backup = await getBackup(backups, params.backup)
      await takeFromLimit(db, IMPORT_EXPORT_RATE_LIMITS.backupDownloadsPerUser, { key: viewer.id, now: now() })
      logger.info({ backup: backup.name, userId: viewer.id }, 'backup downloaded')
      return backups.fileOf(backup)
    },
  }
}

/** @throws not_found */
async function getBackup(backups: Backups, id: string) {
  const backup = await backups.find(id)
  if (!backup) throw new AppError('not_found', 'This backup is not on this machine any more.')
  return backup
}

function mailRoutes({
  db,
  now,
  outbox,
  operations,
}: Dependencies): Handlers<Pick<typeof operationsEndpoints, 'getMailSettings' | 'sendTestMail' | 'getTestMail'>> {
  return {
    async getMailSettings() {
      return { isSetUp: outbox.isOpen, ...(operations.mail ?? { host: '', from: '' }), ...(await readOutbox(db)) }
    },

    async sendTestMail({ viewer, write }) {
      if (!outbox.isOpen) throw new AppError('conflict', 'This blog cannot send mail yet. The person who runs it can change that.')
      const { email } = await db.selectFrom('users').select('email').where('id', '=', viewer.id).executeTakeFirstOrThrow()
      const id = await write(async (trx) => {
        await takeFromLimit(trx, ACCOUNT_RATE_LIMITS.mailsPerAccount, { key: mailboxKey(email), now: now() })
        // An earlier test mail that is still pending would be sent as well.
        await trx.deleteFrom('outbox').where('email', '=', email).where('kind', '=', 'test').execute()
        return outbox.put(trx, { kind: 'test', email, isAwaited: true })
      })
      return { _id: id, email, state: 'pending', problem: null }
    },

    async getTestMail({ params, viewer }) {
      const { email } = await db.selectFrom('users').select('email').where('id', '=', viewer.id).executeTakeFirstOrThrow()
      const mail = await findTestMail(db, params.mail)
      // Sent mails are deleted from the outbox.
      if (!mail) return { _id: params.mail, email, state: 'sent', problem: null }
      return { _id: params.mail, email, state: mail.problem === null ? 'pending' : 'failed', problem: mail.problem }
    },
  }
}

function versionRoutes({ db, operations }: Dependencies): Handlers<Pick<typeof operationsEndpoints, 'getVersion'>> {
  return {
    async getVersion() {
      const { version, storage, startedAt } = operations
      return {
        version,
        licence: 'MIT',
        node: process.versions.node,
        database: await readEngineName(db),
        storage,
        startedAt: toIso(startedAt),
      }
    },
  }
}

/** State of the installation, for admins. */
export interface Operations {
  readonly backups: Backups
  readonly offSite: OffSite
  readonly restore: Restore
  /** What the settings say about backups. */
  readonly backupRules: Omit<BackupTroubleParts, 'db' | 'now'>
  /** Null if the blog cannot send mail. Contains no password. */
  readonly mail: { readonly host: string; readonly from: string } | null
  readonly version: string
  readonly storage: VersionState['storage']
  /** Start of this process, in milliseconds since 1970. */
  readonly startedAt: number
}
