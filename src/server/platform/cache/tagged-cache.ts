/** What is kept, and what it hangs on. */
export interface Tagged {
  /** What it was made from; a write to any of these makes it old. */
  readonly tags: readonly string[]
  /** False for what must be made anew each time. */
  readonly mayBeKept: boolean
}

interface Load<V> {
  readonly value: Promise<V>
  /** Set when something was written after it began: what it gives may be old. */
  overtaken: boolean
}

/**
 * What was made from the database, by key, until something that it was made from is written. Bounded, least recently used
 * out first. However many ask for a missing one at the same time, it is made once.
 */
export class TaggedCache<V extends Tagged> {
  readonly #maxWeight: number
  readonly #weigh: (value: V) => number
  readonly #values = new Map<string, V>()
  readonly #keysByTag = new Map<string, Set<string>>()
  readonly #loads = new Map<string, Load<V>>()
  #weight = 0
  #hits = 0
  #misses = 0

  /** @param maxWeight of all values together, in the unit of `weigh` */
  constructor(maxWeight: number, weigh: (value: V) => number) {
    this.#maxWeight = maxWeight
    this.#weigh = weigh
  }

  /** Of all values together. */
  get weight(): number {
    return this.#weight
  }

  /** How many are kept. */
  get size(): number {
    return this.#values.size
  }

  /** Since the start. */
  get hits(): number {
    return this.#hits
  }

  get misses(): number {
    return this.#misses
  }

  get(key: string): V | undefined {
    const value = this.#values.get(key)
    if (value === undefined) return undefined
    this.#hits += 1
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  /** The value that is being made for this key, or a new one. It is kept unless something was written meanwhile. */
  load(key: string, make: () => Promise<V>): Promise<V> {
    const running = this.#loads.get(key)
    if (running) return running.value
    this.#misses += 1
    const load: Load<V> = { value: make(), overtaken: false }
    this.#loads.set(key, load)
    return this.#finish(key, load)
  }

  async #finish(key: string, load: Load<V>): Promise<V> {
    try {
      const value = await load.value
      if (value.mayBeKept && !load.overtaken) this.#set(key, value)
      return value
    } finally {
      if (this.#loads.get(key) === load) this.#loads.delete(key)
    }
  }

  /** After a write: forgets what was made from these. Who comes now does not join a load that began before. */
  invalidate(tags: Iterable<string>): void {
    this.#overtakeLoads()
    for (const tag of tags) {
      for (const key of this.#keysByTag.get(tag) ?? []) this.#remove(key)
    }
  }

  clear(): void {
    this.#overtakeLoads()
    this.#values.clear()
    this.#keysByTag.clear()
    this.#weight = 0
  }

  #overtakeLoads(): void {
    for (const load of this.#loads.values()) load.overtaken = true
    this.#loads.clear()
  }

  #set(key: string, value: V): void {
    const weight = this.#weigh(value)
    if (weight > this.#maxWeight) return
    this.#remove(key)
    this.#values.set(key, value)
    this.#weight += weight
    for (const tag of value.tags) {
      const keys = this.#keysByTag.get(tag)
      if (keys) keys.add(key)
      else this.#keysByTag.set(tag, new Set([key]))
    }
    for (const oldest of this.#values.keys()) {
      if (this.#weight <= this.#maxWeight) break
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    const value = this.#values.get(key)
    if (value === undefined) return
    this.#values.delete(key)
    this.#weight -= this.#weigh(value)
    for (const tag of value.tags) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }
}
