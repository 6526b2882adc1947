import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '#media/server/index.ts'
import type { Job, JobParts } from '#upkeep/server/jobs/run-job.ts'
import { backupName, chooseExpired } from './backup-names.ts'
import { createBackup } from './create-backup.ts'
import { listBackups } from './find-backups.ts'

export interface BackupParts extends JobParts {
  readonly databaseUrl: string
  readonly storage: Pick<Storage, 'files'>
  /** Folder of the backups. */
  readonly folder: string
}

/** Held while a backup is made. */
export const BACKUP_LOCK = 'backup'
/** Names in the table `jobs`. They differ, so that a backup by an admin does not postpone the daily one. */
export const JOBS = { daily: 'backup', 'by-hand': 'backup-by-hand' } as const

const LABELS = { daily: 'daily backup', 'by-hand': 'backup by hand' } as const

/** Makes a backup, then deletes expired ones. */
export const backupJob = ({ databaseUrl, storage, folder, now }: BackupParts, occasion: keyof typeof JOBS): Job => ({
  name: JOBS[occasion],
  lock: BACKUP_LOCK,
  label: LABELS[occasion],
  async work(begun, signal) {
    const name = backupName(occasion, begun)
    // A second request within the same second: the first one has made it.
    if ((await listBackups(folder, begun)).some((backup) => backup.name === name)) return { result: name, facts: {} }
    const { bytes, manifest } = await createBackup({ databaseUrl, files: storage.files, path: join(folder, name), now, signal })
    await removeExpired(folder, begun)
    return { result: name, facts: { bytes, files: manifest.files?.count, missing: manifest.files?.missing.length ?? 0 } }
  },
  toProblem: (error) => (error as Error).message,
})

/** Deletes expired backups. Call only after a new one is safe. */
export async function removeExpired(folder: string, now: number): Promise<void> {
  for (const name of chooseExpired(await readdir(folder), now)) await rm(join(folder, name), { force: true })
}
