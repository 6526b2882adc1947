import type { ColumnType, Generated } from 'kysely'

type Defaulted<T> = ColumnType<T, T | undefined, T>

/** The removal of everything that an account has written and liked. It can be undone until its row is deleted, which ends all of it. */
export interface RemovalsTable {
  id: string
  user_id: string
  removed_by: string | null
  removed_at: number
  /** 1 when the removal disabled the account: undoing it enables the account again. */
  disabled_user: 0 | 1
}

export type CommentState = 'shown' | 'pending' | 'deleted'

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
  /** Pending comments await an admin's approval; deleted ones are stored for as long as that can be undone. */
  state: CommentState
  /** State to which undoing sets it back; null unless it is deleted. */
  state_before: Defaulted<Exclude<CommentState, 'deleted'> | null>
  deleted_at: Defaulted<number | null>
  deleted_by: Defaulted<string | null>
  /** Removal of its account that deleted it. */
  removal_id: Defaulted<string | null>
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
  /** Removal of the account; null for a like that counts. */
  removal_id: Defaulted<string | null>
  created_at: number
}
