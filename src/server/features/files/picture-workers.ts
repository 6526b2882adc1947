import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism, setPriority } from 'node:os'
import { AppError } from '#contract/errors.ts'
import type { UploadKind } from '#contract/limits.ts'
import type { Logger } from '#server/platform/logger.ts'
import type { CleanPicture } from './clean-picture.ts'
import type { PictureAnswer, PictureOrder } from './picture-worker.ts'

/** Makes pictures fit to be shown, in processes beside the blog's own. */
export interface PictureWorkers {
  /** @throws bad_request with the reason when it is no picture; unavailable when too many wait or the workers were closed */
  readonly clean: (bytes: Uint8Array, kind: UploadKind) => Promise<CleanPicture>
  /** Pictures that are being made ready, and those that wait for it. */
  readonly queue: () => { readonly waiting: number; readonly working: number }
  readonly close: () => void
}

/** One core stays for the blog. */
const WORKERS_MAX = Math.max(1, Math.min(4, availableParallelism() - 1))
const QUEUE_MAX = 100
const JOB_TIMEOUT_MS = 60_000
const IDLE_MS = 15_000
/** Lower than any usual process: pages come first. */
const PRIORITY = 10

const TOO_LONG = 'This picture takes too long to read. Please send a simpler one.'
const BROKE_DOWN = 'This picture could not be read. Please send another one.'

interface Job {
  readonly order: PictureOrder
  readonly resolve: (picture: CleanPicture) => void
  readonly reject: (error: Error) => void
  /** How often a worker has died over it. */
  deaths: number
}

interface Worker {
  readonly child: ChildProcess
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
}

interface PictureWorkersOptions {
  readonly logger?: Logger
}

/** Workers start when there is work, and end when there is none for a while: an idle blog carries no decoders. */
export function createPictureWorkers({ logger }: PictureWorkersOptions = {}): PictureWorkers {
  const pool = new Pool(WORKERS_MAX, logger)
  return {
    clean: (bytes, kind) => new Promise((resolve, reject) => pool.add({ order: { bytes, kind }, resolve, reject, deaths: 0 })),
    queue: () => pool.queue(),
    close: () => pool.close(),
  }
}

class Pool {
  readonly #waiting: Job[] = []
  readonly #workers = new Set<Worker>()
  readonly #max: number
  readonly #logger: Logger | undefined
  #closed = false

  constructor(max: number, logger: Logger | undefined) {
    this.#max = max
    this.#logger = logger
  }

  add(job: Job): void {
    if (this.#closed || this.#waiting.length >= QUEUE_MAX)
      return job.reject(new AppError('unavailable', undefined, { retryAfterSeconds: 5 }))
    this.#waiting.push(job)
    const idle = [...this.#workers].find((worker) => worker.job === undefined)
    if (idle) this.#next(idle)
    else if (this.#workers.size < this.#max) this.#next(this.#start())
  }

  queue(): { waiting: number; working: number } {
    return { waiting: this.#waiting.length, working: [...this.#workers].filter((worker) => worker.job !== undefined).length }
  }

  close(): void {
    this.#closed = true
    for (const job of this.#waiting.splice(0)) job.reject(new AppError('unavailable'))
    for (const worker of this.#workers) this.#fail(worker, new AppError('unavailable'))
  }

  #next(worker: Worker): void {
    clearTimeout(worker.timer)
    const job = this.#waiting.shift()
    worker.job = job
    if (job) {
      worker.timer = setTimeout(() => this.#fail(worker, new AppError('bad_request', TOO_LONG)), JOB_TIMEOUT_MS)
      worker.child.send(job.order)
    } else {
      worker.timer = setTimeout(() => this.#end(worker), IDLE_MS).unref()
    }
  }

  #end(worker: Worker): void {
    clearTimeout(worker.timer)
    this.#workers.delete(worker)
    worker.child.kill('SIGKILL')
  }

  #fail(worker: Worker, error: Error): void {
    const { job } = worker
    worker.job = undefined
    this.#end(worker)
    job?.reject(error)
    if (this.#waiting.length > 0 && this.#workers.size < this.#max && !this.#closed) this.#next(this.#start())
  }

  #start(): Worker {
    const worker: Worker = { child: forkWorker(), job: undefined, timer: undefined }
    this.#workers.add(worker)
    worker.child.on('message', (answer: PictureAnswer) => {
      const { job } = worker
      this.#next(worker)
      if (job) settle(job, answer)
    })
    worker.child.on('error', (error) => this.#fail(worker, error))
    worker.child.on('exit', (code, signal) => this.#died(worker, signal ?? `exit code ${code}`))
    return worker
  }

  /** Something may have killed it that has nothing to do with the picture; a file that brings the decoder down does so twice. */
  #died(worker: Worker, how: string): void {
    const { job } = worker
    if (!this.#workers.has(worker)) return
    this.#logger?.warn({ how, deaths: job?.deaths }, 'a picture process died')
    if (!job || job.deaths > 0 || this.#closed) return this.#fail(worker, new AppError('bad_request', BROKE_DOWN))
    job.deaths += 1
    worker.job = undefined
    this.#waiting.unshift(job)
    this.#end(worker)
    this.#next(this.#start())
  }
}

function forkWorker(): ChildProcess {
  // Nothing of our settings reaches it, passwords least of all.
  const { PATH, TMPDIR, SystemRoot } = process.env
  const child = fork(new URL('./picture-worker.ts', import.meta.url), {
    env: { PATH, TMPDIR, SystemRoot, NODE_ENV: 'production' },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  if (child.pid !== undefined) lower(child.pid)
  child.unref()
  child.channel?.unref()
  return child
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
