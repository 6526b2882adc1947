import { Refused } from './person.ts'

/** What stands in place of something that is not there, or no longer. */
export const GONE = 'gone'

type Claim = readonly [key: string, value: string]

/**
 * What the blog has promised: for each thing the values it may have. One that was acknowledged is the only one; a write
 * whose answer never came leaves the old and the new one possible. Each key has one writer at a time.
 */
export class Ledger {
  readonly #possible = new Map<string, Set<string>>()
  /** Writes that were answered with a success. */
  acknowledged = 0
  /** Writes that were neither acknowledged nor refused. */
  inDoubt = 0

  /** Does a write that makes the claims true, and notes what is known of it then. */
  async write<T>(claims: readonly Claim[], send: () => Promise<T>): Promise<T> {
    for (const [key, value] of claims) this.#of(key).add(value)
    try {
      const answer = await send()
      for (const [key, value] of claims) this.#possible.set(key, new Set([value]))
      this.acknowledged += 1
      return answer
    } catch (error) {
      if (error instanceof Refused) for (const [key, value] of claims) this.#of(key).delete(value)
      else this.inDoubt += 1
      throw error
    }
  }

  /** @returns null where it is in doubt */
  valueOf(key: string): string | null {
    const [value = GONE, other] = this.#possible.get(key) ?? [GONE]
    return other === undefined ? value : null
  }

  /** Something went with what it belonged to. */
  forget(key: string): void {
    this.#possible.delete(key)
  }

  keys(start: string): string[] {
    return [...this.#possible.keys()].filter((key) => key.startsWith(start))
  }

  /** Holds what is there against what was promised; from then on, what is there counts. @returns what is wrong */
  settle(there: ReadonlyMap<string, string>): string[] {
    const problems: string[] = []
    for (const [key, possible] of this.#possible) {
      const value = there.get(key) ?? GONE
      if (!possible.has(value)) problems.push(`${key}: promised ${[...possible].join(' or ')}, found ${value}`)
      if (value === GONE) this.#possible.delete(key)
      else this.#possible.set(key, new Set([value]))
    }
    for (const key of there.keys()) if (!this.#possible.has(key)) problems.push(`${key}: is there, and nobody wrote it`)
    return problems
  }

  #of(key: string): Set<string> {
    const known = this.#possible.get(key)
    if (known) return known
    const fresh = new Set([GONE])
    this.#possible.set(key, fresh)
    return fresh
  }
}
