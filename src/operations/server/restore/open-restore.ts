import { once } from 'node:events'
import { z } from 'zod'
import { AppError } from '#platform/contract/errors.ts'
import type { ChildProcesses } from '#platform/process/child-processes.ts'
import { programAt } from '#platform/process/project-folder.ts'
import { backupReport, type RestoreState } from '#operations/contract/restore.endpoints.ts'
import { type Job, type JobParts, openJob, readJobState } from '#operations/server/jobs/run-job.ts'
import type { RestoreOrder, RestoreReply } from './restore-process.ts'

type BegunOrder = Pick<RestoreOrder, 'chosen' | 'isReplacing'>

interface Parts extends JobParts {
  readonly processes: ChildProcesses
  readonly settings: Omit<RestoreOrder, keyof BegunOrder>
  /** Aborts it. */
  readonly ending: AbortSignal
}

/** Puts a backup in place of a new blog, for the dashboard. One at a time across all processes. */
export interface Restore {
  readonly state: () => Promise<Pick<RestoreState, 'running' | 'checked' | 'failure'>>
  /** Reads a backup in the background, or puts it in place, unless one is being read. */
  readonly begin: (order: BegunOrder) => Promise<void>
}

const MODULE = programAt('src/operations/server/restore/restore-process.ts')
/** Rows and small files are in memory part by part, larger files are streamed. */
const HEAP_MB = 512
const NAME = 'restore'

const checked = z.object({ id: z.string(), report: backupReport })

export function openRestore(parts: Parts): Restore {
  return {
    async state() {
      const { running, failure, stored } = await readJobState(parts, { name: NAME, lock: NAME })
      const isChecked = running === null && failure === null && stored?.result != null
      return { running, failure: failure?.message ?? null, checked: isChecked ? checked.parse(JSON.parse(stored.result ?? '')) : null }
    },
    begin: (order) => openJob(parts, restoreJob(parts, order), parts.ending).begin(),
  }
}

const restoreJob = ({ processes, settings }: Parts, order: BegunOrder): Job => ({
  name: NAME,
  lock: NAME,
  label: order.isReplacing ? 'restore of a backup' : 'check of a backup',
  async work() {
    // The rows are unpacked into a file without a name in the data folder.
    const env = { ...process.env, SQLITE_TMPDIR: settings.dataDir }
    const child = processes.start({ module: MODULE, niceness: 5, env, output: 'inherit', heapMb: HEAP_MB })
    const problem = 'It ended too early; the log of the blog says why. Nothing was changed.'
    const ended = once(child, 'exit').then((): [RestoreReply] => [{ code: 'unavailable', problem }])
    child.send({ ...settings, ...order } satisfies RestoreOrder, () => {})
    const [reply] = (await Promise.race([once(child, 'message'), ended])) as [RestoreReply]
    await ended
    if ('problem' in reply) throw new AppError(reply.code, reply.problem)
    return { result: JSON.stringify({ id: order.chosen.id, report: reply.report }), facts: { of: reply.report.createdAt } }
  },
  toProblem: (error) => (error as Error).message,
})
