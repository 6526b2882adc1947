import type { Generated } from 'kysely'
import type { Category } from '#contract/categories.ts'
import type { UploadKind } from '#contract/limits.ts'

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

/** An upload, kept for a day: for its limits, its owner and its result. The bytes are in the storage. */
export interface UploadsTable {
  id: string
  user_id: string | null
  kind: UploadKind
  /** The file's own name, made safe. */
  name: string
  size: number
  /** `ended` was cancelled; `refused` has a message, `done` an address. */
  state: 'receiving' | 'received' | 'processing' | 'done' | 'refused' | 'ended'
  message: string | null
  address: string | null
  /** While a process works on it; after that another one may. */
  claimed_until: Generated<number>
  created_at: number
}

/** A folder of the storage. The row is written before the first file and goes after the last. */
export interface PicturesTable {
  folder: string
  user_id: string | null
  kind: UploadKind
  address: string
  /** Of all forms together. */
  bytes: number
  created_at: number
  /** When it was first seen that nothing shows it; null while something does. */
  unused_since: number | null
}

export interface Schema {
  users: UsersTable
  sessions: SessionsTable
  posts: PostsTable
  post_slugs: PostSlugsTable
  comments: CommentsTable
  likes: LikesTable
  rate_limits: RateLimitsTable
  uploads: UploadsTable
  pictures: PicturesTable
}
