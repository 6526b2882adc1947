import { AppError } from '#platform/contract/errors.ts'

const RETRY_SECONDS = 5

/** Limits how many bytes of uploads are held in memory at the same time. */
export class ByteBudget {
  readonly #max: number
  #held = 0

  constructor(max: number) {
    this.#max = max
  }

  /** @throws unavailable if the bytes do not fit; any number fits while nothing else is held */
  async hold<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    if (this.#held > 0 && this.#held + bytes > this.#max) {
      throw new AppError('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })
    }
    this.#held += bytes
    try {
      return await work()
    } finally {
      this.#held -= bytes
    }
  }
}
