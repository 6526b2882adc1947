import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { hasPassed } from './backup-age.ts'
import { isEmptyBlog } from './is-empty-blog.ts'
import { BACKUP_LOCK, type BackupParts, JOBS, runBackup } from './run-backup.ts'

/** Result of the last daily backup of any process; null if there was none. Times are milliseconds since 1970. */
export interface LastBackup {
  readonly succeededAt: number | null
  /** Name of its file. */
  readonly result: string | null
  readonly failedAt: number | null
  readonly problem: string | null
}

const FIRST_CHECK_MS = MINUTE_MS
const CHECK_EVERY_MS = 10 * MINUTE_MS
const RETRY_MS = HOUR_MS
/** Limits the wait for a running backup: a bucket that does not respond must not delay the stop. The next backup cleans up. */
const STOP_WAIT_MS = 2000

/**
 * Checks regularly whether a backup, its copy or a mail about them is due.
 * @param steps run one after the other; none of them throws
 * @returns a function that stops the checks, and waits a little for the running step to end
 */
export function startBackupClock(steps: readonly (() => Promise<void>)[]): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const check = () => {
    running = steps.reduce((before, step) => before.then(step), Promise.resolve())
    timer = setTimeout(() => void running.then(check), CHECK_EVERY_MS).unref()
  }
  let timer = setTimeout(check, FIRST_CHECK_MS).unref()
  return async () => {
    clearTimeout(timer)
    await Promise.race([running, sleep(STOP_WAIT_MS, undefined, { ref: false })])
  }
}

/**
 * Makes the daily backup if it is due and no other process is making it. Never throws: a failure is logged, stored for
 * {@link lastBackup}, and retried an hour later.
 */
export async function backUpIfDue(parts: BackupParts, signal?: AbortSignal): Promise<void> {
  const { db, locks, logger, now } = parts
  try {
    if (signal?.aborted === true || !isDue(await lastBackup(db), now()) || (await isEmptyBlog(db))) return
    await locks.withLock(BACKUP_LOCK, async () => {
      // Another process may have finished the backup a moment ago.
      if (isDue(await lastBackup(db), now())) await runBackup(parts, 'daily', { signal })
    })
  } catch (error) {
    logger.error({ err: error }, 'the daily backup could not start')
  }
}

export async function lastBackup(db: Database): Promise<LastBackup> {
  const row = await db.selectFrom('jobs').selectAll().where('name', '=', JOBS.daily).executeTakeFirst()
  const { succeeded_at: succeededAt = null, result = null, failed_at: failedAt = null, problem = null } = row ?? {}
  return { succeededAt, result, failedAt, problem }
}

const isDue = ({ succeededAt, failedAt }: LastBackup, now: number): boolean =>
  hasPassed(succeededAt, DAY_MS, now) && hasPassed(failedAt, RETRY_MS, now)
