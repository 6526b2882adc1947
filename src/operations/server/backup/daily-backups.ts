import { DAY_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { runIfDue, waitBriefly } from '#operations/server/jobs/run-job.ts'
import { hasPassed } from './backup-age.ts'
import { isEmptyBlog } from './is-empty-blog.ts'
import { backupJob, type BackupParts } from './run-backup.ts'

const FIRST_CHECK_MS = MINUTE_MS
const CHECK_EVERY_MS = 10 * MINUTE_MS

/**
 * Checks regularly whether a backup, its copy or a mail about them is due.
 * @param steps each by its own timer, so that the mail does not wait for a backup that hangs; none of them throws
 * @returns a function that stops the checks, and waits a little for running steps to end
 */
export function startBackupClock(steps: readonly (() => Promise<void>)[]): () => Promise<void> {
  const stops = steps.map(startChecks)
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}

function startChecks(step: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  const check = () => void (running ??= step().finally(() => (running = undefined)))
  const timers = [setTimeout(check, FIRST_CHECK_MS).unref(), setInterval(check, CHECK_EVERY_MS).unref()]
  return async () => {
    for (const timer of timers) clearTimeout(timer)
    await waitBriefly(running)
  }
}

/** Makes the daily backup if it is due. Never throws. */
export const backUpIfDue = (parts: BackupParts, signal?: AbortSignal): Promise<void> =>
  runIfDue(parts, backupJob(parts, 'daily'), {
    isDue: async (stored) => hasPassed(stored?.succeeded_at ?? null, DAY_MS, parts.now()) && !(await isEmptyBlog(parts.db)),
    signal,
  })
