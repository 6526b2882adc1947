import { setTimeout as sleep } from 'node:timers/promises'
import { KNOWN_ADDRESS_MS, RATE_LIMITS, type RateLimit } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import { giveBackToLimit, hashedKey, takeFromLimit } from '#server/platform/rate-limit.ts'

/** Somebody tries to open an account; `email` in lower case. */
interface Attempt {
  readonly email: string
  readonly address: string
  readonly now: number
}

interface Use {
  readonly limit: RateLimit
  readonly key: string
}

/**
 * What one attempt counts against. The limit of an account from everywhere stops a guesser with many addresses;
 * an address that has opened the account within a week is not held by it, so no stranger can lock its owner out.
 */
async function usesOf(db: Database, { email, address, now }: Attempt): Promise<Use[]> {
  const here = [
    { limit: RATE_LIMITS.signInFailuresPerAddress, key: address },
    { limit: RATE_LIMITS.signInFailuresPerAccount, key: hashedKey(email, address) },
  ]
  if (await isKnownAddress(db, { email, address, now })) return here
  return [...here, { limit: RATE_LIMITS.signInFailuresPerAccountEverywhere, key: hashedKey(email) }]
}

/** Longer than any check takes on a busy machine; then the limit stands. */
const PATIENCE_MS = 10_000
const LOOK_AGAIN_MS = 20

/** Ends an attempt, and takes it back if it was right. */
export type EndAttempt = (wasRight: boolean) => Promise<void>

/**
 * Counts attempts before they are checked, or many at once would all pass. At the limit one waits for those that are
 * being checked in this process: had they been right, they do not count. Throws rate_limited.
 */
export function createSignInCounter(db: Database): (attempt: Attempt) => Promise<EndAttempt> {
  const underWay = new UnderWay()
  return async (attempt) => {
    const uses = await usesOf(db, attempt)
    const giveUpAt = performance.now() + PATIENCE_MS
    let looks = 0
    for (;;) {
      const refused = await takeAll(db, uses, attempt.now)
      if (refused === undefined) break
      const others = underWay.of(refused.use)
      looks = others.length === 0 ? looks + 1 : 0
      if (looks > 1 || performance.now() > giveUpAt) throw refused.error
      // Those that were in the way may have ended between the answer and this look.
      await (others.length === 0 ? sleep(LOOK_AGAIN_MS) : Promise.race(others))
    }
    const ended = underWay.add(uses)
    return async (wasRight) => {
      try {
        if (!wasRight) return
        for (const { limit, key } of uses) await giveBackToLimit(db, limit, key)
        await rememberAddress(db, attempt)
      } finally {
        ended()
      }
    }
  }
}

/** What is counted and not yet checked, by what it counts against. */
class UnderWay {
  readonly #attempts = new Map<string, Set<Promise<void>>>()

  of(use: Use): Promise<void>[] {
    return [...(this.#attempts.get(idOf(use)) ?? [])]
  }

  /** @returns what says that it has ended */
  add(uses: readonly Use[]): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    for (const id of uses.map(idOf)) this.#attempts.set(id, (this.#attempts.get(id) ?? new Set()).add(promise))
    return () => {
      for (const id of uses.map(idOf)) {
        const others = this.#attempts.get(id)
        others?.delete(promise)
        if (others?.size === 0) this.#attempts.delete(id)
      }
      resolve()
    }
  }
}

const idOf = ({ limit, key }: Use) => `${limit.name}:${key}`

/** All of them or none: what is refused counts nothing. @returns which one refused */
async function takeAll(db: Database, uses: readonly Use[], now: number): Promise<{ use: Use; error: unknown } | undefined> {
  for (const [index, use] of uses.entries()) {
    try {
      await takeFromLimit(db, use.limit, { key: use.key, now })
    } catch (error) {
      for (const { limit, key } of uses.slice(0, index)) await giveBackToLimit(db, limit, key)
      return { use, error }
    }
  }
  return undefined
}

const knownKey = ({ email, address }: Attempt) => `known-address:${hashedKey(email, address)}`

async function isKnownAddress(db: Database, attempt: Attempt): Promise<boolean> {
  const row = await db.selectFrom('rate_limits').select('window_ends_at').where('key', '=', knownKey(attempt)).executeTakeFirst()
  return row !== undefined && row.window_ends_at > attempt.now
}

/** Kept as a hash, beside the limits, whose housekeeping forgets it. */
async function rememberAddress(db: Database, attempt: Attempt): Promise<void> {
  const ends = attempt.now + KNOWN_ADDRESS_MS
  await db
    .insertInto('rate_limits')
    .values({ key: knownKey(attempt), count: 0, window_ends_at: ends })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ window_ends_at: ends }))
    .execute()
}
