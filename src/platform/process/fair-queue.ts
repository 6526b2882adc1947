interface Order {
  /** Who asked for the work. */
  readonly owner: string
  /** Goes before all that are not first. */
  readonly isFirst: boolean
}

type Start = () => void

/** Runs some works at a time. Those that wait start by owner in rotation, so that nobody waits behind all works of another. */
export class FairQueue {
  readonly #concurrency: number
  #running = 0
  /** Owners with their waiting works; the first one is the next. */
  readonly #first = new Map<string, Start[]>()
  readonly #others = new Map<string, Start[]>()

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  async run<T>({ owner, isFirst }: Order, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#concurrency) this.#running += 1
    else {
      const { promise, resolve } = Promise.withResolvers<void>()
      const queues = isFirst ? this.#first : this.#others
      queues.set(owner, [...(queues.get(owner) ?? []), resolve])
      await promise
    }
    try {
      return await work()
    } finally {
      const next = takeNext(this.#first) ?? takeNext(this.#others)
      if (next) next()
      else this.#running -= 1
    }
  }
}

function takeNext(queues: Map<string, Start[]>): Start | undefined {
  const [[owner, [next, ...rest]] = ['', []]] = queues
  queues.delete(owner)
  if (rest.length > 0) queues.set(owner, rest)
  return next
}
