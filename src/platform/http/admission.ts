/** Maximum requests that run or wait. More would slow all of them down; the rest get 503 with `Retry-After`. */
const ADMITTED_MAX = 200
/** Running requests while the event loop is late. With fewer requests the delay has another cause. */
const RUNNING_MIN = 8

/** From this delay of the event loop on, half as many requests may run; below the lower one, twice as many. */
const LATE_MS = 100
const PROMPT_MS = 50

/** Time of one turn of the event loop in which requests are started; others start after what has arrived meanwhile was read. */
const TURN_MS = 10
/** Longest wait for a slot. A client behind it would give up before the response. */
const WAIT_MAX_MS = 2000
const SWEEP_MS = 250

/** Maximum concurrent transfers: they are slow, but use little CPU, so they do not take the places of other requests. */
const TRANSFERS_MAX = 2000

/** The `Retry-After` of a refused request. */
export const BUSY_RETRY_SECONDS = 2

interface Waiting {
  readonly since: number
  readonly resolve: (isAdmitted: boolean) => void
}

/**
 * Decides when uncached requests start, so that cached ones are never far behind: few at a time while the event loop is
 * late, and the next client address after each start. Cached responses and static files need no slot.
 */
export class Admission {
  readonly #max: number
  readonly #maxTransfers: number
  readonly #now: () => number
  /** How many may run; follows the delay of the event loop. */
  #limit: number
  #running = 0
  #transfers = 0
  #refused = 0
  #waiting = 0
  /** By client address; the first one is the next. */
  readonly #queues = new Map<string, Waiting[]>()
  #turnStartedAt: number | null = null
  #sweep: NodeJS.Timeout | undefined

  constructor({ max = ADMITTED_MAX, maxTransfers = TRANSFERS_MAX, now = () => performance.now() } = {}) {
    this.#max = max
    this.#limit = max
    this.#maxTransfers = maxTransfers
    this.#now = now
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Number of refused requests since the start. */
  get refused(): number {
    return this.#refused
  }

  /** Adapts to the longest delay of the event loop since the last call. */
  readonly observe = (delayMs: number): void => {
    if (delayMs > LATE_MS) this.#limit = Math.max(RUNNING_MIN, Math.floor(Math.min(this.#limit, this.#running) / 2))
    else if (delayMs < PROMPT_MS) this.#limit = Math.min(this.#max, this.#limit * 2)
    this.#startNext()
  }

  /** Takes a slot, perhaps after a wait. @returns false when none is free; otherwise the caller must `leave()` when the work is done */
  enter(address: string): boolean | Promise<boolean> {
    if (this.#running + this.#waiting >= this.#max && !this.#refuseForFairness(address)) {
      this.#refused += 1
      return false
    }
    if (this.#waiting > 0 || !this.#mayStart()) return this.#wait(address)
    this.#start()
    return true
  }

  leave(): void {
    this.#running -= 1
    if (this.#waiting > 0) this.#startInNextTurn()
  }

  /** Like {@link enter}, for a transfer, until `leaveTransfer()`. */
  enterTransfer(): boolean {
    const isFree = this.#transfers < this.#maxTransfers
    if (isFree) this.#transfers += 1
    else this.#refused += 1
    return isFree
  }

  leaveTransfer(): void {
    this.#transfers -= 1
  }

  #mayStart(): boolean {
    return this.#running < this.#limit && (this.#turnStartedAt === null || this.#now() - this.#turnStartedAt < TURN_MS)
  }

  #start(): void {
    this.#running += 1
    this.#startInNextTurn()
  }

  #startInNextTurn(): void {
    if (this.#turnStartedAt !== null) return
    this.#turnStartedAt = this.#now()
    setImmediate(() => {
      this.#turnStartedAt = null
      this.#startNext()
    })
  }

  #wait(address: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const queue = this.#queues.get(address) ?? []
    queue.push({ since: this.#now(), resolve })
    this.#queues.set(address, queue)
    this.#waiting += 1
    this.#startInNextTurn()
    this.#sweep ??= setInterval(() => this.#refuseLongWaits(), SWEEP_MS)
    return promise
  }

  /** Starts one request. Its work runs when this turn ends, and only then shows how long it takes. */
  #startNext(): void {
    if (this.#waiting === 0 || !this.#mayStart()) return
    for (const [address, queue] of this.#queues) {
      const first = queue.shift()
      this.#queues.delete(address)
      if (queue.length > 0) this.#queues.set(address, queue)
      if (!first) continue
      this.#removed()
      this.#start()
      return first.resolve(true)
    }
  }

  /** Makes room by refusing the newest request of the address with the most waiting ones, if it has more than this one. */
  #refuseForFairness(address: string): boolean {
    const longest = [...this.#queues.values()].reduce<Waiting[]>((most, queue) => (queue.length > most.length ? queue : most), [])
    if (longest.length <= (this.#queues.get(address)?.length ?? 0) + 1) return false
    this.#refuse(longest.pop())
    return true
  }

  #refuseLongWaits(): void {
    const before = this.#now() - WAIT_MAX_MS
    for (const [address, queue] of this.#queues) {
      while ((queue[0]?.since ?? Number.POSITIVE_INFINITY) <= before) this.#refuse(queue.shift())
      if (queue.length === 0) this.#queues.delete(address)
    }
  }

  #refuse(waiting: Waiting | undefined): void {
    if (!waiting) return
    this.#refused += 1
    this.#removed()
    waiting.resolve(false)
  }

  #removed(): void {
    this.#waiting -= 1
    if (this.#waiting > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }
}
