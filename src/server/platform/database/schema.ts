import type { Generated } from 'kysely'
import type { Category } from '#contract/categories.ts'

/** Times are milliseconds since 1970 in UTC; truth values are 0 or 1, the same in both databases. */
export interface UsersTable {
  id: string
  username: string
  /** Lower case. */
  email: string
  /** argon2id in PHC form; null for accounts that never had a password. */
  password_hash: string | null
  /** Path of an uploaded picture; null shows the drawn one. */
  picture_url: string | null
  is_admin: 0 | 1
  created_at: number
  updated_at: number
}

export interface SessionsTable {
  /** SHA-256 of the token, base64url. The token itself is only in the cookie. */
  token_hash: string
  user_id: string
  created_at: number
  expires_at: number
}

export interface PostsTable {
  /** Row number for the full-text index. */
  seq: Generated<number>
  id: string
  author_id: string | null
  title: string
  slug: string
  category: Category
  image_url: string | null
  content: string
  created_at: number
  updated_at: number
}

/** Every slug that a post has or had; the old ones redirect for good. */
export interface PostSlugsTable {
  slug: string
  post_id: string
}

export interface CommentsTable {
  id: string
  post_id: string
  /** Null when the account is gone. */
  user_id: string | null
  content: string
  created_at: number
  updated_at: number
}

export interface LikesTable {
  comment_id: string
  user_id: string
  created_at: number
}

export interface RateLimitsTable {
  key: string
  count: number
  window_ends_at: number
}

/** SQLite only: tags of what was written, for the caches of other processes. */
export interface ChangesTable {
  seq: Generated<number>
  tag: string
  created_at: number
}

export interface Schema {
  users: UsersTable
  sessions: SessionsTable
  posts: PostsTable
  post_slugs: PostSlugsTable
  comments: CommentsTable
  likes: LikesTable
  rate_limits: RateLimitsTable
  changes: ChangesTable
}
