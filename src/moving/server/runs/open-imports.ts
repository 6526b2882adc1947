import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportProgress } from '#moving/contract/imports.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { listActive, markBegun, markDead, markEnded, saveProgress } from './imports.store.ts'
import type { Lock, Locks } from '#platform/database/lock.ts'
import type { ImportFileParts } from './run-import.ts'

interface OpenImportsParts extends ImportFileParts {
  readonly locks: Pick<Locks, 'tryLock'>
  /** Aborted when the process ends; stops a running import. */
  readonly ending: AbortSignal
  /** Interval at which progress is written and a request to stop is read. */
  readonly everyMs?: number
}

export interface OpenImports extends Imports {
  /** Waits at most `STOP_WAIT_MS` for the current post. A later run imports the rest. */
  readonly close: () => Promise<void>
}

/** Held while an export is read or imported. */
const IMPORT_LOCK = 'import'
/** Another process may hold the lock briefly in `noteDead`. */
const LOCK_WAIT_MS = 500
const EVERY_MS = 1000
const STOP_WAIT_MS = 5000

interface Running {
  readonly id: string
  readonly stop: AbortController
  progress: ImportProgress | null
}

/** Runs imports of uploaded exports, one at a time across all processes that share the database. */
export function openImports(parts: OpenImportsParts): OpenImports {
  const { db, locks, now, logger, ending } = parts
  let current: Promise<void> = Promise.resolve()
  let running: Running | null = null

  async function begin(id: string, what: 'check' | 'run'): Promise<void> {
    const lock = await locks.tryLock(IMPORT_LOCK, { waitMs: LOCK_WAIT_MS })
    if (!lock) throw new AppError('conflict', 'Another import is running. Please wait until it has ended.')
    try {
      const isBegun = await markBegun(db, id, { state: what === 'check' ? 'checking' : 'running', now: now() })
      if (!isBegun) throw new AppError('conflict', 'This import is running already.')
    } catch (error) {
      await lock.release()
      throw error
    }
    const work: Running = { id, stop: new AbortController(), progress: null }
    running = work
    current = workOn(work, { what, lock })
      .catch((error: unknown) => logger.error({ err: error, import: id }, 'result of an import not saved'))
      .finally(() => {
        if (running === work) running = null
        return lock.release()
      })
  }

  async function workOn(work: Running, { what, lock }: { what: 'check' | 'run'; lock: Lock }): Promise<void> {
    const stop = () => work.stop.abort()
    ending.addEventListener('abort', stop)
    if (ending.aborted) stop()
    void lock.lost.then(stop)
    const timer = setInterval(() => void tick(parts, work), parts.everyMs ?? EVERY_MS)
    try {
      const onProgress = (progress: ImportProgress) => (work.progress = progress)
      // Loaded on demand, to save time at the start, and memory of blogs that import nothing.
      const { runImport } = await import('./run-import.ts')
      const outcome = await runImport(parts, { id: work.id, what, signal: work.stop.signal, onProgress })
      await markEnded(db, work.id, { ...outcome, progress: work.progress, now: now() })
    } finally {
      clearInterval(timer)
      ending.removeEventListener('abort', stop)
    }
  }

  return {
    begin,
    stop: (id) => {
      if (running?.id === id) running.stop.abort()
    },
    noteDead: () => noteDead(parts),
    close: () => Promise.race([current, sleep(STOP_WAIT_MS, undefined, { ref: false })]),
  }
}

/** Ignores database errors: the next tick tries again. */
async function tick({ db, now, logger }: OpenImportsParts, { id, stop, progress }: Running): Promise<void> {
  try {
    if (!(await saveProgress(db, id, { progress, now: now() }))) stop.abort()
  } catch (error) {
    logger.debug({ err: error }, 'progress of an import not saved')
  }
}

async function noteDead({ db, locks }: OpenImportsParts): Promise<void> {
  const active = await listActive(db)
  if (active.length === 0) return
  const lock = await locks.tryLock(IMPORT_LOCK)
  if (!lock) return
  try {
    for (const row of active) await markDead(db, row)
  } finally {
    await lock.release()
  }
}

/** Checks and runs uploaded exports, one at a time across all processes. */
export interface Imports {
  /** Starts in the background. @throws conflict while another import is running */
  readonly begin: (id: string, what: 'check' | 'run') => Promise<void>
  /** Stops the import at once if it runs in this process. Other processes read the request to stop from the row. */
  readonly stop: (id: string) => void
  /** Marks imports as ended whose process has died. */
  readonly noteDead: () => Promise<void>
}
