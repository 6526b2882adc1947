/** Answers that are made at the same time, in one process. More would all be slow; the rest is better told to come back. */
const RUNNING_MAX = 200

/** Seconds after which a reader who was turned away may try again. */
export const BUSY_RETRY_SECONDS = 2

/**
 * Who gets in while much is going on. What is kept whole costs nothing and is always served; what has to be made is
 * made for so many at a time, and only while the process keeps up with its work.
 */
export class Admission {
  readonly #isLate: () => boolean
  readonly #max: number
  #running = 0
  #refused = 0

  constructor(isLate: () => boolean, max = RUNNING_MAX) {
    this.#isLate = isLate
    this.#max = max
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
    // One is let in even when it is late: else nothing would ever show that it is over.
    const isOpen = this.#running < this.#max && (this.#running === 0 || !this.#isLate())
    if (isOpen) this.#running += 1
    else this.#refused += 1
    return isOpen
  }

  leave(): void {
    this.#running -= 1
  }
}
