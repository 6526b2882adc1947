import { Refused } from './person.ts'

/** Value of a key that was deleted or never existed. */
export const DELETED = 'deleted'

type Claim = readonly [key: string, value: string]

/**
 * Tracks the values that each key may have after a crash: only the new one after an acknowledged write, the old or the
 * new one after a write without a response. Each key has one writer at a time.
 */
export class Ledger {
  readonly #possible = new Map<string, Set<string>>()
  /** Writes with a successful response. */
  acknowledged = 0
  /** Writes without a response, or with a server error. */
  inDoubt = 0

  /** Sends a write that sets these values, and records its outcome. */
  async write<T>(claims: readonly Claim[], send: () => Promise<T>): Promise<T> {
    for (const [key, value] of claims) this.#of(key).add(value)
    try {
      const result = await send()
      for (const [key, value] of claims) this.#possible.set(key, new Set([value]))
      this.acknowledged += 1
      return result
    } catch (error) {
      if (error instanceof Refused) for (const [key, value] of claims) this.#of(key).delete(value)
      else this.inDoubt += 1
      throw error
    }
  }

  /** @returns null if more than one value is possible */
  valueOf(key: string): string | null {
    const [value = DELETED, other] = this.#possible.get(key) ?? [DELETED]
    return other === undefined ? value : null
  }

  /** Removes a key that was deleted together with its parent. */
  remove(key: string): void {
    this.#possible.delete(key)
  }

  keys(start: string): string[] {
    return [...this.#possible.keys()].filter((key) => key.startsWith(start))
  }

  /** Compares found values with possible ones, then records the found ones as current. @returns the differences */
  settle(found: ReadonlyMap<string, string>): string[] {
    const problems: string[] = []
    for (const [key, possible] of this.#possible) {
      const value = found.get(key) ?? DELETED
      if (!possible.has(value)) problems.push(`${key}: acknowledged ${[...possible].join(' or ')}, found ${value}`)
      if (value === DELETED) this.#possible.delete(key)
      else this.#possible.set(key, new Set([value]))
    }
    for (const key of found.keys()) if (!this.#possible.has(key)) problems.push(`${key}: found, but never written`)
    return problems
  }

  #of(key: string): Set<string> {
    const known = this.#possible.get(key)
    if (known) return known
    const fresh = new Set([DELETED])
    this.#possible.set(key, fresh)
    return fresh
  }
}
