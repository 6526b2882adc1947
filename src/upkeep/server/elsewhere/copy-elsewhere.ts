import { join } from 'node:path'
import { AppError } from '#platform/contract/errors.ts'
import { HOUR_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { Locks } from '#platform/database/lock.ts'
import type { PlaceSettings } from '#platform/process/place-settings.ts'
import type { Logger } from '#platform/process/logger.ts'
import { hasPassed, knownTime } from '#upkeep/server/backup/backup-age.ts'
import { type NamedBackup, readBackupName } from '#upkeep/server/backup/backup-names.ts'
import { sizeText } from '#upkeep/server/backup/create-backup.ts'
import { findNewestBackup } from '#upkeep/server/backup/find-backups.ts'
import { noteJob } from '#upkeep/server/backup/run-backup.ts'
import { copyBackup } from './copy-backup.ts'
import { openPlace } from './open-place.ts'
import { readStoredPlace, type StoredPlace } from './place.store.ts'

export interface CopyParts {
  readonly db: Database
  readonly locks: Pick<Locks, 'tryLock' | 'withLock'>
  /** Folder of the backups on this machine. */
  readonly folder: string
  /** The place that the settings of the operator name; it goes before one of the dashboard. */
  readonly setting: PlaceSettings | null
  readonly logger: Logger
  readonly now: () => number
}

/** Held while a backup is copied. */
export const COPY_LOCK = 'backup-elsewhere'
/** Name in the table `jobs`; its result is the name of the backup that was copied last. */
export const COPY_JOB = 'backup-elsewhere'
const RETRY_MS = HOUR_MS

/** Where copies go, and their key. */
export async function findPlace({ db, setting }: Pick<CopyParts, 'db' | 'setting'>): Promise<StoredPlace> {
  const stored = await readStoredPlace(db)
  return { key: stored.key, place: setting ?? stored.place }
}

export const findCopyJob = (db: Database) => db.selectFrom('jobs').selectAll().where('name', '=', COPY_JOB).executeTakeFirst()

/**
 * Copies the newest backup of this machine, if it is newer than the last copy. Never throws: a failure is logged, stored,
 * and retried an hour later.
 */
export async function copyIfDue(parts: CopyParts, signal?: AbortSignal): Promise<void> {
  const { db, locks, logger } = parts
  try {
    if (signal?.aborted === true || (await findDue(parts)) === undefined) return
    await locks.withLock(COPY_LOCK, async () => {
      if ((await findDue(parts)) !== undefined) await runCopy(parts, { signal })
    })
  } catch (error) {
    logger.error({ err: error }, 'the copy of the backup could not start')
  }
  async function findDue({ folder, now }: CopyParts): Promise<NamedBackup | undefined> {
    const { place, key } = await findPlace(parts)
    if (!place || !key) return undefined
    const [newest, job] = await Promise.all([findNewestBackup(folder, now()), findCopyJob(db)])
    const known = (name = '') => knownTime(readBackupName(name)?.createdAt ?? null, now()) ?? 0
    if (known(newest?.name) <= known(job?.result ?? '')) return undefined
    return hasPassed(job?.failed_at ?? null, RETRY_MS, now()) ? newest : undefined
  }
}

interface RunOptions {
  readonly signal?: AbortSignal | undefined
  /** Called once the database shows the copy as running. */
  readonly onBegin?: () => void
}

/** Call while holding {@link COPY_LOCK}. Logs and stores a failure. */
export async function runCopy(parts: CopyParts, { signal, onBegin }: RunOptions = {}): Promise<void> {
  const { db, folder, logger, now } = parts
  const begun = now()
  await noteJob(db, COPY_JOB, { started_at: begun })
  onBegin?.()
  try {
    const [{ place: settings, key }, newest] = await Promise.all([findPlace(parts), findNewestBackup(folder, begun)])
    if (!settings || !key || !newest) throw new AppError('conflict', 'There is nothing to copy yet.')
    const place = await openPlace(settings)
    const bytes = await copyBackup({ place, key, path: join(folder, newest.name), now: begun, signal }).finally(() => place.close())
    await noteJob(db, COPY_JOB, { started_at: null, succeeded_at: begun, result: newest.name, failed_at: null, problem: null })
    logger.info({ backup: newest.name, bytes, ms: now() - begun }, `the backup was copied elsewhere and checked (${sizeText(bytes)})`)
  } catch (error) {
    if (signal?.aborted === true) {
      await noteJob(db, COPY_JOB, { started_at: null })
      return
    }
    logger.error({ err: error }, 'the copy of the backup failed; it will be tried again in an hour')
    const problem = error instanceof AppError ? error.message : 'The log of the blog says why.'
    await noteJob(db, COPY_JOB, { started_at: null, failed_at: begun, problem })
  }
}
