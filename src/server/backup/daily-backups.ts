import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Locks } from '#server/platform/database/lock.ts'
import type { Logger } from '#server/platform/logger.ts'
import type { Storage } from '#server/features/files/open-storage.ts'
import { backupName, chooseExpired } from './backup-names.ts'
import { createBackup, sizeText } from './create-backup.ts'
import { isEmptyBlog } from './is-empty-blog.ts'

export interface DailyBackupParts {
  readonly db: Database
  readonly databaseUrl: string
  readonly locks: Locks
  readonly storage: Pick<Storage, 'files'>
  /** Where backups go. */
  readonly folder: string
  readonly logger: Logger
  readonly now: () => number
}

/** Result of the last backup of any process; null for never. Times are milliseconds since 1970. */
export interface LastBackup {
  readonly succeededAt: number | null
  /** Name of its file. */
  readonly result: string | null
  readonly failedAt: number | null
  readonly problem: string | null
}

const JOB = 'backup'
const FIRST_CHECK_MS = MINUTE_MS
const CHECK_EVERY_MS = 10 * MINUTE_MS
const RETRY_MS = HOUR_MS
/** A bucket that does not respond must not keep the blog from stopping; the next backup tidies up. */
const STOP_WAIT_MS = 2000
/** A time this far ahead of the clock was written by a clock that was wrong. */
const CLOCK_SLACK_MS = HOUR_MS

/**
 * Checks now and then whether a day has passed.
 * @param ending aborts a running backup
 * @returns what stops the checks, and waits a little for the running backup to end
 */
export function startDailyBackups(parts: DailyBackupParts, ending: AbortSignal): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const check = () => {
    running = backUpIfDue(parts, ending)
    timer = setTimeout(() => void running.then(check), CHECK_EVERY_MS).unref()
  }
  let timer = setTimeout(check, FIRST_CHECK_MS).unref()
  return async () => {
    clearTimeout(timer)
    await Promise.race([running, sleep(STOP_WAIT_MS, undefined, { ref: false })])
  }
}

/**
 * Makes the daily backup where it is due and no other process makes it. Never throws: a failure is logged, stored for
 * {@link lastBackup}, and tried again an hour later.
 */
export async function backUpIfDue(parts: DailyBackupParts, signal?: AbortSignal): Promise<void> {
  const { db, locks, logger, now } = parts
  try {
    if (signal?.aborted === true || !isDue(await lastBackup(db), now()) || (await isEmptyBlog(db))) return
    await locks.withLock(JOB, async () => {
      // Another process may have finished it a moment ago.
      if (isDue(await lastBackup(db), now())) await backUp(parts, signal)
    })
  } catch (error) {
    logger.error({ err: error }, 'the daily backup could not start')
  }
}

export async function lastBackup(db: Database): Promise<LastBackup> {
  const row = await db.selectFrom('jobs').selectAll().where('name', '=', JOB).executeTakeFirst()
  const { succeeded_at: succeededAt = null, result = null, failed_at: failedAt = null, problem = null } = row ?? {}
  return { succeededAt, result, failedAt, problem }
}

function isDue({ succeededAt, failedAt }: LastBackup, now: number): boolean {
  const hasPassed = (since: number | null, ms: number) => since === null || now - since >= ms || since - now > CLOCK_SLACK_MS
  return hasPassed(succeededAt, DAY_MS) && hasPassed(failedAt, RETRY_MS)
}

async function backUp({ db, databaseUrl, storage, folder, logger, now }: DailyBackupParts, signal?: AbortSignal): Promise<void> {
  const begun = now()
  const name = backupName('daily', begun)
  try {
    const { bytes, manifest } = await createBackup({ databaseUrl, files: storage.files, path: join(folder, name), now, signal })
    await removeExpired(folder)
    await noteOutcome(db, { succeeded_at: begun, result: name, failed_at: null, problem: null })
    const missing = manifest.files?.missing.length ?? 0
    logger.info(
      { backup: name, bytes, files: manifest.files?.count, missing, ms: now() - begun },
      `the daily backup was made (${sizeText(bytes)})`,
    )
  } catch (error) {
    if (signal?.aborted === true) {
      logger.info('the daily backup was stopped with the blog; it is made when the blog runs again')
      return
    }
    logger.error({ err: error }, 'the daily backup failed; it will be tried again in an hour')
    await noteOutcome(db, { failed_at: begun, problem: (error as Error).message })
  }
}

async function noteOutcome(
  db: Database,
  outcome: { succeeded_at?: number; result?: string; failed_at: number | null; problem: string | null },
) {
  await db
    .insertInto('jobs')
    .values({ name: JOB, succeeded_at: null, result: null, ...outcome })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(outcome))
    .execute()
}

/** Only after a new one is safe. */
export async function removeExpired(folder: string): Promise<void> {
  for (const name of chooseExpired(await readdir(folder))) await rm(join(folder, name), { force: true })
}
