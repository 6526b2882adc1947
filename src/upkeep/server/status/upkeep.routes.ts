import type { upkeepEndpoints } from '#upkeep/contract/upkeep.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { RATE_LIMITS } from '#platform/contract/limits.ts'
import type { Backups } from '#upkeep/server/backup/backups.ts'
import { countPosts } from '#site/server/count-rows.ts'
import { requireRecentSignIn } from '#accounts/server/sessions/recent-sign-in.ts'
import type { Upkeep } from './upkeep.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Logger } from '#platform/process/logger.ts'
import { findTestMail, type Outbox, readOutbox } from '#platform/mail/outbox.ts'
import { hashedKey, takeFromLimit } from '#platform/security/rate-limit.ts'
import { countPictures, readDatabaseName } from './upkeep.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly logger: Logger
  readonly outbox: Outbox
  readonly upkeep: Upkeep
}

/** State of the installation: backups, mail, version. */
export function upkeepRoutes(dependencies: Dependencies): Handlers<keyof typeof upkeepEndpoints> {
  return { ...backupRoutes(dependencies), ...mailRoutes(dependencies), ...versionRoutes(dependencies) }
}

type BackupKey = Extract<keyof typeof upkeepEndpoints, `${string}/backups${string}`>

function backupRoutes({ db, now, logger, upkeep: { backups } }: Dependencies): Handlers<BackupKey> {
  return {
    async 'GET /api/settings/backups'() {
      return backups.state()
    },

    async 'POST /api/settings/backups'({ write }) {
      // An empty write, which counts against the rate limit.
      await write(async () => {})
      await backups.begin()
      return backups.state()
    },

    async 'GET /api/settings/backups/:backup'({ params, session }) {
      await requireRecentSignIn({ now }, session)
      return getBackup(backups, params.backup)
    },

    async 'GET /api/settings/backups/:backup/file'({ params, session, viewer }) {
      await requireRecentSignIn({ now }, session)
      const backup = await getBackup(backups, params.backup)
      await takeFromLimit(db, RATE_LIMITS.backupDownloadsPerUser, { key: viewer.id, now: now() })
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

type MailKey = Extract<keyof typeof upkeepEndpoints, `${string}/mail${string}`>

function mailRoutes({ db, now, outbox, upkeep }: Dependencies): Handlers<MailKey> {
  return {
    async 'GET /api/settings/mail'() {
      return { isSetUp: outbox.isOpen, ...(upkeep.mail ?? { host: '', from: '' }), ...(await readOutbox(db)) }
    },

    async 'POST /api/settings/mail/test'({ viewer, write }) {
      if (!outbox.isOpen) throw new AppError('conflict', 'This blog cannot send mail yet: SMTP_URL and MAIL_FROM are not set.')
      const { email } = await db.selectFrom('users').select('email').where('id', '=', viewer.id).executeTakeFirstOrThrow()
      const id = await write(async (trx) => {
        await takeFromLimit(trx, RATE_LIMITS.mailsPerAccount, { key: hashedKey(email), now: now() })
        // An earlier test mail that is still pending would be sent as well.
        await trx.deleteFrom('outbox').where('email', '=', email).where('kind', '=', 'test').execute()
        return outbox.put(trx, { kind: 'test', email })
      })
      return { _id: id, email, state: 'pending', problem: null }
    },

    async 'GET /api/settings/mail/test/:mail'({ params, viewer }) {
      const { email } = await db.selectFrom('users').select('email').where('id', '=', viewer.id).executeTakeFirstOrThrow()
      const mail = await findTestMail(db, params.mail)
      // Sent mails are deleted from the outbox.
      if (!mail) return { _id: params.mail, email, state: 'sent', problem: null }
      return { _id: params.mail, email, state: mail.problem === null ? 'pending' : 'failed', problem: mail.problem }
    },
  }
}

function versionRoutes({ db, now, upkeep }: Dependencies): Handlers<'GET /api/settings/version'> {
  return {
    async 'GET /api/settings/version'() {
      const { version, storage, startedAt } = upkeep
      const [posts, pictures, database, findings] = await Promise.all([
        countPosts(db, 'admins', now()),
        countPictures(db),
        readDatabaseName(db),
        upkeep.findings(),
      ])
      return {
        version,
        licence: 'MIT',
        node: process.versions.node,
        database,
        storage,
        posts: posts.total,
        pictures,
        startedAt: new Date(startedAt).toISOString(),
        findings: [...findings],
      }
    },
  }
}
