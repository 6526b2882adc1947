import { DAY_MS, HOUR_MS, type RateLimit } from '#platform/contract/limits.ts'

/** Time to confirm a requested following; then the request is deleted. */
export const FOLLOW_CONFIRM_MS = 7 * DAY_MS
/** Period in which admins see the address of a visitor whose mails bounced; then it is deleted. */
export const BOUNCED_FOLLOWER_MS = 30 * DAY_MS
/** Age of an account from which its replies are mailed without an approval. */
export const MAILED_REPLY_AGE_MS = DAY_MS
export const NEWSLETTER_RATE_LIMITS = {
  /** Each sends a mail. */
  followsPerAddress: { name: 'follow/address', max: 30, windowMs: HOUR_MS },
  /** Per mail address, which others may have entered. Separate from codes, so that nobody can use those up. */
  followMailsPerAccount: { name: 'follow/account', max: 3, windowMs: DAY_MS },
  /** Confirmations and changes by mailed links, which cannot be guessed. */
  followingChangesPerAddress: { name: 'following/address', max: 300, windowMs: HOUR_MS, countsFailures: true },
} as const satisfies Record<string, RateLimit>
