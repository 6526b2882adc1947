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

/**
 * Counts an attempt before it is checked, or many at once would all pass.
 * @returns what takes the attempt back once it was right
 * @throws rate_limited
 */
export async function countSignInAttempt(db: Database, attempt: Attempt): Promise<() => Promise<void>> {
  const uses = await usesOf(db, attempt)
  for (const { limit, key } of uses) await takeFromLimit(db, limit, { key, now: attempt.now })
  return async () => {
    for (const { limit, key } of uses) await giveBackToLimit(db, limit, key)
    await rememberAddress(db, attempt)
  }
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
