import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Lock, Locks } from '#platform/database/lock.ts'
import type { ChildProcesses } from '#platform/process/child-processes.ts'
import type { Logger } from '#platform/process/logger.ts'
import { programAt } from '#platform/process/project-folder.ts'
import type { ImportNews, ImportOrder, ImportRequest } from './import-process.ts'
import { type Ending, type StartChoices, DIED, hasActive, IMPORT_LOCK, markBegun, markEnded, noteDead } from './imports.store.ts'

interface OpenImportsParts {
  readonly db: Database
  readonly locks: Pick<Locks, 'tryLock'>
  readonly processes: ChildProcesses
  readonly settings: Omit<ImportOrder, 'id' | 'what' | 'passedOver' | 'everyMs'>
  readonly logger: Logger
  readonly now: () => number
  /** Aborted when the process ends; stops a running import. */
  readonly ending: AbortSignal
  readonly everyMs?: number
  /** Longest time for one item without a pause. */
  readonly itemMs?: number
}

export interface OpenImports extends Imports {
  /** Waits at most `STOP_WAIT_MS` for the current post. A later run imports the rest. */
  readonly close: () => Promise<void>
}

/** Another process may hold the lock briefly in `noteDead`. */
const LOCK_WAIT_MS = 500
/** A process saves the result before it exits, which takes seconds at its low priority on a busy machine. */
const EXIT_WAIT_MS = 30_000
const EVERY_MS = 1000
const STOP_WAIT_MS = 5000

/** A machine that is busy gives its process seconds of this, at its low priority. */
const ITEM_MS = 180_000
/** Texts are read one after the other. Together with pictures it stays below the limit of `compose.yaml`. */
const HEAP_MB = 384
/** An export with more items that end the process is not imported further. */
const PASSED_OVER_MAX = 5

const MODULE = programAt('src/import-export/server/runs/import-process.ts')

const FAILED = 'This file takes too long to read, or too much memory. What has come so far is here.'

interface Running {
  readonly id: string
  readonly what: 'check' | 'run'
  /** The blog stops, or has lost its lock. */
  isEnding: boolean
  child: ChildProcess | null
}

/** Runs imports of uploaded exports in a child process, one at a time across all processes that share the database. */
export function openImports(parts: OpenImportsParts): OpenImports {
  const { db, locks, now, logger, ending } = parts
  let current: Promise<void> = Promise.resolve()

  async function begin(id: string, choices?: StartChoices): Promise<void> {
    const waitMs = (await hasActive(db)) ? LOCK_WAIT_MS : EXIT_WAIT_MS
    const lock = await locks.tryLock(IMPORT_LOCK, { waitMs })
    if (!lock) throw new AppError('conflict', 'Another import is running. Please wait until it has ended.')
    const what = choices ? 'run' : 'check'
    try {
      const isBegun = await markBegun(db, id, { state: what === 'check' ? 'checking' : 'running', now: now(), choices })
      if (!isBegun) throw new AppError('conflict', 'This import is running already.')
    } catch (error) {
      await lock.release()
      throw error
    }
    const work: Running = { id, what, isEnding: false, child: null }
    current = workOn(work, lock)
      .catch((error: unknown) => logger.error({ err: error, import: id }, 'result of an import not saved'))
      .finally(() => lock.release())
  }

  async function workOn(work: Running, lock: Lock): Promise<void> {
    const end = () => {
      work.isEnding = true
      request(work.child, 'end')
    }
    ending.addEventListener('abort', end)
    if (ending.aborted) end()
    void lock.lost.then(end)
    try {
      const outcome = await runInProcesses(parts, work)
      if (outcome) await markEnded(db, work.id, { ...outcome, progress: null, now: now() })
    } finally {
      ending.removeEventListener('abort', end)
    }
  }

  return {
    begin,
    noteDead: () => endDead(parts),
    close: () => Promise.race([current, sleep(STOP_WAIT_MS, undefined, { ref: false })]),
  }
}

/** Starts another process when one ends at an item, which is then skipped. @returns the outcome, unless a process has saved it */
async function runInProcesses(parts: OpenImportsParts, work: Running): Promise<Omit<Ending, 'progress'> | undefined> {
  const passedOver: string[] = []
  while (!work.isEnding) {
    const { isDone, item } = await runInProcess(parts, work, passedOver)
    if (isDone) return undefined
    parts.logger.warn({ import: work.id, item, passedOver: passedOver.length }, 'import process ended early')
    if (!work.isEnding && (item === null || passedOver.length >= PASSED_OVER_MAX)) return { state: 'failed', message: FAILED }
    if (item !== null) passedOver.push(item)
  }
  return { state: work.what === 'check' ? 'received' : 'stopped', message: DIED }
}

async function runInProcess(
  { processes, settings, everyMs = EVERY_MS, itemMs = ITEM_MS }: OpenImportsParts,
  work: Running,
  passedOver: ImportOrder['passedOver'],
): Promise<{ isDone: boolean; item: string | null }> {
  const child = processes.start({
    module: MODULE,
    niceness: 10,
    env: process.env,
    output: 'inherit',
    heapMb: HEAP_MB,
    silenceMs: itemMs,
  })
  const state = { isDone: false, item: null as string | null }
  child.on('message', (news: ImportNews) => {
    if ('isDone' in news) state.isDone = true
    else if ('item' in news) state.item = news.item
  })
  const ended = once(child, 'exit')
  request(child, { order: { ...settings, everyMs, id: work.id, what: work.what, passedOver } })
  work.child = child
  await ended
  work.child = null
  return state
}

/** A process that has just ended gets no message; its exit is handled. */
const request = (child: ChildProcess | null, message: ImportRequest) => void child?.send(message, () => {})

async function endDead({ db, locks }: OpenImportsParts): Promise<void> {
  if (!(await hasActive(db))) return
  const lock = await locks.tryLock(IMPORT_LOCK)
  if (!lock) return
  try {
    await noteDead(db)
  } finally {
    await lock.release()
  }
}

/** Checks and runs uploaded exports, one at a time across all processes. */
export interface Imports {
  /** Starts a run in the background; without choices it only reads the file. @throws conflict while another import is running */
  readonly begin: (id: string, choices?: StartChoices) => Promise<void>
  /** Marks imports as ended whose process has died. */
  readonly noteDead: () => Promise<void>
}
