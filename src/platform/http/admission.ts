/** Maximum concurrent requests. More would slow all of them down; the rest get 503 with `Retry-After`. */
const RUNNING_MAX = 200
/** Maximum while the event loop is late. With fewer requests the delay has another cause, and refusing them does not help. */
const RUNNING_MAX_LATE = 20

/** Maximum concurrent transfers: they are slow, but use little CPU, so they do not take the places of other requests. */
const TRANSFERS_MAX = 2000

/** The `Retry-After` of a refused request. */
export const BUSY_RETRY_SECONDS = 2

/** Limits concurrent requests. Cached responses and static files need no slot. */
export class Admission {
  readonly #isLate: () => boolean
  readonly #max: number
  readonly #maxLate: number
  #running = 0
  #transfers = 0
  readonly #maxTransfers: number
  #refused = 0

  constructor(isLate: () => boolean, { max = RUNNING_MAX, maxLate = RUNNING_MAX_LATE, maxTransfers = TRANSFERS_MAX } = {}) {
    this.#isLate = isLate
    this.#max = max
    this.#maxLate = maxLate
    this.#maxTransfers = maxTransfers
  }

  get running(): number {
    return this.#running
  }

  /** Number of refused requests since the start. */
  get refused(): number {
    return this.#refused
  }

  /** Takes a slot. @returns false when none is free; otherwise the caller must `leave()` when the work is done */
  enter(): boolean {
    const isFree = this.#running < this.#maxLate || (this.#running < this.#max && !this.#isLate())
    if (isFree) this.#running += 1
    else this.#refused += 1
    return isFree
  }

  leave(): void {
    this.#running -= 1
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
}
