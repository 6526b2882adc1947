import type { WholeAnswer } from '#server/platform/http/whole-answer.ts'

/** A whole answer, and what it hangs on. */
export interface Answer extends WholeAnswer {
  /** What it was made from; a write to any of these makes it old. */
  readonly tags: readonly string[]
  /** False for what must be made anew each time. */
  readonly mayBeKept: boolean
}

interface Load {
  readonly answer: Promise<Answer>
  /** Set when something was written after it began: what it gives may be old. */
  overtaken: boolean
}

/** An entry's own cost beside its bytes. */
const ENTRY_OVERHEAD_BYTES = 2048

/** What it can come to when it has been asked for in every encoding: two compressed forms are smaller than one that is not. */
const sizeOf = ({ raw, encode }: Answer) => ENTRY_OVERHEAD_BYTES + raw.bytes.byteLength * (encode ? 2 : 1)

/**
 * Whole answers by their normalised address, bounded by bytes, least recently used out first. However
 * many readers ask for a missing one at the same time, it is made once.
 */
export class AnswerCache {
  readonly #maxBytes: number
  readonly #answers = new Map<string, Answer>()
  readonly #keysByTag = new Map<string, Set<string>>()
  readonly #loads = new Map<string, Load>()
  #bytes = 0
  #hits = 0
  #misses = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Since the start. */
  get hits(): number {
    return this.#hits
  }

  get misses(): number {
    return this.#misses
  }

  get size(): number {
    return this.#answers.size
  }

  get(key: string): Answer | undefined {
    const answer = this.#answers.get(key)
    if (answer === undefined) return undefined
    this.#hits += 1
    this.#answers.delete(key)
    this.#answers.set(key, answer)
    return answer
  }

  /** The answer that is being made for this key, or a new one. It is kept unless something was written meanwhile. */
  load(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const running = this.#loads.get(key)
    if (running) return running.answer
    this.#misses += 1
    const load: Load = { answer: make(), overtaken: false }
    this.#loads.set(key, load)
    return this.#finish(key, load)
  }

  async #finish(key: string, load: Load): Promise<Answer> {
    try {
      const answer = await load.answer
      if (answer.mayBeKept && !load.overtaken) this.#set(key, answer)
      return answer
    } finally {
      if (this.#loads.get(key) === load) this.#loads.delete(key)
    }
  }

  /** After a write: forgets what was made from these. Readers who come now do not join a load that began before. */
  purge(tags: Iterable<string>): void {
    this.#overtakeLoads()
    for (const tag of tags) {
      for (const key of this.#keysByTag.get(tag) ?? []) this.#remove(key)
    }
  }

  clear(): void {
    this.#overtakeLoads()
    this.#answers.clear()
    this.#keysByTag.clear()
    this.#bytes = 0
  }

  #overtakeLoads(): void {
    for (const load of this.#loads.values()) load.overtaken = true
    this.#loads.clear()
  }

  #set(key: string, answer: Answer): void {
    const bytes = sizeOf(answer)
    if (bytes > this.#maxBytes) return
    this.#remove(key)
    this.#answers.set(key, answer)
    this.#bytes += bytes
    for (const tag of answer.tags) {
      const keys = this.#keysByTag.get(tag)
      if (keys) keys.add(key)
      else this.#keysByTag.set(tag, new Set([key]))
    }
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    const answer = this.#answers.get(key)
    if (answer === undefined) return
    this.#answers.delete(key)
    this.#bytes -= sizeOf(answer)
    for (const tag of answer.tags) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }
}
