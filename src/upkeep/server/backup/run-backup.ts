import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '#media/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Locks } from '#platform/database/lock.ts'
import type { Logger } from '#platform/process/logger.ts'
import { backupName, chooseExpired } from './backup-names.ts'
import { createBackup, sizeText } from './create-backup.ts'

export interface BackupParts {
  readonly db: Database
  readonly databaseUrl: string
  readonly locks: Pick<Locks, 'tryLock' | 'withLock'>
  readonly storage: Pick<Storage, 'files'>
  /** Folder of the backups. */
  readonly folder: string
  readonly logger: Logger
  readonly now: () => number
}

/** Held while a backup is made. */
export const BACKUP_LOCK = 'backup'
/** Names in the table `jobs`. They differ, so that a backup by an admin does not postpone the daily one. */
export const JOBS = { daily: 'backup', 'by-hand': 'backup-by-hand' } as const
export type RunOccasion = keyof typeof JOBS

const LABELS: Readonly<Record<RunOccasion, string>> = { daily: 'the daily backup', 'by-hand': 'the backup that an admin asked for' }
const RETRY_NOTES: Readonly<Record<RunOccasion, string>> = { daily: '; it will be tried again in an hour', 'by-hand': '' }

interface RunOptions {
  readonly signal?: AbortSignal | undefined
  /** Called once the database shows the backup as running. */
  readonly onBegin?: () => void
}

/** Call while holding {@link BACKUP_LOCK}. Logs and stores a failure; rejects only when the database does not respond. */
export async function runBackup(parts: BackupParts, occasion: RunOccasion, { signal, onBegin }: RunOptions = {}): Promise<void> {
  const { db, databaseUrl, storage, folder, logger, now } = parts
  const job = JOBS[occasion]
  const begun = now()
  const name = backupName(occasion, begun)
  await noteJob(db, job, { started_at: begun })
  onBegin?.()
  try {
    const { bytes, manifest } = await createBackup({ databaseUrl, files: storage.files, path: join(folder, name), now, signal })
    await removeExpired(folder, begun)
    await noteJob(db, job, { started_at: null, succeeded_at: begun, result: name, failed_at: null, problem: null })
    const missing = manifest.files?.missing.length ?? 0
    logger.info(
      { backup: name, bytes, files: manifest.files?.count, missing, ms: now() - begun },
      `${LABELS[occasion]} was made (${sizeText(bytes)})`,
    )
  } catch (error) {
    if (signal?.aborted === true) {
      await noteJob(db, job, { started_at: null })
      logger.info(`${LABELS[occasion]} was stopped with the blog`)
      return
    }
    logger.error({ err: error }, `${LABELS[occasion]} failed${RETRY_NOTES[occasion]}`)
    await noteJob(db, job, { started_at: null, failed_at: begun, problem: (error as Error).message })
  }
}

interface JobChange {
  readonly started_at: number | null
  readonly succeeded_at?: number
  readonly result?: string
  readonly failed_at?: number | null
  readonly problem?: string | null
}

export async function noteJob(db: Database, name: string, change: JobChange): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ name, succeeded_at: null, result: null, failed_at: null, problem: null, ...change })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(change))
    .execute()
}

/** Deletes expired backups. Call only after a new one is safe. */
export async function removeExpired(folder: string, now: number): Promise<void> {
  for (const name of chooseExpired(await readdir(folder), now)) await rm(join(folder, name), { force: true })
}
