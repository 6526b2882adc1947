import { ACCOUNT_RATE_LIMITS, CODE_TRIES_MAX } from '#accounts/contract/account-limits.ts'
import { AppError } from '#platform/contract/errors.ts'
import { type RateLimit } from '#platform/contract/limits.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import type { Database } from '#platform/database/database.ts'
import { verifyPassword } from '#accounts/server/passwords.ts'
import { giveBackToLimit, hashedKey, takeFromLimit } from '#platform/security/rate-limit.ts'
import { isKnownAddress } from '#accounts/server/sessions/sign-in-limits.ts'
import { countTry, deleteAttempt, type TriedAttempt } from './codes.store.ts'

interface Try {
  readonly attempt: string
  readonly code: string
  readonly sessionId: string | null
  readonly address: string
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface UsedCode extends Pick<TriedAttempt, 'purpose' | 'email'> {
  readonly userId: string
  /** Uses up the attempt. Call within the transaction that grants access. @throws gone if another request has used it */
  readonly finish: (trx: Database) => Promise<void>
}

const WRONG = 'That is not the code, or it is older than ten minutes. If you asked for several, the newest one counts.'
export const codeEnded = () => new AppError('gone', 'This code is used up. Please ask for another one.')

/**
 * A wrong code, one that is too old and an address without an account get the same response at the same cost.
 * @throws bad_request for a wrong code, gone for an attempt that has ended, rate_limited
 */
export async function checkCode(write: ChangeFeed['write'], { attempt, code, sessionId, address, now }: Try): Promise<UsedCode> {
  const counted = await write(async (trx) => {
    const row = await countTry(trx, { attempt, now, sessionId })
    if (!row) return undefined
    const use = await limitOf(trx, row, { address, now })
    if (use !== null) await takeFromLimit(trx, use.limit, { key: use.key, now })
    return { row, use }
  })
  if (!counted) throw codeEnded()
  const { row, use } = counted
  const matches = await verifyPassword(row.codeHash, code)
  if (!matches || row.user_id === null) {
    if (row.tries >= CODE_TRIES_MAX) throw codeEnded()
    throw new AppError('bad_request', WRONG, { field: 'code' })
  }
  const finish: UsedCode['finish'] = async (trx) => {
    if (!(await deleteAttempt(trx, attempt))) throw codeEnded()
    if (use !== null) await giveBackToLimit(trx, use.limit, use.key)
  }
  return { userId: row.user_id, purpose: row.purpose, email: row.email, finish }
}

/**
 * Anybody may ask for a code of any account, so a device that has signed in to it is not subject to the tries of others. A
 * second step needs the password first.
 */
async function limitOf(
  trx: Database,
  row: TriedAttempt,
  { address, now }: { address: string; now: number },
): Promise<{ limit: RateLimit; key: string } | null> {
  if (row.purpose === 'second_step') return { limit: ACCOUNT_RATE_LIMITS.secondStepFailuresPerUser, key: hashedKey(row.email) }
  const isKnown = await isKnownAddress(trx, { email: row.email, address, now })
  return isKnown ? null : { limit: ACCOUNT_RATE_LIMITS.codeFailuresPerAccount, key: hashedKey(row.email) }
}
