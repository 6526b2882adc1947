import type { Audience } from '#contract/audiences.ts'
import type { DeliveryRow } from '#migrations/schema.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { MailContent } from '#server/platform/mail/mailer.ts'

/** What a mail can end with one tap: hearing of posts, of replies, or of comments. */
export type Followed = 'posts' | 'replies' | 'comments'

/** Who a mail to a follower goes to, as they are when it is sent. */
export interface Recipient {
  readonly followerId: string
  readonly userId: string | null
  readonly email: string
  /** Null for visitors. */
  readonly name: string | null
  /** What they may read now: a visitor what is public. */
  readonly audience: Audience
  /** Stored values of categories; null for all. */
  readonly categories: readonly string[] | null
  /** The page that changes or ends the following. */
  readonly manageUrl: string
  /** Where a mail program posts to, to end it with one tap (RFC 8058). */
  readonly endUrl: (what: Followed) => string
}

/**
 * Writes the mail of a delivery, from what the recipient may read at this moment.
 * @returns null where nothing is left to tell this person
 */
export type ComposeDelivery = (db: Database, delivery: DeliveryRow, recipient: Recipient) => Promise<MailContent | null>
