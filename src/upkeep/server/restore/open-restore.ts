import { once } from 'node:events'
import { z } from 'zod'
import { AppError } from '#platform/contract/errors.ts'
import { toIso } from '#platform/contract/format-date.ts'
import type { ChildProcesses } from '#platform/process/child-processes.ts'
import { projectFolder } from '#platform/process/project-folder.ts'
import { backupReport, type RestoreState } from '#upkeep/contract/restore.endpoints.ts'
import { findJob } from '#upkeep/server/jobs/jobs.store.ts'
import { isRunning, type Job, type JobParts, openJob } from '#upkeep/server/jobs/run-job.ts'
import type { RestoreOrder, RestoreReply } from './restore-process.ts'

interface Parts extends JobParts {
  readonly processes: ChildProcesses
  readonly settings: Omit<RestoreOrder, 'chosen' | 'place' | 'isReplacing'>
  /** Aborts it. */
  readonly ending: AbortSignal
}

/** Puts a backup in place of a new blog, for the dashboard. One at a time across all processes. */
export interface Restore {
  readonly state: () => Promise<Pick<RestoreState, 'running' | 'checked' | 'failure'>>
  /** Reads a backup in the background, or puts it in place, unless one is being read. */
  readonly begin: (order: Pick<RestoreOrder, 'chosen' | 'place' | 'isReplacing'>) => Promise<void>
}

const MODULE = new URL('src/upkeep/server/restore/restore-process.ts', projectFolder)
/** Rows and small files are in memory part by part, larger files are streamed. */
const HEAP_MB = 512
const NAME = 'restore'
const STOPPED = 'The blog was stopped before it had ended. Please choose the backup again.'

const checked = z.object({ id: z.string(), report: backupReport })

export function openRestore(parts: Parts): Restore {
  return {
    async state() {
      const stored = await findJob(parts.db, NAME)
      if (!stored) return { running: null, checked: null, failure: null }
      const { started_at: since, problem, result } = stored
      if (since === null)
        return { running: null, failure: problem, checked: problem === null && result !== null ? checked.parse(JSON.parse(result)) : null }
      const running = (await isRunning(parts, stored, NAME)) ? { since: toIso(since) } : null
      return { running, checked: null, failure: running ? null : STOPPED }
    },
    begin: (order) => openJob(parts, restoreJob(parts, order), parts.ending).begin(),
  }
}

const restoreJob = ({ processes, settings }: Parts, order: Parameters<Restore['begin']>[0]): Job => ({
  name: NAME,
  lock: NAME,
  label: order.isReplacing ? 'restore of a backup' : 'check of a backup',
  async work() {
    // The rows are unpacked into a file without a name in the data folder.
    const env = { ...process.env, SQLITE_TMPDIR: settings.dataDir }
    const { process: child } = processes.start({ kind: 'restore', module: MODULE, env, output: 'inherit', heapMb: HEAP_MB })
    const ended = once(child, 'exit').then((): [RestoreReply] => [{ problem: STOPPED }])
    child.send({ ...settings, ...order } satisfies RestoreOrder, () => {})
    const [reply] = (await Promise.race([once(child, 'message'), ended])) as [RestoreReply]
    await ended
    if ('problem' in reply) throw new AppError('unavailable', reply.problem)
    return { result: JSON.stringify({ id: order.chosen.id, report: reply.report }), facts: { of: reply.report.createdAt } }
  },
  toProblem: (error) => (error as Error).message,
})
