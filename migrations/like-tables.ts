/** A member's heart on a post. */
export interface PostLikesTable {
  post_id: string
  user_id: string
  created_at: number
}

/** A visitor's heart on a post, without a time: the rows of one device have nothing in common. */
export interface VisitorLikesTable {
  post_id: string
  /** Of the post and the random token in the visitor's cookie. */
  device_hash: string
}
