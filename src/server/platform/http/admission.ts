/** Requests that are worked on at the same time. More would all be slow; the rest gets 503 with `Retry-After`. */
const RUNNING_MAX = 200
/** While the event loop is late. With fewer it is not the requests that hold it up, and refusing them helps nobody. */
const RUNNING_MAX_LATE = 20

/** The `Retry-After` of a refused request. */
export const BUSY_RETRY_SECONDS = 2

/** Limits how many requests are worked on at a time. Cached responses and static files need no slot. */
export class Admission {
  readonly #isLate: () => boolean
  readonly #max: number
  readonly #maxLate: number
  #running = 0
  #refused = 0

  constructor(isLate: () => boolean, { max = RUNNING_MAX, maxLate = RUNNING_MAX_LATE } = {}) {
    this.#isLate = isLate
    this.#max = max
    this.#maxLate = maxLate
  }

  get running(): number {
    return this.#running
  }

  /** Since the start. */
  get refused(): number {
    return this.#refused
  }

  /** Takes a slot where one is free. @returns false where none is; otherwise the caller must `leave()` when the work is done */
  enter(): boolean {
    const isFree = this.#running < this.#maxLate || (this.#running < this.#max && !this.#isLate())
    if (isFree) this.#running += 1
    else this.#refused += 1
    return isFree
  }

  leave(): void {
    this.#running -= 1
  }
}
