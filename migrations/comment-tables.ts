import type { ColumnType, Generated } from 'kysely'

type Defaulted<T> = ColumnType<T, T | undefined, T>

/** A comment that an admin deleted, for the hour in which that can be undone. */
export interface DeletedCommentsTable extends Omit<CommentsTable, 'report_count'> {
  deleted_at: number
}

export interface CommentsTable {
  id: string
  post_id: string
  /** Null when the account was deleted. */
  user_id: string | null
  /** Author on the blog that it was imported from; null for comments that were written here. */
  guest_name: Defaulted<string | null>
  content: string
  /** First comment of the conversation that a reply belongs to, also after it was deleted; null for a comment of its own. */
  parent_id: Defaulted<string | null>
  /** When that one was written: conversations keep their place in the order. */
  parent_at: Defaulted<number | null>
  /** The comment that was replied to: the parent, or another reply to it. */
  replied_to_id: Defaulted<string | null>
  /** 1 while it waits for an admin's approval. */
  pending: Defaulted<0 | 1>
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

export interface LikesTable {
  comment_id: string
  user_id: string
  created_at: number
}

export type TrashedCommentsTable = Omit<CommentsTable, 'pending'> & { pending: 0 | 1 }
