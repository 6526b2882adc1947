import type { Trouble } from '#operations/contract/stats.endpoints.ts'
import { COPY_JOB } from '#operations/server/off-site/copy-off-site.ts'
import { findPlace } from '#operations/server/off-site/place.store.ts'
import { describeAge, isOldBackup, knownTime } from '#operations/server/backup/backup-age.ts'
import { BACKUP_JOB } from '#operations/server/backup/run-backup.ts'
import { findJob } from '#operations/server/jobs/jobs.store.ts'
import { toIso } from '#platform/contract/format-date.ts'
import type { Database } from '#platform/database/database.ts'
import type { PlaceSettings } from '#platform/process/place-settings.ts'

export interface BackupTroubleParts {
  readonly db: Database
  readonly now: number
  /** The place that the settings name, if they do. */
  readonly setting: PlaceSettings | null
}

/** What is wrong with the backups, in words for admins; without names of files. */
export async function findBackupTroubles(parts: BackupTroubleParts): Promise<Trouble[]> {
  const troubles = await Promise.all([findDailyTrouble(parts), findCopyTrouble(parts)])
  return troubles.filter((trouble) => trouble !== null)
}

async function findDailyTrouble({ db, now }: BackupTroubleParts): Promise<Trouble | null> {
  const job = await findJob(db, BACKUP_JOB)
  const advice = 'Settings, Safe copies, shows the last ones; the log of the blog says why. It is tried again each hour.'
  const section = 'copies'
  if (job?.failed_at != null) return { says: 'The daily backup failed.', since: toIso(job.failed_at), advice, section }
  return findAgeTrouble('The last backup', job?.succeeded_at ?? null, { now, advice, section })
}

async function findCopyTrouble(parts: BackupTroubleParts): Promise<Trouble | null> {
  const { db, now, setting } = parts
  const { place, key, isOverSsh } = await findPlace(db, setting)
  const job = await findJob(db, COPY_JOB)
  const section = 'copies'
  if (isOverSsh) {
    const advice = 'Name a bucket under Settings, Safe copies, or ask the person who runs the blog to copy the folder of the backups.'
    return { says: 'Backups are not copied to another machine over SSH any more.', since: toIso(job?.succeeded_at ?? now), advice, section }
  }
  if (!place) return null
  if (!key) {
    const advice = 'Make it under Settings, Safe copies, and keep the page with the passphrase.'
    return { says: 'Backups are not copied to the other place yet: their passphrase has not been made.', since: null, advice, section }
  }
  const advice = 'Look at the other place under Settings, Safe copies. The copy is tried again each hour.'
  if (job?.failed_at != null)
    return {
      says: `The backup could not be copied to the other place. ${job.problem ?? ''}`.trim(),
      since: toIso(job.failed_at),
      advice,
      section,
    }
  return findAgeTrouble('The last copy in the other place', job?.succeeded_at ?? null, { now, advice, section })
}

/** Says nothing where there was none yet. */
function findAgeTrouble(
  backup: string,
  at: number | null,
  { now, ...shown }: Pick<Trouble, 'advice' | 'section'> & { readonly now: number },
): Trouble | null {
  if (at === null || !isOldBackup(at, now)) return null
  return { says: describeAge(backup, at, now), since: knownTime(at, now) === null ? null : toIso(at), ...shown }
}
