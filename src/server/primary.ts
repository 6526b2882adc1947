import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from './platform/logger.ts'
import { StartError } from './platform/start-error.ts'

/** What the process in front tells one that carries a blog. */
export type Order = 'stop' | 'hand-over' | 'figures'
/** What a process with a blog tells the one in front. */
export type Report = { readonly say: string } | { readonly ready: true } | { readonly figures: object[] }

/** With this a worker says: I have told the operator what is wrong, and trying again would not help. */
export const START_ERROR_EXIT_CODE = 78

/** A worker that lives at least this long was no victim of its own start. */
const LIVED_MS = 10_000
const FIRST_DELAY_MS = 100
const LAST_DELAY_MS = 30_000
/** Workers take 8 s at most to finish; the whole is to be over within ten. */
const STOP_MS = 9500
/** A worker that hands over may take its time for uploads. */
const HAND_OVER_MS = 60_000
const FIGURES_MS = 2000

/** glibc gives every thread a heap of its own, which keeps what was freed; two are enough, and save 12 MB a process. */
const WORKER_ENV = { MALLOC_ARENA_MAX: '2' }

interface Member {
  readonly worker: Worker
  isReady: boolean
  /** Rejects with a StartError where the worker gave up at its start. */
  readonly ready: Promise<void>
  readonly startedAt: number
  /** True when nobody has to take its place: its end is our own wish, or it was to take another one's and that one stays. */
  isLeaving: boolean
}

interface Options {
  readonly workers: number
  readonly logger: Logger
  /** Where lines for the operator go. */
  readonly say: (line: string) => void
}

/**
 * The process in front of WORKERS processes that each carry a whole blog on one port: it starts them, starts those anew
 * that die, and replaces them one by one when asked to. It holds no blog of its own (decision 16).
 */
export class Primary {
  readonly #options: Options
  readonly #members = new Set<Member>()
  #hasStarted = false
  #isStopping = false
  #isReplacing = false
  /** Grows while workers die at their start. */
  #delayMs = FIRST_DELAY_MS

  constructor(options: Options) {
    this.#options = options
  }

  /** The first one alone: it prepares the database, and says what the operator should hear. @throws StartError */
  async start(): Promise<void> {
    const { workers, say } = this.#options
    const first = this.#fork(say)
    await first.ready
    this.#hasStarted = true
    await Promise.all(Array.from({ length: workers - 1 }, () => this.#fork().ready.catch(() => {})))
  }

  /** Every worker anew, one after the other: the new one serves before the old one leaves. */
  async replaceAll(): Promise<void> {
    const { logger } = this.#options
    if (this.#isReplacing || this.#isStopping) return
    this.#isReplacing = true
    try {
      const present = [...this.#members]
      for (const old of present) await this.#replace(old)
      logger.info('every worker was replaced')
    } catch (error) {
      logger.error({ err: error }, 'a new worker could not start; the old ones go on')
    } finally {
      this.#isReplacing = false
    }
  }

  async #replace(old: Member): Promise<void> {
    if (this.#isStopping) return
    const fresh = this.#fork()
    old.isLeaving = fresh.isLeaving = true
    try {
      await fresh.ready
    } catch (error) {
      old.isLeaving = false
      if (old.worker.isDead()) this.#fork()
      throw error
    }
    fresh.isLeaving = false
    await this.#let(old, 'hand-over', HAND_OVER_MS)
  }

  /** Figures of every worker that has some. */
  async gatherFigures(): Promise<object[][]> {
    const serving = [...this.#members].filter(({ isReady, worker }) => isReady && worker.isConnected())
    const figures = await Promise.all(serving.map(({ worker }) => askForFigures(worker)))
    return figures.filter((each) => each !== undefined)
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all([...this.#members].map((member) => this.#let(member, 'stop', STOP_MS)))
  }

  /** Asks it to go and waits until it is gone, by force when that takes too long. */
  async #let(member: Member, order: Order, patienceMs: number): Promise<void> {
    member.isLeaving = true
    const { worker } = member
    if (worker.isDead()) return
    const gone = once(worker, 'exit')
    if (worker.isConnected()) worker.send(order)
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), patienceMs)
    await gone
    clearTimeout(timer)
  }

  #fork(say?: (line: string) => void): Member {
    const worker = cluster.fork(WORKER_ENV)
    const ready = Promise.withResolvers<void>()
    // Whoever does not wait for it learns of its end by `exit`.
    ready.promise.catch(() => {})
    const member: Member = { worker, ready: ready.promise, startedAt: performance.now(), isReady: false, isLeaving: false }
    this.#members.add(member)
    worker.on('message', (report: Report) => {
      if ('say' in report) say?.(report.say)
      if (!('ready' in report)) return
      this.#options.logger.info({ pid: worker.process.pid }, 'a worker serves')
      member.isReady = true
      ready.resolve()
    })
    worker.on('error', (error) => this.#options.logger.warn({ err: error, pid: worker.process.pid }, 'a worker could not be reached'))
    worker.on('exit', (code, signal) => {
      this.#members.delete(member)
      const why = `It ended at its start (${signal ?? `exit code ${code}`}).`
      ready.reject(code === START_ERROR_EXIT_CODE ? new StartError(why) : new Error(why))
      void this.#replaceDead(member, { code, signal })
    })
    return member
  }

  /** A worker that fails at its start is tried again ever more slowly: what it needs may come back. */
  async #replaceDead(member: Member, end: { code: number | null; signal: string | null }): Promise<void> {
    const { logger } = this.#options
    if (member.isLeaving || this.#isStopping || !this.#hasStarted) return
    const isEarly = performance.now() - member.startedAt < LIVED_MS
    const delayMs = isEarly ? this.#delayMs : FIRST_DELAY_MS
    this.#delayMs = isEarly ? Math.min(LAST_DELAY_MS, delayMs * 2) : FIRST_DELAY_MS
    logger.error({ pid: member.worker.process.pid, ...end, delayMs }, 'a worker ended; another one takes its place')
    await sleep(delayMs)
    if (!this.#isStopping) this.#fork()
  }
}

/** @returns undefined where it did not answer in time, or ended */
async function askForFigures(worker: Worker): Promise<object[] | undefined> {
  const { promise, resolve } = Promise.withResolvers<object[] | undefined>()
  const onReport = (report: Report) => {
    if ('figures' in report) resolve(report.figures)
  }
  const timer = setTimeout(() => resolve(undefined), FIGURES_MS)
  worker.on('message', onReport)
  worker.send('figures' satisfies Order)
  const figures = await promise
  clearTimeout(timer)
  worker.off('message', onReport)
  return figures
}
