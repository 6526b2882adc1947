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

/** `dropped`: the mail was no longer needed, or would contain nothing that its recipient may read. */
export type MailState = 'waiting' | 'sending' | 'sent' | 'failed' | 'dropped'

/** A mail to send. Its text is written when it is sent, so that no token is stored. Its id is part of the Message-ID. */
export interface OutboxTable {
  id: string
  kind: MailKind
  /** Null for mails to followers, whose address may change until the mail is sent. */
  email: Defaulted<string | null>
  follower_id: Defaulted<string | null>
  /** For the kind `comments`: the mail contains comments after this time, up to `created_at`. */
  since: Defaulted<number | null>
  /** 0 goes first (see `MAIL_PRIORITY`). */
  priority: number
  state: Defaulted<MailState>
  attempts: Defaulted<number>
  /** In the state `sending`: when another process may retry, because the sending one has died. */
  next_attempt_at: number
  /** When the link or code of a mail to an address has ended. Null for mails to followers, which end with their attempts. */
  give_up_at: Defaulted<number | null>
  /** When the mail server last refused it without saying why, or named a limit. */
  refused_at: Defaulted<number | null>
  /** Why the last attempt failed, in words for admins; null before the first. */
  problem: Defaulted<string | null>
  created_at: number
  ended_at: Defaulted<number | null>
}
export type OutboxRow = Selectable<OutboxTable>

/** What a mail brings a follower: a post, or a reply. Each is brought once. */
export interface DeliveriesTable {
  follower_id: string
  post_id: Defaulted<string | null>
  comment_id: Defaulted<string | null>
  mail_id: string
}

/** What all processes know of the mail server, in one row. */
export interface MailServerTable {
  id: number
  /** While it fails: when the next mail tries it. */
  next_at: number
  /** Number of consecutive attempts that found no mail server, or one that refuses the blog. */
  failures: number
  /** Reason of the last failure, in words for admins. */
  problem: string | null
  /** When the first of these attempts failed. */
  failing_since: number | null
  /** When the newest attempt began that was accepted. */
  accepted_at: number
  /** When the next mail of those that keep the pace may go. */
  pace_at: number
  /** JSON: by hour since 1970, the mails that were handed over, and how many of them asked addresses that anybody entered. */
  hours: string
}
