import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { BackupsState, KeptBackup } from '#upkeep/contract/upkeep.endpoints.ts'
import type { Database } from '#platform/database/database.ts'
import { openJob } from '#upkeep/server/jobs/run-job.ts'
import { knownTime } from './backup-age.ts'
import { listBackups, type StoredBackup } from './find-backups.ts'
import { saysNoRoom } from './create-backup.ts'
import { BACKUP_LOCK, backupJob, type BackupParts, JOBS } from './run-backup.ts'
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
      const [{ running, failure }, backups] = await Promise.all([readJobs(parts), list()])
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

/** Reads whether a backup is running in any process, and whether the newest attempt failed. */
async function readJobs({ db, locks, now }: BackupParts): Promise<Pick<BackupsState, 'running' | 'failure'>> {
  const listJobs = () => db.selectFrom('jobs').selectAll().where('name', 'in', Object.values(JOBS)).execute()
  const jobs = await listJobs()
  const begun = jobs.find((job) => job.started_at !== null)
  if (begun) {
    const lock = await locks.tryLock(BACKUP_LOCK)
    if (!lock) return { running: { since: toIso(begun.started_at ?? 0) }, failure: null }
    await noteStopped(db, begun).finally(() => lock.release())
  }
  const ended = begun ? await listJobs() : jobs
  const succeededAt = Math.max(...ended.map((job) => knownTime(job.succeeded_at, now()) ?? 0))
  const failed = ended.toSorted((a, b) => (b.failed_at ?? 0) - (a.failed_at ?? 0))[0]
  if (!failed || (failed.failed_at ?? 0) <= succeededAt) return { running: null, failure: null }
  return { running: null, failure: { at: toIso(failed.failed_at ?? 0), message: explain(failed.problem ?? '') } }
}

/** Call while holding {@link BACKUP_LOCK}. Changes nothing if the backup has ended since its row was read. */
async function noteStopped(db: Database, { name, started_at }: { name: string; started_at: number | null }): Promise<void> {
  const change = { started_at: null, failed_at: started_at, problem: STOPPED }
  await db.updateTable('jobs').set(change).where('name', '=', name).where('started_at', '=', started_at).execute()
}

const STOPPED = 'The blog was stopped before it was finished.'

/** Replaces the stored message, which is for the operator and may contain a path. */
function explain(problem: string): string {
  if (problem === STOPPED) return STOPPED
  if (saysNoRoom(problem)) return 'There is not enough room for it on the disk.'
  if (/(?:EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENOENT): /.test(problem)) return 'Its folder cannot be written to.'
  return 'The log of the blog says why.'
}

/** Backups of this installation, for the dashboard. */
export interface Backups {
  readonly state: () => Promise<BackupsState>
  /** Starts a backup in the background, unless one is running in any process. */
  readonly begin: () => Promise<void>
  /** @returns undefined where no backup has this id */
  readonly find: (id: string) => Promise<KeptBackup | undefined>
  readonly fileOf: (backup: KeptBackup) => FileOutput
}
