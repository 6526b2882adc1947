import type { ColumnType, Generated } from 'kysely'

type Defaulted<T> = ColumnType<T, T | undefined, T>

/** A comment that an admin deleted, stored for the hour in which this can be undone; for a day with its account. */
export interface DeletedCommentsTable extends Omit<CommentsTable, 'report_count' | 'request_key'> {
  deleted_at: number
  /** 1 if it was removed with everything of its account. */
  with_account: Defaulted<0 | 1>
}

/** An account of which everything was removed. */
export interface RemovedAccountsTable {
  user_id: string
  removed_by: string | null
  removed_at: number
  was_enabled: 0 | 1
  comments: number
}

/** What a removed account had liked. */
export interface RemovedLikesTable {
  user_id: string
  comment_id: string
  created_at: number
}
export interface RemovedHeartsTable {
  user_id: string
  post_id: string
  created_at: number
}

export interface CommentsTable {
  id: string
  post_id: string
  /** Null when the account is deleted. */
  user_id: string | null
  /** Name of an imported comment's author on the old blog; null for comments written in Kindred. */
  guest_name: Defaulted<string | null>
  content: string
  /** For replies: first comment of the conversation, which may be deleted. Null for a comment that is not a reply. */
  parent_id: Defaulted<string | null>
  /** Time of the first comment, which determines the position of the conversation. */
  parent_at: Defaulted<number | null>
  /** Comment that was replied to: the first of the conversation, or another reply in it. */
  replied_to_id: Defaulted<string | null>
  /** 1 while the comment awaits an admin's approval. */
  pending: Defaulted<0 | 1>
  /** Hash by which a repeated request finds the comment that it already created; null where the client sent no key. */
  request_key: Defaulted<string | null>
  /** Admin who changed what another person had written; null for none, and when that account is deleted. */
  editor_id: Defaulted<string | null>
  /** What the author had written before an admin changed it; null if none did. */
  first_content: Defaulted<string | null>
  /** Written by triggers. */
  report_count: Generated<number>
  created_at: number
  updated_at: number
}

/** A reader's report of a comment to the admins. */
export interface CommentReportsTable {
  comment_id: string
  user_id: string
  reason: string
  created_at: number
}

/** Reports of visitors. Those of the same words are one: nothing is stored by which a visitor could be known. */
export interface VisitorReportsTable {
  comment_id: string
  reason: string
  created_at: number
}

export interface LikesTable {
  comment_id: string
  user_id: string
  created_at: number
}

export type TrashedCommentsTable = Omit<CommentsTable, 'pending' | 'request_key'> & { pending: 0 | 1 }

/** A member who wants no mails about what another one writes. */
export interface MutesTable {
  user_id: string
  muted_id: string
  created_at: number
}
