import { DAY_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { runIfDue, waitBriefly } from '#upkeep/server/jobs/run-job.ts'
import { hasPassed } from './backup-age.ts'
import { isEmptyBlog } from './is-empty-blog.ts'
import { backupJob, type BackupParts } from './run-backup.ts'

const FIRST_CHECK_MS = MINUTE_MS
const CHECK_EVERY_MS = 10 * MINUTE_MS

/**
 * Checks regularly whether a backup, its copy or a mail about them is due.
 * @param steps run one after the other; none of them throws
 * @returns a function that stops the checks, and waits a little for the running step to end
 */
export function startBackupClock(steps: readonly (() => Promise<void>)[]): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const check = () => {
    running = steps.reduce((before, step) => before.then(step), Promise.resolve())
    timer = setTimeout(() => void running.then(check), CHECK_EVERY_MS).unref()
  }
  let timer = setTimeout(check, FIRST_CHECK_MS).unref()
  return async () => {
    clearTimeout(timer)
    await waitBriefly(running)
  }
}

/** Makes the daily backup if it is due. Never throws. */
export const backUpIfDue = (parts: BackupParts, signal?: AbortSignal): Promise<void> =>
  runIfDue(parts, backupJob(parts, 'daily'), {
    isDue: async (stored) => hasPassed(stored?.succeeded_at ?? null, DAY_MS, parts.now()) && !(await isEmptyBlog(parts.db)),
    signal,
  })
