import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { newestFirst } from './backup-age.ts'
import { type NamedBackup, readBackupName } from './backup-names.ts'

export interface StoredBackup extends NamedBackup {
  readonly bytes: number
  /** False for backups before an upgrade, which contain rows only. */
  readonly hasPictures: boolean
}

/** Lists the complete backups in a folder of this machine, newest first. */
export async function listBackups(folder: string, now: number): Promise<StoredBackup[]> {
  const named = (await readdir(folder).catch((): string[] => [])).flatMap((name) => readBackupName(name) ?? [])
  const backups = await Promise.all(
    named.map(async (backup) => {
      const file = await stat(join(folder, backup.name)).catch(() => null)
      return file?.isFile() ? [{ ...backup, bytes: file.size, hasPictures: backup.occasion !== 'before-upgrade' }] : []
    }),
  )
  return newestFirst(backups.flat(), now)
}

/** Finds the newest backup with pictures. */
export const findNewestBackup = async (folder: string, now: number): Promise<StoredBackup | undefined> =>
  (await listBackups(folder, now)).find(({ hasPictures }) => hasPictures)
