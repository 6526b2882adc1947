import { Rotation } from '#platform/process/rotation.ts'

interface Order {
  /** Who requested the work. */
  readonly owner: string
  /** Goes before all that are not first. */
  readonly isFirst: boolean
}

type Start = () => void

/** Runs some works at a time. Those that wait start by owner in rotation. */
export class FairQueue {
  readonly #concurrency: number
  #running = 0
  readonly #first = new Rotation<Start>()
  readonly #others = new Rotation<Start>()

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  async run<T>({ owner, isFirst }: Order, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#concurrency) this.#running += 1
    else {
      const { promise, resolve } = Promise.withResolvers<void>()
      const waiting = isFirst ? this.#first : this.#others
      waiting.add(owner, resolve)
      await promise
    }
    try {
      return await work()
    } finally {
      const next = this.#first.take() ?? this.#others.take()
      if (next) next()
      else this.#running -= 1
    }
  }
}
