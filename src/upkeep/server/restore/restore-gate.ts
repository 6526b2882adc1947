import type { Database } from '#platform/database/database.ts'
import type { Locks } from '#platform/database/lock.ts'
import type { Logger } from '#platform/process/logger.ts'
import { noteStopped, readRestore, RESTORE_LOCK } from './restore.store.ts'

interface Parts {
  readonly db: Database
  readonly locks: Pick<Locks, 'tryLock'>
  readonly logger: Logger
  readonly now: () => number
}

/** Whether a backup is taking the place of the blog, in any process. */
export interface RestoreGate {
  readonly isClosed: () => boolean
  /** Closes it at once; it opens when the database says that the restore has ended. */
  readonly shut: () => void
  readonly check: () => Promise<void>
  readonly close: () => void
}

const EVERY_MS = 1000

/** Every process reads one row each second: a restore begins when all of them have had the time to see it. */
export function openRestoreGate(parts: Parts): RestoreGate {
  let isClosed = false
  let isChecking = false

  async function check(): Promise<void> {
    const stored = await readRestore(parts.db)
    if (stored.phase === 'restoring' && !(await endIfDead(parts))) isClosed = true
    else isClosed = false
  }

  const timer = setInterval(() => {
    if (isChecking) return
    isChecking = true
    // While the database does not respond, nothing changes.
    void check()
      .catch((error: unknown) => parts.logger.debug({ err: error }, 'state of a restore not read'))
      .finally(() => (isChecking = false))
  }, EVERY_MS).unref()
  return { isClosed: () => isClosed, shut: () => void (isClosed = true), check, close: () => clearInterval(timer) }
}

/** How long a restore waits until every process has seen that it begins, and has finished its requests. */
export const GATE_WAIT_MS = 2 * EVERY_MS

/** Notes that nothing runs any more where the process that ran it has died. @returns whether it is so */
export async function endIfDead({ db, locks, now }: Omit<Parts, 'logger'>): Promise<boolean> {
  const lock = await locks.tryLock(RESTORE_LOCK)
  if (!lock) return false
  try {
    const stored = await readRestore(db)
    if (stored.phase === 'checking' || stored.phase === 'restoring') await noteStopped(db, stored, now())
    return true
  } finally {
    await lock.release()
  }
}
