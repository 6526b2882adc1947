import type { Audience } from '#platform/contract/audiences.ts'
import type { DeliveryRow } from '#migrations/schema.ts'
import type { Database } from '#platform/database/database.ts'
import type { MailContent } from '#platform/mail/mailer.ts'

/** Kind of mails that one-click unsubscribe ends. */
export type Followed = 'posts' | 'replies' | 'comments'

/** Recipient of a mail to a follower, at the time of sending. */
export interface Recipient {
  readonly followerId: string
  readonly userId: string | null
  readonly email: string
  /** Null for visitors. */
  readonly name: string | null
  /** What the recipient may read now; `public` for a visitor. */
  readonly audience: Audience
  /** Slugs of categories; null for all. */
  readonly categories: readonly string[] | null
  /** The page that changes or ends the following. */
  readonly manageUrl: string
  /** URL of one-click unsubscribe (RFC 8058). */
  readonly endUrl: (what: Followed) => string
}

/**
 * Writes the mail of a delivery, from what the recipient may read now.
 * @returns null where nothing is left to send
 */
export type ComposeDelivery = (db: Database, delivery: DeliveryRow, recipient: Recipient) => Promise<MailContent | null>
