import type { PreparedResponse } from '#platform/http/prepared-response.ts'

/** A response that may be stored. */
export interface CachedResponse {
  readonly response: PreparedResponse
  /** A write to any of these invalidates it. */
  readonly tags: readonly string[]
  readonly isStorable: boolean
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

interface Load {
  readonly result: Promise<CachedResponse>
  /** Tags that were invalidated since it began. */
  readonly invalidated: Set<string>
  isCleared: boolean
}

/** Estimated memory of an entry without its bytes. */
const ENTRY_OVERHEAD_BYTES = 2048

/** Counts compressible bodies twice: the compressed forms, added later, are together smaller than the identity form. */
const weigh = ({ response }: CachedResponse) =>
  ENTRY_OVERHEAD_BYTES + response.identity.bytes.byteLength * (response.isCompressible ? 2 : 1)

/** Responses by cache key, until one of their tags is invalidated or they expire. Bounded by bytes; evicts the least recently used. */
export class ResponseStore {
  readonly #maxBytes: number
  readonly #now: () => number
  readonly #entries = new Map<string, CachedResponse>()
  readonly #keysByTag = new Map<string, Set<string>>()
  /** Loads that a new request may still join. */
  readonly #joinable = new Map<string, Load>()
  readonly #running = new Set<Load>()
  #bytes = 0
  #hits = 0
  #misses = 0

  constructor({ maxBytes, now }: { maxBytes: number; now: () => number }) {
    this.#maxBytes = maxBytes
    this.#now = now
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#entries.size
  }

  /** Number of hits since the start. */
  get hits(): number {
    return this.#hits
  }

  get misses(): number {
    return this.#misses
  }

  get(key: string): CachedResponse | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (entry.expiresAt <= this.#now()) {
      this.#remove(key)
      return undefined
    }
    this.#hits += 1
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  /** Requests for the same miss share one render. The result is stored unless one of its tags was invalidated meanwhile. */
  load(key: string, render: () => Promise<CachedResponse>): Promise<CachedResponse> {
    const running = this.#joinable.get(key)
    if (running) return running.result
    this.#misses += 1
    const load: Load = { result: render(), invalidated: new Set(), isCleared: false }
    this.#joinable.set(key, load)
    this.#running.add(load)
    return this.#finish(key, load)
  }

  async #finish(key: string, load: Load): Promise<CachedResponse> {
    try {
      const loaded = await load.result
      const isFresh = !load.isCleared && !loaded.tags.some((tag) => load.invalidated.has(tag))
      if (loaded.isStorable && isFresh) this.#set(key, loaded)
      return loaded
    } finally {
      this.#running.delete(load)
      if (this.#joinable.get(key) === load) this.#joinable.delete(key)
    }
  }

  /** Call after a write. Later requests do not join a load that began before it. */
  invalidate(tags: Iterable<string>): void {
    for (const tag of tags) {
      this.#joinable.clear()
      for (const load of this.#running) load.invalidated.add(tag)
      for (const key of this.#keysByTag.get(tag) ?? []) this.#remove(key)
    }
  }

  clear(): void {
    this.#joinable.clear()
    for (const load of this.#running) load.isCleared = true
    this.#entries.clear()
    this.#keysByTag.clear()
    this.#bytes = 0
  }

  #set(key: string, entry: CachedResponse): void {
    const bytes = weigh(entry)
    if (bytes > this.#maxBytes) return
    this.#remove(key)
    this.#entries.set(key, entry)
    this.#bytes += bytes
    for (const tag of entry.tags) {
      const keys = this.#keysByTag.get(tag)
      if (keys) keys.add(key)
      else this.#keysByTag.set(tag, new Set([key]))
    }
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#bytes -= weigh(entry)
    for (const tag of entry.tags) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }
}
