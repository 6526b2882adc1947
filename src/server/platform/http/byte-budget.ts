import { AppError } from '#contract/errors.ts'

const RETRY_SECONDS = 5

/** How many bytes of requests may lie in this process's memory at the same time; who comes with more is told to come back. */
export class ByteBudget {
  readonly #max: number
  #taken = 0

  constructor(max: number) {
    this.#max = max
  }

  /** @throws unavailable where too much lies there already; one alone is always let in */
  async hold<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    if (this.#taken > 0 && this.#taken + bytes > this.#max) {
      throw new AppError('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })
    }
    this.#taken += bytes
    try {
      return await work()
    } finally {
      this.#taken -= bytes
    }
  }
}
