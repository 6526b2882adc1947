import type { ColumnType, Selectable } from 'kysely'
import type { PostCadence } from '#newsletter/contract/cadences.ts'

type Defaulted<T> = ColumnType<T, T | undefined, T>

/**
 * A follower by mail: a visitor with an email address, or a user, who is mailed at the account's address. A user has
 * one row for all kinds of mail.
 */
export interface FollowersTable {
  id: string
  /** Null for visitors. */
  user_id: Defaulted<string | null>
  /** Lower case; null for users. */
  email: Defaulted<string | null>
  /** Random key in the links of mails. Stored in plain text: every mail contains it, and it gives access to this row only. */
  link_key: string
  /** How often posts are mailed; null for never. */
  posts: Defaulted<PostCadence | null>
  /** 1 to mail replies to the user's comments. */
  replies: Defaulted<0 | 1>
  /** 1 to mail an admin the new comments of each day. */
  comments: Defaulted<0 | 1>
  /** Null until the link in the first mail is used; until then nothing else is mailed. */
  confirmed_at: Defaulted<number | null>
  /** Hash of the token in that link; null until the mail is sent. */
  confirm_hash: Defaulted<string | null>
  /** Deadline for the confirmation; then the row is deleted. */
  confirm_ends_at: Defaulted<number | null>
  /**
   * The import that brought the address, until the person confirms it. Not confirmed, nothing is mailed: an admin has not
   * said yet that mails may begin.
   */
  import_id: Defaulted<string | null>
  /** Number of consecutive mails that the address has rejected permanently. */
  bounces: Defaulted<number>
  /** When bounces ended the following: nothing is mailed, and the row remains for admins to see. */
  bounced_at: Defaulted<number | null>
  /** When nothing was left: a day later the row is deleted. Null while something is mailed. */
  ended_at: Defaulted<number | null>
  /** Digests contain only posts published after this time: that of the last digest, or of the begin of the following. */
  digest_through: number
  /** The same for daily mails about comments. */
  comments_through: Defaulted<number>
  created_at: number
}
export type FollowerRow = Selectable<FollowersTable>
