import { AppError } from '#platform/contract/errors.ts'

interface Limits {
  /** Maximum number of files being sent, in total and to one address, which a whole hospital may share. */
  readonly max: number
  readonly perAddress: number
  readonly now?: (() => number) | undefined
}

/** A client that has taken nothing for so long may lose its place to one of the same address, or of one with no more files. */
const STILL_MS = 5000
const RETRY_SECONDS = 5

/** The place of one file that is being sent. */
export interface Place {
  /** The client has taken something. */
  readonly moved: () => void
  readonly release: () => void
  readonly isTaken: () => boolean
}

interface Entry {
  movedAt: number
  readonly end: () => void
}

/**
 * Each file that is being sent holds memory while its client does not read. Where all places are taken, the address with
 * the most gives up the file that has moved the least recently.
 */
export class FilePlaces {
  readonly #max: number
  readonly #perAddress: number
  readonly #now: () => number
  /** By address; of each, the least recently moved comes first. */
  readonly #entries = new Map<string, Set<Entry>>()
  #size = 0

  constructor({ max, perAddress, now = () => performance.now() }: Limits) {
    this.#max = max
    this.#perAddress = perAddress
    this.#now = now
  }

  /** @param end called when the place is taken away @throws unavailable */
  take(address: string, end: () => void): Place {
    const count = this.#entries.get(address)?.size ?? 0
    if (count >= this.#perAddress) this.#endIfStill(address)
    else if (this.#size >= this.#max) this.#makeRoom(count)
    const entries = this.#entries.get(address) ?? new Set()
    this.#entries.set(address, entries)
    const entry: Entry = { movedAt: this.#now(), end }
    entries.add(entry)
    this.#size += 1
    return {
      isTaken: () => !entries.has(entry),
      release: () => this.#remove(address, entry),
      moved: () => {
        if (!entries.delete(entry)) return
        entry.movedAt = this.#now()
        entries.add(entry)
      },
    }
  }

  #makeRoom(count: number): void {
    const [address, { size }] = [...this.#entries].reduce((a, b) => (b[1].size > a[1].size ? b : a))
    if (size > count + 1) this.#end(address)
    else this.#endIfStill(this.#findStillest(count))
  }

  /** Returns the address of the file that moved least recently, among those with at least so many files. */
  #findStillest(count: number): string {
    const candidates = [...this.#entries].filter(([, { size }]) => size >= count)
    return candidates.reduce((a, b) => (movedAt(b[1]) < movedAt(a[1]) ? b : a))[0]
  }

  /** @throws unavailable */
  #endIfStill(address: string): void {
    if (this.#now() - movedAt(this.#entries.get(address)) < STILL_MS)
      throw new AppError('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })
    this.#end(address)
  }

  #end(address: string): void {
    const entry = first(this.#entries.get(address))
    if (!entry) return
    this.#remove(address, entry)
    entry.end()
  }

  #remove(address: string, entry: Entry): void {
    const entries = this.#entries.get(address)
    if (!entries?.delete(entry)) return
    this.#size -= 1
    if (entries.size === 0) this.#entries.delete(address)
  }
}

const first = (entries: Set<Entry> | undefined): Entry | undefined => entries?.values().next().value
const movedAt = (entries: Set<Entry> | undefined): number => first(entries)?.movedAt ?? Number.POSITIVE_INFINITY
