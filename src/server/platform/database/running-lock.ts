import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#contract/errors.ts'
import type { Logger } from '#server/platform/logger.ts'
import { type NamedLock, takeLock } from './named-lock.ts'

/** How long a start waits for a restore that is just ending. */
const START_WAIT_MS = 3000
const RETAKE_MS = 1000

const lockOf = (databaseUrl: string) => ({ databaseUrl, name: 'running' })

/**
 * Says to all processes: a blog is serving this database. Taken anew by itself when the database was away.
 * @returns what ends it
 * @throws conflict while a backup is being restored into it
 */
export async function holdRunningLock({ databaseUrl, logger }: { databaseUrl: string; logger: Logger }): Promise<() => Promise<void>> {
  const order = { ...lockOf(databaseUrl), mode: 'shared', waitMs: START_WAIT_MS } as const
  const first = await takeLock(order)
  if (!first) throw new AppError('conflict', 'A backup is being restored into this database. Please start the blog when that is done.')
  let current: NamedLock = first
  const ending = new AbortController()
  const keep = async () => {
    for (;;) {
      await current.lost
      if (ending.signal.aborted) return
      logger.warn('the connection that says that this blog is running was lost; it will be made anew')
      const next = await retake(order, ending.signal)
      if (!next) return
      current = next
    }
  }
  void keep()
  return async () => {
    ending.abort()
    await current.release().catch(() => {})
  }
}

async function retake(order: Parameters<typeof takeLock>[0], signal: AbortSignal): Promise<NamedLock | undefined> {
  for (;;) {
    await sleep(RETAKE_MS, undefined, { ref: false })
    if (signal.aborted) return undefined
    const lock = await takeLock(order).catch(() => undefined)
    if (!lock) continue
    if (!signal.aborted) return lock
    await lock.release()
    return undefined
  }
}

/** Keeps every blog from starting on this database. @throws conflict while one is running */
export async function requireNothingRuns(databaseUrl: string): Promise<NamedLock> {
  const lock = await takeLock({ ...lockOf(databaseUrl), mode: 'alone' })
  if (lock) return lock
  throw new AppError('conflict', 'The blog is running on this database. Please stop it first (every process of it); nothing was changed.')
}
