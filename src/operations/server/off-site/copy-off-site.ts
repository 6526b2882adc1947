import { join } from 'node:path'
import { AppError } from '#platform/contract/errors.ts'
import { type PlaceSettings, placeUrl } from '#platform/process/place-settings.ts'
import { knownTime } from '#operations/server/backup/backup-age.ts'
import { readBackupName } from '#operations/server/backup/backup-names.ts'
import { findNewestBackup } from '#operations/server/backup/find-backups.ts'
import { type Job, type JobParts, runIfDue } from '#operations/server/jobs/run-job.ts'
import { withPlace } from './backup-place.ts'
import { copyBackup } from './copy-backup.ts'
import { findPlace } from './place.store.ts'

export interface CopyParts extends JobParts {
  /** Folder of the backups on this machine. */
  readonly folder: string
  /** The place that the operator has set. */
  readonly setting: PlaceSettings | null
}

/** Held while a backup is copied. */
export const COPY_LOCK = 'backup-elsewhere'
/** Name in the table `jobs`; its result is the name of the backup that was copied last, and where. */
export const COPY_JOB = 'backup-elsewhere'

const resultOf = (name: string, place: PlaceSettings) => [name, placeUrl(place), place.endpoint ?? ''].join(' ')

/** Returns the name of the backup that was copied last to this place; empty if none was. */
export function lastCopyAt(place: PlaceSettings, result: string | null | undefined): string {
  const [name = ''] = (result ?? '').split(' ')
  return result === resultOf(name, place) ? name : ''
}

/** Copies the newest backup of this machine. */
export const copyJob = ({ db, setting, folder }: Pick<CopyParts, 'db' | 'setting' | 'folder'>): Job => ({
  name: COPY_JOB,
  lock: COPY_LOCK,
  label: 'off-site copy of the backup',
  async work(begun, signal) {
    const [{ place: settings, key }, newest] = await Promise.all([findPlace(db, setting), findNewestBackup(folder, begun)])
    if (!settings || !key || !newest) throw new AppError('conflict', 'There is nothing to copy yet.')
    const order = { key, path: join(folder, newest.name), now: begun, signal }
    const bytes = await withPlace(settings, (place) => copyBackup({ ...order, place }))
    return { result: resultOf(newest.name, settings), facts: { name: newest.name, bytes } }
  },
  toProblem: (error) => (error instanceof AppError ? error.message : 'The log of the blog says why.'),
})

/** Copies the newest backup of this machine, if it is newer than the last copy. Never throws. */
export const copyIfDue = (parts: CopyParts, signal?: AbortSignal): Promise<void> =>
  runIfDue(parts, copyJob(parts), {
    async isDue(stored) {
      const { place, key } = await findPlace(parts.db, parts.setting)
      if (!place || !key) return false
      const now = parts.now()
      const dateOf = (name = '') => knownTime(readBackupName(name)?.createdAt ?? null, now) ?? 0
      return dateOf((await findNewestBackup(parts.folder, now))?.name) > dateOf(lastCopyAt(place, stored?.result))
    },
    signal,
  })
