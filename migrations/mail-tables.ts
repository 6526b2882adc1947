import type { ColumnType, Selectable } from 'kysely'

type Defaulted<T> = ColumnType<T, T | undefined, T>

/** Mails to an address. */
export type AddressMailKind =
  | 'verify_email'
  | 'email_changed'
  | 'password_changed'
  | 'passkey_added'
  | 'let_in'
  | 'backup_trouble'
  | 'backup_place'
  | 'second_step'
  | 'sign_in_code'
  | 'follow'
  | 'waiting'
  | 'test'

/**
 * Mails to a follower. `reply`: to the follower's comment; `comments`: the comments of a day, for admins.
 */
export type FollowerMailKind = 'post' | 'digest' | 'reply' | 'comments'
export type MailKind = AddressMailKind | FollowerMailKind

/** `dropped`: the mail was not wanted any more, or would contain nothing that its recipient may read. */
export type MailState = 'waiting' | 'sending' | 'sent' | 'failed' | 'dropped'

/** A mail to send. Its text is written when it is sent, so that no token is stored. Its id is part of the Message-ID. */
export interface OutboxTable {
  id: string
  kind: MailKind
  /** Null for mails to followers, whose address may change until the mail is sent. */
  email: Defaulted<string | null>
  follower_id: Defaulted<string | null>
  /** For the kind `reply`. */
  comment_id: Defaulted<string | null>
  /** For the kind `comments`: the mail contains comments after this time, up to `created_at`. */
  since: Defaulted<number | null>
  /** 0 goes first (see `MAIL_PRIORITY`). */
  priority: number
  state: Defaulted<MailState>
  attempts: Defaulted<number>
  /** In the state `sending`: when another process may retry, because the sending one has died. */
  next_attempt_at: number
  /** Deadline after which the mail fails. */
  give_up_at: number
  /** Why the last attempt failed, in words for admins; null before the first. */
  problem: Defaulted<string | null>
  created_at: number
  ended_at: Defaulted<number | null>
  /** Id of the mail that contains what this one would have said. */
  bundle_id: Defaulted<string | null>
}
export type OutboxRow = Selectable<OutboxTable>

/** A post in a mail to a follower. */
export interface MailedPostsTable {
  follower_id: string
  post_id: string
  mail_id: string
}

/** What all processes share while they send: `server` is the mail server and its pauses, `newsletters` the pace of newsletters. */
export interface MailPaceTable {
  name: 'server' | 'newsletters'
  next_at: number
  /** Number of consecutive attempts that found no mail server, or one that rejects the blog. */
  failures: Defaulted<number>
  /** Reason of the last failure, in words for admins. */
  problem: Defaulted<string | null>
  /** When the first of these attempts failed. */
  failing_since: Defaulted<number | null>
}

/** Mails that were handed to the mail server in an hour (number of hours since 1970); `asks` of them to addresses that anybody entered. */
export interface MailHoursTable {
  hour: number
  mails: number
  asks: number
}
