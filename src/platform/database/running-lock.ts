import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#platform/contract/errors.ts'
import type { Logger } from '#platform/process/logger.ts'
import { type Lock, type Locks, openLocks } from './lock.ts'

/** Shared by every serving process and by commands that may write. */
export const RUNNING_LOCK = 'running'
/** How long a start waits for a restore that is about to end. */
const START_WAIT_MS = 3000
const RETAKE_MS = 1000

/**
 * Holds the lock that every serving process shares and a restore needs exclusively. Retakes it after a lost connection.
 * @returns a function that releases the lock
 * @throws conflict while a backup is being restored
 */
export async function holdRunningLock({ locks, logger }: { locks: Locks; logger: Logger }): Promise<() => Promise<void>> {
  let lock = await locks.tryLock(RUNNING_LOCK, { mode: 'shared', waitMs: START_WAIT_MS })
  if (!lock) throw new AppError('conflict', 'A backup is being restored into this database. Please start the blog when that is done.')
  const ending = new AbortController()
  const keep = async () => {
    while (lock) {
      await lock.lost
      if (ending.signal.aborted) return
      logger.warn('the connection that holds the running lock was lost; reconnecting')
      lock = await retake(locks, ending.signal)
    }
  }
  void keep()
  return async () => {
    ending.abort()
    await lock?.release()
  }
}

async function retake(locks: Locks, signal: AbortSignal): Promise<Lock | undefined> {
  for (;;) {
    await sleep(RETAKE_MS, undefined, { ref: false })
    if (signal.aborted) return undefined
    const lock = await locks.tryLock(RUNNING_LOCK, { mode: 'shared' }).catch(() => undefined)
    if (!lock) continue
    if (!signal.aborted) return lock
    await lock.release()
    return undefined
  }
}

/**
 * Runs a command that may write, beside the blog: meanwhile no restore and no upgrade replaces the data.
 * @throws conflict while one does
 */
export async function withRunningLock<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  await using locks = openLocks(databaseUrl)
  if (await locks.tryLock(RUNNING_LOCK, { mode: 'shared' })) return await work()
  throw new AppError(
    'conflict',
    'A restore or an upgrade is replacing the data of this blog. Please try again when that is done; nothing was changed.',
  )
}

/**
 * Prevents every blog, and every command that may write, from starting on this database.
 * @param waitMs for one that is ending
 * @throws conflict while one is running
 */
export async function requireNothingRuns(locks: Locks, waitMs = 0): Promise<Lock> {
  const lock = await locks.tryLock(RUNNING_LOCK, { waitMs })
  if (lock) return lock
  throw new AppError(
    'conflict',
    'The blog is running on this database. Please stop it first (every process of it, and its commands); nothing was changed.',
  )
}
