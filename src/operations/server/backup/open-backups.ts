import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { BackupsState, KeptBackup } from '#operations/contract/operations.endpoints.ts'
import { openJob, readJobState } from '#operations/server/jobs/run-job.ts'
import { listBackups, type StoredBackup } from './find-backups.ts'
import { BACKUP_JOB, backupJob, type BackupParts } from './run-backup.ts'
import type { FileOutput } from '#platform/contract/endpoint.ts'
import { toIso } from '#platform/contract/format-date.ts'

interface OpenBackupsParts extends BackupParts {
  /** Aborts a running backup. */
  readonly ending: AbortSignal
}

export interface OpenBackups extends Backups {
  /** Waits briefly for a backup of this process. The next backup removes its leftovers. */
  readonly close: () => Promise<void>
}

/** Opens the backups of the dashboard. `startBackupClock` makes the daily ones. */
export function openBackups(parts: OpenBackupsParts): OpenBackups {
  const { folder, ending } = parts
  const { begin, close } = openJob(parts, backupJob(parts, 'by-hand'), ending)
  const list = async () => (await listBackups(folder, parts.now())).map(toKeptBackup)

  return {
    begin,
    async state() {
      const [{ running, failure }, backups] = await Promise.all([readJobState(parts, { name: BACKUP_JOB, lock: BACKUP_JOB }), list()])
      return { running, failure, backups }
    },
    find: async (id) => (await list()).find(({ _id }) => _id === id),
    fileOf: ({ name, bytes }) => ({
      name,
      type: 'application/x-tar',
      bytes,
      // Read no further than the client, and no more bytes than were announced.
      open: () =>
        Readable.toWeb(createReadStream(join(folder, name), { end: Math.max(0, bytes - 1) }), {
          strategy: { highWaterMark: 0 },
        }) as ReadableStream,
    }),
    close,
  }
}

/** Ids of the API are in lower case. */
const idOf = (name: string) => name.slice('kindred-'.length, -'.tar'.length).toLowerCase()

const toKeptBackup = ({ createdAt, ...backup }: StoredBackup): KeptBackup => ({
  ...backup,
  _id: idOf(backup.name),
  createdAt: toIso(createdAt),
})

/** Backups of this installation, for the dashboard. */
export interface Backups {
  readonly state: () => Promise<BackupsState>
  /** Starts a backup in the background, unless one is running in any process. */
  readonly begin: () => Promise<void>
  /** @returns undefined where no backup has this id */
  readonly find: (id: string) => Promise<KeptBackup | undefined>
  readonly fileOf: (backup: KeptBackup) => FileOutput
}
