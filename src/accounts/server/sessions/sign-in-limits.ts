import { ACCOUNT_RATE_LIMITS, KNOWN_ADDRESS_MS } from '#accounts/contract/account-limits.ts'
import { type RateLimit } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { clearLimit, findLimitWait, giveBackToLimit, hashedKey, takeFromLimit, tryTakeFromLimit } from '#platform/security/rate-limit.ts'

export interface SignInAttempt {
  /** In lower case. */
  readonly email: string
  readonly address: string
  /** Milliseconds since 1970. */
  readonly now: number
}

interface Use {
  readonly limit: RateLimit
  readonly key: string
}

/** Limits that an attempt was counted against, or the time until the next attempt is allowed. */
export type CountedAttempt = { readonly counted: readonly Use[] } | { readonly refusedForMs: number }

/**
 * Counts an attempt before its password is checked, so that concurrent attempts cannot exceed the limits;
 * {@link forgiveAttempt} undoes that after a success. An IP address that signed in to the account within a week is subject
 * only to the limit of that pair: neither guesses from elsewhere nor failures with other accounts on the same network lock
 * the owner out. Commit before refusing: a refused attempt counts for its address.
 */
export async function countAttempt(trx: Database, attempt: SignInAttempt): Promise<CountedAttempt> {
  const { email, address, now } = attempt
  const isKnown = await isKnownAddress(trx, attempt)
  const signedInWaitMs = await findSignInWait(trx, attempt, isKnown)
  if (signedInWaitMs !== null) return { refusedForMs: signedInWaitMs }
  const uses = [
    { limit: ACCOUNT_RATE_LIMITS.signInFailuresPerAddress, key: address, mayRefuse: !isKnown },
    {
      limit: isKnown ? ACCOUNT_RATE_LIMITS.signInFailuresAtKnownAddress : ACCOUNT_RATE_LIMITS.signInFailuresPerAccount,
      key: hashedKey(email, address),
      mayRefuse: true,
    },
    { limit: ACCOUNT_RATE_LIMITS.signInFailuresPerAccountEverywhere, key: hashedKey(email), mayRefuse: !isKnown },
  ]
  const counted: Use[] = []
  for (const use of uses) {
    const waitMs = await tryTakeFromLimit(trx, use.limit, { key: use.key, now })
    if (waitMs === null) counted.push(use)
    else if (use.mayRefuse) return { refusedForMs: waitMs }
  }
  return { counted }
}

/** Right sign-ins are counted separately, so that nobody who does not know the password can use them up. */
const rightSignIns = ({ email, address }: SignInAttempt, isKnown: boolean): readonly Use[] => [
  { limit: ACCOUNT_RATE_LIMITS.signInsPerAccount, key: hashedKey(email) },
  ...(isKnown ? [] : [{ limit: ACCOUNT_RATE_LIMITS.signInsPerAddress, key: address }]),
]

async function findSignInWait(trx: Database, attempt: SignInAttempt, isKnown: boolean): Promise<number | null> {
  for (const { limit, key } of rightSignIns(attempt, isKnown)) {
    const waitMs = await findLimitWait(trx, limit, { key, now: attempt.now })
    if (waitMs !== null) return waitMs
  }
  return null
}

/** Counts a sign-in that proved to be the owner's, however that was proved. @throws rate_limited */
export async function countSignIn(trx: Database, attempt: SignInAttempt): Promise<void> {
  for (const { limit, key } of rightSignIns(attempt, await isKnownAddress(trx, attempt)))
    await takeFromLimit(trx, limit, { key, now: attempt.now })
}

/** Undoes the counting of an attempt with the right password. */
export async function forgiveAttempt(trx: Database, counted: readonly Use[]): Promise<void> {
  for (const { limit, key } of counted) await giveBackToLimit(trx, limit, key)
}

/**
 * Remembers for a week that someone signed in to this account from this IP address. A known address is a row of `rate_limits`
 * with a kind of key of its own: that table has what it needs, a hashed key and an expiry after which housekeeping deletes it.
 * It limits nothing, so its count stays 0.
 */
export async function rememberAddress(trx: Database, attempt: SignInAttempt): Promise<void> {
  const ends = attempt.now + KNOWN_ADDRESS_MS
  await trx
    .insertInto('rate_limits')
    .values({ key: knownAddressKey(attempt), count: 0, window_ends_at: ends })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ window_ends_at: ends }))
    .execute()
}

/**
 * For an owner who proved to be one by a mailed code or a passkey: remembers the address, and deletes the count of wrong passwords that
 * strangers entered for this account, which would keep the owner out.
 */
export async function admitOwner(trx: Database, attempt: SignInAttempt): Promise<void> {
  const { email, address } = attempt
  await rememberAddress(trx, attempt)
  await clearLimit(trx, ACCOUNT_RATE_LIMITS.signInFailuresPerAccountEverywhere, hashedKey(email))
  for (const limit of [ACCOUNT_RATE_LIMITS.signInFailuresPerAccount, ACCOUNT_RATE_LIMITS.signInFailuresAtKnownAddress])
    await clearLimit(trx, limit, hashedKey(email, address))
}

const knownAddressKey = ({ email, address }: SignInAttempt) => `known-address:${hashedKey(email, address)}`

export async function isKnownAddress(db: Database, attempt: SignInAttempt): Promise<boolean> {
  const row = await db.selectFrom('rate_limits').select('window_ends_at').where('key', '=', knownAddressKey(attempt)).executeTakeFirst()
  return row !== undefined && row.window_ends_at > attempt.now
}
