import { AppError } from '#platform/contract/errors.ts'

interface Limits {
  /** Maximum number of files being sent, in total and to one address, which a whole hospital may share. */
  readonly max: number
  readonly perAddress: number
  readonly now?: () => number
}

/** A client that has taken nothing for so long may lose its place to one of the same address, or with as many files. */
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
    if (count >= this.#perAddress) this.#endIfStill(this.#entries.get(address))
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
    const most = [...this.#entries].reduce((a, b) => (b[1].size > a[1].size ? b : a))
    if (most[1].size > count + 1) this.#end(most[0])
    else this.#endIfStill(this.#findStillest())
  }

  #findStillest(): Set<Entry> | undefined {
    const movedAt = (entries: Set<Entry>) => first(entries)?.movedAt ?? Number.POSITIVE_INFINITY
    return [...this.#entries.values()].reduce((a, b) => (movedAt(b) < movedAt(a) ? b : a))
  }

  /** @throws unavailable */
  #endIfStill(entries: Set<Entry> | undefined): void {
    const entry = entries && first(entries)
    if (!entry || this.#now() - entry.movedAt < STILL_MS) throw new AppError('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })
    for (const [address, each] of this.#entries) if (each === entries) return this.#end(address)
  }

  #end(address: string): void {
    const entry = first(this.#entries.get(address) ?? new Set())
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

const first = (entries: Set<Entry>): Entry | undefined => entries.values().next().value
