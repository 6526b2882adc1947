import type { ColumnType } from 'kysely'

/** A member's like of a post. */
export interface PostLikesTable {
  post_id: string
  user_id: string
  /** Removal of the account; null for a like that counts. */
  removal_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: number
}

/** A visitor's like of a post. Without a time, so that rows of one device cannot be linked. */
export interface VisitorLikesTable {
  post_id: string
  /** Hash of the post's id and the random token in the visitor's cookie. */
  device_hash: string
}
