/** Answers that are made at the same time, in one process. More would all be slow; the rest is better told to come back. */
const RUNNING_MAX = 200
/** And while the process is far behind. With fewer than these it is not the readers who hold it up, and refusing them helps nobody. */
const RUNNING_MAX_LATE = 20

/** Seconds after which a reader who was turned away may try again. */
export const BUSY_RETRY_SECONDS = 2

/**
 * Who gets in while much is going on. What is kept whole costs nothing and is always served; what has to be made is
 * made for so many at a time, and for few while the process does not keep up with its work.
 */
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

  /** @returns whether the work may begin; it must `leave` when it is over */
  enter(): boolean {
    const isOpen = this.#running < this.#maxLate || (this.#running < this.#max && !this.#isLate())
    if (isOpen) this.#running += 1
    else this.#refused += 1
    return isOpen
  }

  leave(): void {
    this.#running -= 1
  }
}
