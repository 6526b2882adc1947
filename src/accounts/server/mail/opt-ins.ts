import { ACCOUNT_RATE_LIMITS } from '#accounts/contract/account-limits.ts'
import type { Database } from '#platform/database/database.ts'
import { mailboxKey } from '#platform/security/mailbox-key.ts'
import { clearLimit, tryTakeFromLimit } from '#platform/security/rate-limit.ts'

/** Anybody can enter an address. Until it is confirmed, one mail a day goes to it, for any purpose. */
const LIMIT = ACCOUNT_RATE_LIMITS.mailsPerUnconfirmedAddress

interface OptIn {
  readonly email: string
  readonly now: number
}

/** Counts a mail to an address that was never confirmed. @returns whether it may be sent */
export const countOptIn = async (db: Database, { email, now }: OptIn): Promise<boolean> =>
  (await tryTakeFromLimit(db, LIMIT, { key: mailboxKey(email), now })) === null

/** Like {@link countOptIn}, for a mail that is composed again for each attempt. */
export const mayOptIn = async (
  db: Database,
  { isFirstAttempt, ...optIn }: OptIn & { readonly isFirstAttempt: boolean },
): Promise<boolean> => !isFirstAttempt || countOptIn(db, optIn)

/** Call when the owner of the address has confirmed it. */
export const clearOptIns = (db: Database, email: string): Promise<void> => clearLimit(db, LIMIT, mailboxKey(email))

/** Whether the address is the account's: it was confirmed, or admins vouch for its owner. */
export const isVouchedFor = (owner: { readonly email_verified: 0 | 1; readonly is_admin: 0 | 1; readonly is_family: 0 | 1 }): boolean =>
  owner.email_verified === 1 || owner.is_admin === 1 || owner.is_family === 1
