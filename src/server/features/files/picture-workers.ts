import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism, setPriority } from 'node:os'
import { AppError } from '#contract/errors.ts'
import type { UploadKind } from '#contract/limits.ts'
import type { CleanPicture } from './clean-picture.ts'
import type { PictureAnswer, PictureOrder } from './picture-worker.ts'

/** Makes pictures fit to be shown, in processes beside the blog's own. */
export interface PictureWorkers {
  /** @throws bad_request with the reason when it is no picture; unavailable when too many wait or the workers were closed */
  readonly clean: (bytes: Uint8Array, kind: UploadKind) => Promise<CleanPicture>
  readonly close: () => void
}

/** One core stays for the blog. */
const WORKERS_MAX = Math.max(1, Math.min(4, availableParallelism() - 1))
const QUEUE_MAX = 100
const JOB_TIMEOUT_MS = 60_000
const IDLE_MS = 15_000
/** Lower than any usual process: pages come first. */
const PRIORITY = 15

interface Job {
  readonly order: PictureOrder
  readonly resolve: (picture: CleanPicture) => void
  readonly reject: (error: Error) => void
}

interface Worker {
  readonly child: ChildProcess
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
}

/** Workers start when there is work, and end when there is none for a while: an idle blog carries no decoders. */
export function createPictureWorkers(): PictureWorkers {
  const waiting: Job[] = []
  const workers = new Set<Worker>()
  let closed = false

  function next(worker: Worker): void {
    clearTimeout(worker.timer)
    const job = waiting.shift()
    worker.job = job
    if (!job) {
      worker.timer = setTimeout(() => end(worker), IDLE_MS).unref()
      return
    }
    worker.timer = setTimeout(
      () => fail(worker, new AppError('bad_request', 'This picture takes too long to read. Please send a simpler one.')),
      JOB_TIMEOUT_MS,
    )
    worker.child.send(job.order)
  }

  function end(worker: Worker): void {
    clearTimeout(worker.timer)
    workers.delete(worker)
    worker.child.kill('SIGKILL')
  }

  function fail(worker: Worker, error: Error): void {
    const { job } = worker
    worker.job = undefined
    end(worker)
    job?.reject(error)
    if (waiting.length > 0 && !closed) next(startWorker())
  }

  function startWorker(): Worker {
    // Nothing of our settings reaches it, passwords least of all.
    const { PATH, TMPDIR, SystemRoot } = process.env
    const child = fork(new URL('./picture-worker.ts', import.meta.url), {
      env: { PATH, TMPDIR, SystemRoot, NODE_ENV: 'production' },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const worker: Worker = { child, job: undefined, timer: undefined }
    workers.add(worker)
    if (child.pid !== undefined) lower(child.pid)
    child.unref()
    child.channel?.unref()
    child.on('message', (answer: PictureAnswer) => {
      const { job } = worker
      next(worker)
      if (job) settle(job, answer)
    })
    child.on('error', (error) => fail(worker, error))
    // A file that brings the decoder down brings down only this.
    child.on('exit', () => fail(worker, new AppError('bad_request', 'This picture could not be read. Please send another one.')))
    return worker
  }

  return {
    clean: (bytes, kind) =>
      new Promise((resolve, reject) => {
        if (closed || waiting.length >= QUEUE_MAX) return reject(new AppError('unavailable', undefined, { retryAfterSeconds: 5 }))
        waiting.push({ order: { bytes, kind }, resolve, reject })
        const idle = [...workers].find((worker) => worker.job === undefined)
        if (idle) next(idle)
        else if (workers.size < WORKERS_MAX) next(startWorker())
      }),
    close() {
      closed = true
      for (const job of waiting.splice(0)) job.reject(new AppError('unavailable'))
      for (const worker of workers) fail(worker, new AppError('unavailable'))
    },
  }
}

function settle(job: Job, answer: PictureAnswer): void {
  if ('picture' in answer) job.resolve(answer.picture)
  else if ('refusal' in answer) job.reject(new AppError('bad_request', answer.refusal))
  else job.reject(new Error(answer.failure))
}

function lower(pid: number): void {
  try {
    setPriority(pid, PRIORITY)
  } catch {
    // Where that is not allowed, the worker is only slower to give way.
  }
}
