import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { AppError } from '#platform/contract/errors.ts'
import type { PictureKind } from '#media/contract/media-limits.ts'
import { type ChildProcesses, openChildProcesses } from '#platform/process/child-processes.ts'
import type { Logger } from '#platform/process/logger.ts'
import { programAt } from '#platform/process/project-folder.ts'
import type { CleanPicture } from './clean-picture.ts'
import type { PngOrder } from './render-png.ts'
import type { PictureJob, PictureOutcome } from './picture-worker.ts'

/** Cleans pictures in child processes. */
export interface PictureWorkers {
  /** @throws bad_request with the reason when it is no picture; unavailable when too many are queued or the workers were closed */
  readonly clean: (bytes: Uint8Array, kind: PictureKind) => Promise<CleanPicture>
  /** Renders a stored picture or a drawing of the blog as PNG. @throws as `clean` */
  readonly renderPng: (order: PngOrder) => Promise<Uint8Array>
  readonly queue: () => { readonly waiting: number; readonly working: number }
  readonly close: () => void
}

interface PictureWorkersOptions {
  readonly logger?: Logger
  readonly processes?: ChildProcesses
  readonly startWorker?: (processes: ChildProcesses) => ChildProcess
}

/** One core is left to the blog. */
export const PICTURE_WORKERS_MAX = Math.max(1, Math.min(4, availableParallelism() - 1))
const QUEUE_MAX = 100
const JOB_TIMEOUT_MS = 60_000
const IDLE_MS = 15_000

const TOO_LONG = 'This picture takes too long to read. Please send a simpler one.'
const UNREADABLE = 'This picture could not be read. Please send another one.'

class WorkerDied extends Error {}

/** Starts workers on demand and ends idle ones, so that an idle blog needs no memory for decoders. */
export function createPictureWorkers({ logger, ...options }: PictureWorkersOptions = {}): PictureWorkers {
  const { processes = openChildProcesses(), startWorker = forkWorker } = options
  const limit = pLimit(PICTURE_WORKERS_MAX)
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const closing = new AbortController()

  function takeWorker(): ChildProcess {
    const [[worker, timer] = []] = idle
    if (worker) {
      clearTimeout(timer)
      idle.delete(worker)
      return worker
    }
    const started = startWorker(processes)
    // A worker that is disconnected gets no job, also before its exit is known.
    for (const event of ['disconnect', 'exit', 'error']) {
      started.on(event, () => {
        if (idle.has(started)) logger?.warn('idle picture worker died')
        endWorker(started)
      })
    }
    return started
  }

  function endWorker(worker: ChildProcess): void {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    worker.kill('SIGKILL')
  }

  /** Retries once after a worker died: the cause may have been something other than the picture. */
  async function run(job: PictureJob, isLastTry = false): Promise<PictureOutcome> {
    if (closing.signal.aborted) throw new AppError('unavailable')
    const worker = takeWorker()
    const timeout = AbortSignal.timeout(JOB_TIMEOUT_MS)
    try {
      const outcome = await send(worker, job, AbortSignal.any([closing.signal, timeout]))
      idle.set(worker, setTimeout(endWorker, IDLE_MS, worker).unref())
      return outcome
    } catch (error) {
      endWorker(worker)
      if (closing.signal.aborted) throw new AppError('unavailable')
      if (timeout.aborted) throw new AppError('bad_request', TOO_LONG)
      logger?.warn({ err: error, isLastTry }, 'picture worker died')
      if (!isLastTry) return run(job, true)
      throw error instanceof WorkerDied ? new AppError('bad_request', UNREADABLE) : error
    }
  }

  async function enqueue(job: PictureJob): Promise<PictureOutcome> {
    if (limit.pendingCount >= QUEUE_MAX) throw new AppError('unavailable', undefined, { retryAfterSeconds: 5 })
    return limit(() => run(job))
  }

  return {
    clean: async (bytes, kind) => resultOf(await enqueue({ bytes, kind }), 'picture'),
    renderPng: async (png) => resultOf(await enqueue({ png }), 'png'),
    queue: () => ({ waiting: limit.pendingCount, working: limit.activeCount }),
    close() {
      closing.abort()
      for (const worker of idle.keys()) endWorker(worker)
    },
  }
}

interface Results {
  readonly picture: CleanPicture
  readonly png: Uint8Array
}

/** @throws bad_request with the reason; an error of the decoder */
function resultOf<Name extends keyof Results>(outcome: PictureOutcome, name: Name): Results[Name] {
  if (name in outcome) return (outcome as Results)[name]
  throw 'refusal' in outcome ? new AppError('bad_request', outcome.refusal) : new Error('failure' in outcome ? outcome.failure : UNREADABLE)
}

/** Makes glibc return freed memory to the system: a third less memory for a tenth more time. */
const MEMORY_SETTINGS = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

export function forkWorker(processes: ChildProcesses): ChildProcess {
  // The worker gets no settings of the blog, which include passwords.
  const { PATH, TMPDIR, SystemRoot } = process.env
  const worker = processes.start({
    module: programAt('src/media/server/files/picture-worker.ts'),
    niceness: 5,
    env: { PATH, TMPDIR, SystemRoot, NODE_ENV: 'production', ...MEMORY_SETTINGS },
    output: 'ignore',
  })
  // An idle worker must not keep the blog's process alive.
  worker.unref()
  worker.channel?.unref()
  return worker
}

/** @throws WorkerDied; an error of the process or its channel; AbortError */
async function send(worker: ChildProcess, job: PictureJob, signal: AbortSignal): Promise<PictureOutcome> {
  const settled = new AbortController()
  const either = { signal: AbortSignal.any([signal, settled.signal]) }
  const death = once(worker, 'exit', either).then(([code, by]) => Promise.reject(new WorkerDied(by ?? `exit code ${code}`)))
  const response = once(worker, 'message', either).then(([outcome]) => outcome as PictureOutcome)
  // The process, too: when the worker dies, its channel may close before its exit is known.
  worker.ref()
  worker.channel?.ref()
  worker.send(job)
  try {
    return await Promise.race([response, death])
  } finally {
    worker.unref()
    worker.channel?.unref()
    settled.abort()
  }
}
