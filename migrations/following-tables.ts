import type { ColumnType, Selectable } from 'kysely'
import type { CommentCadence, PostCadence } from '#contract/following.ts'

type Defaulted<T> = ColumnType<T, T | undefined, T>

/**
 * Who is mailed about the blog: a visitor by an address of their own, or a user by that of the account. A user's row
 * holds all that the user wants to be mailed about.
 */
export interface FollowersTable {
  id: string
  /** Null for visitors. */
  user_id: Defaulted<string | null>
  /** Lower case; null for users, whose account has one. */
  email: Defaulted<string | null>
  /** Random, part of the links in the mails. Not a hash: every mail holds it, and it opens nothing but this row. */
  link_key: string
  /** How often posts are mailed; null for never. */
  posts: Defaulted<PostCadence | null>
  /** JSON, an array of stored values of categories; null for all. */
  categories: Defaulted<string | null>
  /** Whether replies to a user's comments are mailed. */
  replies: Defaulted<0 | 1>
  /** How often new and waiting comments are mailed to an admin; null for never. */
  comments: Defaulted<CommentCadence | null>
  /** Null until the link in the first mail was used; nothing else is mailed before. */
  confirmed_at: Defaulted<number | null>
  /** Of the token in that link; null until the mail is sent. */
  confirm_hash: Defaulted<string | null>
  /** Until when it can be confirmed; later the row is deleted. */
  confirm_ends_at: Defaulted<number | null>
  /** Mails in a row that the address has refused for good. */
  bounces: Defaulted<number>
  /** When they ended the following: nothing is mailed any more, and the row is there for the admins to see. */
  bounced_at: Defaulted<number | null>
  /** Posts that were published up to here were in a digest, or before the following began. */
  digest_through: number
  /** The same for a daily mail of comments. */
  comments_through: Defaulted<number>
  created_at: number
}
export type FollowerRow = Selectable<FollowersTable>

/** A post that is announced to the followers. Posts that were there before the first migration with this table are not. */
export interface AnnouncementsTable {
  post_id: string
  /** Ten minutes after it was published: until then it can be withdrawn. */
  due_at: number
  /** When its mails to those who hear at once were queued; null before. */
  queued_at: Defaulted<number | null>
}

/** `reply` to a comment of the follower's; `comment`, a new one, for admins; `comments`, those of a day. */
export type DeliveryKind = 'post' | 'digest' | 'reply' | 'comment' | 'comments'
/** `dropped`: there was nothing (any more) that this person may or wants to read. */
export type DeliveryState = 'waiting' | 'sending' | 'sent' | 'failed' | 'dropped'

/** A mail to one follower; its id is part of its Message-ID. What it says is decided when it is sent. */
export interface DeliveriesTable {
  id: string
  follower_id: string
  kind: DeliveryKind
  /** Of a reply or a new comment. */
  comment_id: Defaulted<string | null>
  state: DeliveryState
  attempts: Defaulted<number>
  /** While it is being sent: when another process may try, because this one has died. */
  next_attempt_at: number
  /** It fails when it was not sent until then. */
  give_up_at: number
  /** Of a daily mail of comments: those after this, up to `created_at`. */
  since: Defaulted<number | null>
  /** Why the last attempt failed, in words for admins. */
  problem: Defaulted<string | null>
  created_at: number
  ended_at: Defaulted<number | null>
}
export type DeliveryRow = Selectable<DeliveriesTable>

/** The posts of a mail. */
export interface DeliveryPostsTable {
  follower_id: string
  post_id: string
  delivery_id: string
}

/** When the next mail to a follower may go out, from whichever process. One row. */
export interface MailPaceTable {
  name: string
  next_at: number
  /** Attempts in a row that found no mail server, or one that refuses the blog itself. */
  failures: Defaulted<number>
  /** Why, in words for admins. */
  problem: Defaulted<string | null>
}
