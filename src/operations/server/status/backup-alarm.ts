import { addressMail, listAdminEmails, type MailFacts, toTextMail } from '#accounts/server/index.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { isoDayIn } from '#platform/contract/time-zone.ts'
import { getBlogWords, type SiteConfig } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Locks } from '#platform/database/lock.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import type { Logger } from '#platform/process/logger.ts'
import { hasPassed } from '#operations/server/backup/backup-age.ts'
import { findPlace } from '#operations/server/off-site/place.store.ts'
import { placeUrl } from '#platform/process/place-settings.ts'
import { findJob, noteJob } from '#operations/server/jobs/jobs.store.ts'
import { type BackupTroubleParts, findBackupTroubles } from './backup-troubles.ts'

/** Its time of success is when the mails were queued; the row ends with the trouble. */
const JOB = 'backup-alarm'
/** Not each day: who has read it once knows. */
const REPEAT_MS = 7 * DAY_MS

interface AlarmParts extends Omit<BackupTroubleParts, 'now'> {
  readonly locks: Pick<Locks, 'withLock'>
  readonly logger: Pick<Logger, 'error'>
  readonly outbox: Outbox
  readonly now: () => number
}

/** Mails all admins when backups fail or grow old, once until that has ended. Never throws. */
export async function alarmAdmins(parts: AlarmParts): Promise<void> {
  if (!parts.outbox.isOpen) return
  await mailIfNeeded(parts).catch((error: unknown) => parts.logger.error({ err: error }, 'state of the backups could not be read'))
}

async function mailIfNeeded({ db, locks, outbox, now, ...parts }: AlarmParts): Promise<void> {
  const troubles = await findBackupTroubles({ ...parts, db, now: now() })
  const isPending = troubles.some(({ since }) => since !== null)
  const mailedAt = await findMailedAt(db)
  if (!isPending && mailedAt === null) return
  if (!isPending) return void (await db.deleteFrom('jobs').where('name', '=', JOB).execute())
  if (!hasPassed(mailedAt, REPEAT_MS, now())) return
  await locks.withLock(JOB, async () => {
    if ((await findMailedAt(db)) !== mailedAt) return
    await db.transaction().execute(async (trx) => {
      for (const email of await listAdminEmails(trx)) await outbox.put(trx, { kind: 'backup_trouble', email })
      await noteJob(trx, JOB, { started_at: null, succeeded_at: now() })
    })
  })
}

const findMailedAt = async (db: Database) => (await findJob(db, JOB))?.succeeded_at ?? null

interface MailParts extends Omit<BackupTroubleParts, 'db' | 'now'> {
  readonly siteConfig: SiteConfig
}

/** The mail says what is wrong when it is sent; if nothing is any more, it is dropped. */
export const backupMailKinds = (parts: MailParts, ofAccounts: Parameters<typeof addressMail>[1]) => ({
  backup_place: addressMail(async (db, { siteName, publicUrl }: MailFacts) => {
    const { place, key } = await findPlace(db, parts.setting)
    const lines = [
      `An admin has changed where the backups of ${siteName} are copied, or their passphrase.`,
      place === null
        ? 'They are not copied to another place now.'
        : `They go to ${placeUrl(place)}${key ? '' : ' once their passphrase is made'}.`,
      'A person who has that place and the passphrase can read the whole blog. If you do not know why this was changed, ask the other admins, or change it back:',
      `${publicUrl}/dashboard?tab=settings&section=copies`,
    ]
    return toTextMail({ subject: `The backups of ${siteName} go elsewhere`, lines })
  }, ofAccounts),
  backup_trouble: addressMail(async (db, { siteName, publicUrl, now }: MailFacts) => {
    const troubles = await findBackupTroubles({ ...parts, db, now })
    if (troubles.length === 0) return undefined
    const { timeZone } = await getBlogWords(db, parts.siteConfig)
    const dayOf = (since: string | null) => (since === null ? '' : ` (${isoDayIn(Date.parse(since), timeZone)})`)
    const lines = [
      `${siteName} is not backed up as it should be:`,
      ...troubles.map(({ says, since, advice }) => `${says}${dayOf(since)} ${advice}`),
      `${publicUrl}/dashboard?tab=settings&section=copies`,
      'This mail goes to all admins, and is not repeated within a week.',
    ]
    return toTextMail({ subject: `The backup of ${siteName} needs you`, lines })
  }, ofAccounts),
})
