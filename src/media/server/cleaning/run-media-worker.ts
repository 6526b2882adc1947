import type { ChildProcess } from 'node:child_process'
import { AppError } from '#platform/contract/errors.ts'
import type { ChildProcesses } from '#platform/process/child-processes.ts'
import type { Logger } from '#platform/process/logger.ts'
import { programAt } from '#platform/process/project-folder.ts'
import type { CleanedFile, CleaningOrder } from './clean-file.ts'
import type { MediaNews } from './media-worker.ts'
import { TOO_MUCH_MEMORY, TOO_MUCH_TIME } from './work-limits.ts'

const HEAP_MB = 192
/** A process that waits for something that never comes. One that is busy has other limits (work-limits.ts). */
const SILENCE_MS = 5 * 60_000

const TOO_COMPLEX = 'This file takes too much memory to read. Please send a simpler or shorter one.'
const TOO_LONG = 'This file takes too long to read. Please send a simpler or shorter one.'
const UNREADABLE = 'This file could not be read. Please send another one.'

class WorkerDied extends Error {}

/** Refused, unless it is converted. */
export class Unknown extends Error {}

interface Parts {
  readonly logger?: Logger
  readonly startWorker: () => ChildProcess
  readonly closing: AbortSignal
}

/** @returns a function that cleans a file in a process of its own. It throws bad_request, Unknown, or unavailable while closing */
export function createMediaRunner({ logger, startWorker, closing }: Parts): (order: CleaningOrder) => Promise<CleanedFile> {
  /** Retries once after a worker died: the cause may have been something other than the file. */
  async function run(order: CleaningOrder, isLastTry = false): Promise<CleanedFile> {
    if (closing.aborted) throw new AppError('unavailable')
    const worker = startWorker()
    try {
      return await clean(worker, order, closing)
    } catch (error) {
      if (closing.aborted) throw new AppError('unavailable')
      if (error instanceof AppError || error instanceof Unknown) throw error
      logger?.warn({ err: error, isLastTry }, 'media worker died')
      if (!isLastTry) return run(order, true)
      throw error instanceof WorkerDied ? new AppError('bad_request', UNREADABLE) : error
    } finally {
      worker.kill('SIGKILL')
    }
  }
  return (order) => run(order)
}

export function forkMediaWorker(processes: ChildProcesses): ChildProcess {
  // The worker gets no settings of the blog, which include passwords.
  const { PATH, TMPDIR, SystemRoot } = process.env
  const memory = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
  return processes.start({
    module: programAt('src/media/server/cleaning/media-worker.ts'),
    niceness: 5,
    env: { PATH, TMPDIR, SystemRoot, NODE_ENV: 'production', ...memory },
    output: 'ignore',
    heapMb: HEAP_MB,
    silenceMs: SILENCE_MS,
  })
}

/** @throws WorkerDied; bad_request; an error of the process */
async function clean(worker: ChildProcess, order: CleaningOrder, closing: AbortSignal): Promise<CleanedFile> {
  const { promise, resolve, reject } = Promise.withResolvers<CleanedFile>()
  const onClose = () => reject(new AppError('unavailable'))
  closing.addEventListener('abort', onClose)
  worker.on('message', (news: MediaNews) => {
    if ('cleaned' in news) resolve(news.cleaned)
    else if ('failure' in news) reject(new Error(news.failure))
    else if ('refusal' in news) reject(news.isConvertible === true ? new Unknown(news.refusal) : new AppError('bad_request', news.refusal))
  })
  worker.once('error', reject)
  worker.once('exit', (code, by) => {
    const reason = by === TOO_MUCH_MEMORY ? TOO_COMPLEX : by === TOO_MUCH_TIME ? TOO_LONG : undefined
    reject(reason === undefined ? new WorkerDied(by ?? `exit code ${code}`) : new AppError('bad_request', reason))
  })
  worker.send(order)
  try {
    return await promise
  } finally {
    closing.removeEventListener('abort', onClose)
  }
}
