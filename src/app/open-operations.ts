import {
  alarmAdmins,
  backUpIfDue,
  type BackupParts,
  copyIfDue,
  openBackups,
  openOffSite,
  openRestore,
  removeOldCopy,
  startBackupClock,
  type Operations,
} from '#operations/server/index.ts'
import { CLOSED_OUTBOX, type Outbox } from '#platform/mail/outbox.ts'
import type { ChildProcesses } from '#platform/process/child-processes.ts'
import type { Config } from '#platform/process/config.ts'
import { readBlogVersion } from '#platform/process/project-folder.ts'
import type { WhenServing } from './schedule.ts'

interface Parts extends Omit<BackupParts, 'databaseUrl' | 'folder'> {
  readonly config: Config
  /** Closes what is opened. */
  readonly parts: AsyncDisposableStack
  readonly ending: AbortSignal
  readonly outbox?: Outbox
  readonly whenServing: WhenServing
  readonly processes: ChildProcesses
}

/** Starts daily backups and backups on request, and opens the information about this installation for the dashboard. */
export async function openOperations({ config, outbox, whenServing, parts, ending, processes, ...sources }: Parts): Promise<Operations> {
  const { backup, databaseUrl, storage, dataDir, publicUrl, logLevel } = config
  const from = { ...sources, databaseUrl, folder: backup.folder, setting: backup.place }
  const backups = openBackups({ ...from, ending })
  parts.defer(backups.close)
  const offSite = openOffSite({ ...from, ending })
  parts.defer(offSite.close)
  const restore = openRestore({ ...from, processes, settings: { databaseUrl, storage, dataDir, publicUrl, logLevel }, ending })
  const alarm = () => alarmAdmins({ ...from, outbox: outbox ?? CLOSED_OUTBOX })
  whenServing(() => startBackupClock([() => backUpIfDue(from, ending), () => copyIfDue(from, ending), () => removeOldCopy(from), alarm]))
  return {
    backups,
    offSite,
    restore,
    backupRules: { setting: backup.place },
    mail: config.mail && { host: new URL(config.mail.smtpUrl).host, from: config.mail.from },
    version: await readBlogVersion(),
    storage: storage.type === 's3' ? 'bucket' : 'folder',
    startedAt: sources.now(),
  }
}
