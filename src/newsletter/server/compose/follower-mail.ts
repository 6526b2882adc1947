import type { Audience } from '#platform/contract/audiences.ts'
import type { FollowerMailKind, OutboxRow } from '#migrations/schema.ts'
import type { Database } from '#platform/database/database.ts'
import type { MailContent } from '#platform/mail/mailer.ts'
import type { MailBlog, MailBody } from '#site/contract/mail.ts'

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
  /** The page that changes or ends these mails. */
  readonly manageUrl: (what: Followed) => string
  /** URL of one-click unsubscribe (RFC 8058). */
  readonly endUrl: (what: Followed) => string
}

/** A row of the outbox for a follower. */
export interface FollowerMailRow extends OutboxRow {
  readonly kind: FollowerMailKind
  readonly follower_id: string
}

/**
 * Writes a mail to a follower, from what the recipient may read now.
 * @returns null where nothing is left to send
 */
export type ComposeFollowerMail = (db: Database, mail: FollowerMailRow, recipient: Recipient) => Promise<MailContent | null>

const REASONS: Readonly<Record<Followed, (blog: MailBlog, isMember: boolean) => string>> = {
  posts: ({ name }, isMember) =>
    isMember
      ? `You get this mail because you have an account at ${name} and asked for mails about new posts.`
      : `You get this mail because you follow ${name} by mail.`,
  replies: ({ name }) => `You get this mail because you commented at ${name} and asked for mails about replies.`,
  comments: ({ name }) => `You get this mail because you are an admin of ${name} and asked for mails about comments.`,
}

/** Footer of a mail to a follower: why they get it, and the link to change or stop the mails. */
export const followerFooter = (blog: MailBlog, recipient: Pick<Recipient, 'userId' | 'manageUrl'>, what: Followed): MailBody['footer'] => ({
  why: REASONS[what](blog, recipient.userId !== null),
  links: [{ label: 'Stop or change these mails', url: recipient.manageUrl(what) }],
})
