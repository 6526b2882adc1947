import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, type ErrorCode } from '#platform/contract/errors.ts'
import { toIso } from '#platform/contract/format-date.ts'
import { HOUR_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { Locks } from '#platform/database/lock.ts'
import type { Logger } from '#platform/process/logger.ts'
import { hasPassed } from '#operations/server/backup/backup-age.ts'
import { findJob, noteJob, type StoredJob } from './jobs.store.ts'

export interface JobParts {
  readonly db: Database
  readonly locks: Pick<Locks, 'tryLock' | 'withLock'>
  readonly logger: Logger
  readonly now: () => number
}

/** Work that one process does at a time. Its row in the table `jobs` shows whether it runs, and how it ended. */
export interface Job {
  /** Name of its row. */
  readonly name: string
  /** Held while it runs, so that jobs with the same lock exclude each other. */
  readonly lock: string
  /** Names it in the log. */
  readonly label: string
  readonly work: (begun: number, signal?: AbortSignal) => Promise<JobResult>
  /** What the row says about an error. */
  readonly toProblem: (error: unknown) => string
}

interface JobResult {
  /** For the row, for instance the name of a written file. */
  readonly result: string
  /** For the log. */
  readonly facts: object
}

interface RunOptions {
  readonly signal?: AbortSignal | undefined
  /** Called once the database shows the job as running. */
  readonly onBegin?: () => void
}

const RETRY_MS = HOUR_MS
/** Another process may hold the lock for a moment to probe it. */
const LOCK_WAIT_MS = 500
/** Limits the wait for a running job: a bucket that does not respond must not delay the stop. The next run cleans up. */
const STOP_WAIT_MS = 2000

/** Stores how it ended; an aborted one has neither failed nor succeeded. */
async function runJob(
  { db, begun }: { db: Database; begun: number },
  { name, work, toProblem }: Job,
  { signal, onBegin }: RunOptions,
): Promise<JobResult> {
  await noteJob(db, name, { started_at: begun })
  onBegin?.()
  try {
    const done = await work(begun, signal)
    await noteJob(db, name, { started_at: null, succeeded_at: begun, result: done.result, failed_at: null, problem: null })
    return done
  } catch (error) {
    await noteJob(db, name, {
      started_at: null,
      ...(signal?.aborted === true ? {} : { failed_at: begun, problem: toProblem(error) }),
    })
    throw error
  }
}

/** What a person has chosen cannot be used, which is no fault of the blog. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['bad_request', 'conflict'])

/** Call while holding the lock of the job. Never throws: a failure is logged. */
async function runLogged({ db, logger, now }: JobParts, job: Job, options: RunOptions): Promise<void> {
  const begun = now()
  try {
    const { facts } = await runJob({ db, begun }, job, options)
    logger.info({ ...facts, ms: now() - begun }, `${job.label} done`)
  } catch (error) {
    if (options.signal?.aborted === true) logger.info(`${job.label} stopped with the blog`)
    else if (error instanceof AppError && REFUSALS.has(error.code)) logger.warn({ why: error.message }, `${job.label} refused`)
    else logger.error({ err: error }, `${job.label} failed`)
  }
}

interface DueOptions {
  readonly isDue: (stored: StoredJob | undefined) => Promise<boolean>
  readonly signal?: AbortSignal | undefined
}

/** Runs the job if it is due and no process runs it; after a failure, an hour later. Never throws. */
export async function runIfDue(parts: JobParts, job: Job, { isDue, signal }: DueOptions): Promise<void> {
  const { db, locks, logger, now } = parts
  const mayRun = async () => {
    const stored = await findJob(db, job.name)
    return hasPassed(stored?.failed_at ?? null, RETRY_MS, now()) && (await isDue(stored))
  }
  try {
    if (signal?.aborted === true || !(await mayRun())) return
    await locks.withLock(job.lock, async () => {
      // Another process may have finished it a moment ago.
      if (await mayRun()) await runLogged(parts, job, { signal })
    })
  } catch (error) {
    logger.error({ err: error }, `${job.label} could not start`)
  }
}

/** A job that people start. */
export interface OpenJob {
  /** Starts it in the background unless a process runs it. Resolves once the database shows it. */
  readonly begin: () => Promise<void>
  /** Waits briefly for its end in this process. */
  readonly close: () => Promise<void>
}

/** @param ending aborts the job */
export function openJob(parts: JobParts, job: Job, ending: AbortSignal): OpenJob {
  let ours: Promise<void> = Promise.resolve()
  return {
    async begin() {
      const lock = await parts.locks.tryLock(job.lock, { waitMs: LOCK_WAIT_MS })
      if (!lock) return
      const begun = Promise.withResolvers<void>()
      ours = runLogged(parts, job, { signal: ending, onBegin: begun.resolve }).finally(() => lock.release())
      await Promise.race([begun.promise, ours])
    },
    close: () => waitBriefly(ours),
  }
}

export const waitBriefly = (running: Promise<void> | undefined): Promise<void> =>
  Promise.race([running, sleep(STOP_WAIT_MS, undefined, { ref: false })])

export interface JobState {
  readonly running: { readonly since: string } | null
  /** Set when the last attempt failed, or its process was stopped. */
  readonly failure: { readonly at: string; readonly message: string } | null
  readonly stored: StoredJob | undefined
}

/** Reads whether a job runs in any process, and how the last one ended. */
export async function readJobState(
  { db, locks }: Pick<JobParts, 'db' | 'locks'>,
  { name, lock }: Pick<Job, 'name' | 'lock'>,
): Promise<JobState> {
  const begun = await findJob(db, name)
  if (begun?.started_at == null) return { running: null, failure: failureOf(begun), stored: begun }
  const free = await locks.tryLock(lock)
  if (!free) return { running: { since: toIso(begun.started_at) }, failure: null, stored: begun }
  // It may have ended since its row was read. A killed process has left it as running.
  const stored = await findJob(db, name).finally(() => free.release())
  const isStopped = stored?.started_at != null
  return { running: null, failure: isStopped ? { at: toIso(stored.started_at ?? 0), message: STOPPED } : failureOf(stored), stored }
}

const STOPPED = 'The blog was stopped before it was finished.'

const failureOf = (job: StoredJob | undefined): JobState['failure'] =>
  job?.failed_at == null ? null : { at: toIso(job.failed_at), message: job.problem ?? '' }
