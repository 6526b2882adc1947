import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '#media/server/index.ts'
import type { Job, JobParts } from '#operations/server/jobs/run-job.ts'
import { backupName, chooseExpired } from './backup-names.ts'
import { createBackup, saysNoRoom } from './create-backup.ts'
import { listBackups } from './find-backups.ts'

export interface BackupParts extends JobParts {
  readonly databaseUrl: string
  readonly storage: Pick<Storage, 'files'>
  /** Folder of the backups. */
  readonly folder: string
}

/** Name of the job, and of the lock that is held while a backup is made. */
export const BACKUP_JOB = 'backup'

/** Makes a backup, then deletes expired ones. One that an admin requests is that of the day. */
export const backupJob = ({ databaseUrl, storage, folder, now }: BackupParts, occasion: 'daily' | 'by-hand'): Job => ({
  name: BACKUP_JOB,
  lock: BACKUP_JOB,
  label: occasion === 'daily' ? 'daily backup' : 'backup by hand',
  async work(begun, signal) {
    const name = backupName(occasion, begun)
    // A second request within the same second: the first one has made it.
    if ((await listBackups(folder, begun)).some((backup) => backup.name === name)) return { result: name, facts: { name } }
    const { bytes, manifest, missing } = await createBackup({ databaseUrl, files: storage.files, path: join(folder, name), now, signal })
    await removeExpired(folder, begun)
    return { result: name, facts: { name, bytes, files: manifest.files?.count, missing } }
  },
  toProblem,
})

/** In words for admins: the message itself is for the operator, and may contain a path. */
function toProblem(error: unknown): string {
  const { message } = error as Error
  if (saysNoRoom(message)) return 'There is not enough room for it on the disk.'
  return /(?:EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENOENT): /.test(message)
    ? 'Its folder cannot be written to.'
    : 'The log of the blog says why.'
}

/** Deletes expired backups. Call only after a new one is safe. */
export async function removeExpired(folder: string, now: number): Promise<void> {
  for (const name of chooseExpired(await readdir(folder), now)) await rm(join(folder, name), { force: true })
}
