import { Rotation } from '#platform/process/rotation.ts'

/** Maximum requests that run or wait for a slot. More would slow all of them down; the rest get 503 with `Retry-After`. */
const ADMITTED_MAX = 200
/** Running requests while the event loop is late. With fewer requests the delay has another cause. */
const RUNNING_MIN = 8

/** From this delay of the event loop on, half as many requests may run; below the lower one, twice as many. */
const LATE_MS = 100
const PROMPT_MS = 50

/** Time of one turn of the event loop in which requests are started; others start after what has arrived meanwhile was read. */
const TURN_MS = 10
/** How long no request starts while the event loop accepts connections, one in each turn. */
const ACCEPTING_MS = 10
/** Longest wait for a slot. A client behind it would give up before the response. */
const WAIT_MAX_MS = 2000
const SWEEP_MS = 250

/** The `Retry-After` of a refused request. */
export const BUSY_RETRY_SECONDS = 2

interface Waiting {
  readonly since: number
  readonly resolve: (isAdmitted: boolean) => void
}

/** @returns whether the work is done; otherwise it goes on when this function has returned */
type Start = () => boolean

/**
 * Decides when requests start. Every request takes a turn, by client address in rotation, so that neither connections nor
 * requests of others wait behind those of one address. Uncached ones also take a slot: few at a time while the event loop
 * is late, so that cached ones are never far behind.
 */
export class Admission {
  readonly #max: number
  readonly #now: () => number
  /** How many may run; follows the delay of the event loop. */
  #limit: number
  #running = 0
  #refused = 0
  /** By client address: requests that wait for a turn, and for a slot. */
  readonly #arrived = new Rotation<Start>()
  readonly #waiting = new Rotation<Waiting>()
  #turnStartedAt: number | null = null
  #isNextTurnScheduled = false
  #isSlotNext = false
  #hasAccepted = false
  #acceptingSince: number | null = null
  #sweep: NodeJS.Timeout | undefined

  constructor({ max = ADMITTED_MAX, now = () => performance.now() } = {}) {
    this.#max = max
    this.#limit = max
    this.#now = now
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Number of refused requests since the start. */
  get refused(): number {
    return this.#refused
  }

  /** Adapts to the longest delay of the event loop since the last call. */
  readonly observe = (delayMs: number): void => {
    if (delayMs > LATE_MS) this.#limit = Math.max(RUNNING_MIN, Math.floor(Math.min(this.#limit, this.#running) / 2))
    else if (delayMs < PROMPT_MS) this.#limit = Math.min(this.#max, this.#limit * 2)
    if (this.#waiting.size > 0) this.#scheduleNextTurn()
  }

  /** Ends this turn: the event loop accepts one connection in each, and more may wait in the kernel's queue. */
  readonly accepted = (): void => {
    this.#hasAccepted = true
    this.#scheduleNextTurn()
  }

  /** Takes a turn for a request that has just arrived. @returns false when it must {@link waitForTurn} */
  takeTurn(): boolean {
    if (this.#arrived.size > 0 || !this.#hasTime()) return false
    this.#beginTurn()
    return true
  }

  /** Calls `start` in a later turn of the event loop. */
  waitForTurn(address: string, start: Start): void {
    this.#arrived.add(address, start)
    this.#scheduleNextTurn()
  }

  /** Waits for a turn, between two pieces of work. */
  async nextTurn(address: string): Promise<void> {
    if (this.takeTurn()) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.waitForTurn(address, () => {
      resolve()
      return false
    })
    await promise
  }

  /** Takes a slot, perhaps after a wait. @returns false when none is free; otherwise the caller must `leave()` when the work is done */
  enter(address: string): boolean | Promise<boolean> {
    if (this.#running + this.#waiting.size >= this.#max && !this.#refuseForFairness(address)) {
      this.#refused += 1
      return false
    }
    if (this.#waiting.size > 0 || !this.#mayStart()) return this.#wait(address)
    this.#start()
    return true
  }

  leave(): void {
    this.#running -= 1
    if (this.#waiting.size > 0) this.#scheduleNextTurn()
  }

  /** Runs work that waits for another server without the slot, which is the caller's again afterwards. */
  async outside<T>(work: () => Promise<T>): Promise<T> {
    this.leave()
    try {
      return await work()
    } finally {
      // Refused now, the work would have been for nothing.
      this.#running += 1
    }
  }

  #hasTime(): boolean {
    return !this.#hasAccepted && (this.#turnStartedAt === null || this.#now() - this.#turnStartedAt < TURN_MS)
  }

  #mayStart(): boolean {
    return this.#running < this.#limit && this.#hasTime()
  }

  #start(): void {
    this.#running += 1
    this.#beginTurn()
  }

  #beginTurn(): void {
    if (this.#turnStartedAt !== null) return
    this.#turnStartedAt = this.#now()
    this.#scheduleNextTurn()
  }

  #scheduleNextTurn(): void {
    if (this.#isNextTurnScheduled) return
    this.#isNextTurnScheduled = true
    setImmediate(this.#beginNextTurn)
  }

  readonly #beginNextTurn = (): void => {
    this.#isNextTurnScheduled = false
    this.#turnStartedAt = null
    const isAccepting = this.#isStillAccepting()
    if (!isAccepting) {
      this.#isSlotNext = !this.#isSlotNext || this.#arrived.size === 0
      if (this.#isSlotNext && this.#waiting.size > 0 && this.#mayStart()) this.#startWaiting()
      else this.#startArrived()
    }
    if (this.#arrived.size > 0 || (this.#waiting.size > 0 && (isAccepting || this.#mayStart()))) this.#scheduleNextTurn()
    else this.#acceptingSince = null
  }

  /** True for some turns in which a connection was accepted; requests get every turn after that. */
  #isStillAccepting(): boolean {
    const hasAccepted = this.#hasAccepted
    this.#hasAccepted = false
    if (hasAccepted) {
      this.#acceptingSince ??= this.#now()
      if (this.#now() - this.#acceptingSince < ACCEPTING_MS) return true
    }
    this.#acceptingSince = null
    return false
  }

  readonly #startArrived = (): void => {
    while (this.#arrived.size > 0 && this.#hasTime()) {
      this.#beginTurn()
      const isDone = this.#arrived.take()?.()
      if (isDone === false) return afterMicrotasks(this.#startArrived)
    }
  }

  /** Starts one request. Its work runs when this turn ends, and only then shows how long it takes. */
  #startWaiting(): void {
    const next = this.#waiting.take()
    this.#removed()
    this.#start()
    next?.resolve(true)
  }

  #wait(address: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#waiting.add(address, { since: this.#now(), resolve })
    this.#scheduleNextTurn()
    this.#sweep ??= setInterval(() => this.#refuseLongWaits(), SWEEP_MS)
    return promise
  }

  /** Makes room by refusing the newest request of the address with the most waiting ones, if it has more than this one. */
  #refuseForFairness(address: string): boolean {
    const newest = this.#waiting.takeFromLongest(this.#waiting.countOf(address) + 1)
    if (newest) this.#refuse(newest)
    return newest !== undefined
  }

  #refuseLongWaits(): void {
    const before = this.#now() - WAIT_MAX_MS
    for (const waiting of this.#waiting.takeWhile(({ since }) => since <= before)) this.#refuse(waiting)
  }

  #refuse({ resolve }: Waiting): void {
    this.#refused += 1
    this.#removed()
    resolve(false)
  }

  #removed(): void {
    if (this.#waiting.size > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }
}

/** Calls back in this turn of the event loop, once the work has run that a request began and that waits for nothing. */
const afterMicrotasks = (callback: () => void): void => queueMicrotask(() => process.nextTick(callback))
