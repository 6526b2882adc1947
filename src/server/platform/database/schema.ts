import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { Category } from '#contract/categories.ts'
import type { UploadKind } from '#contract/limits.ts'

/** Has a value in the database that an insert may leave out. */
type Defaulted<T> = ColumnType<T, T | undefined, T>

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
  /** Whether somebody has shown that this address is theirs. */
  email_verified: Defaulted<0 | 1>
  /** When an admin shut the account, and why; null while it is open. */
  disabled_at: Defaulted<number | null>
  disabled_reason: Defaulted<string | null>
  created_at: number
  updated_at: number
}

export interface SessionsTable {
  /** SHA-256 of the token, base64url. The token itself is only in the cookie. */
  token_hash: string
  /** What the user's own list calls it; opens nothing. */
  id: string
  user_id: string
  /** As the browser named itself, cut; read for the list only. */
  user_agent: Defaulted<string>
  /** Behind by up to {@link SESSION_SEEN_EVERY_MS}: a read does not write. */
  last_seen_at: number
  /** When its user signed in; renewing does not move it. */
  created_at: number
  expires_at: number
}

/** An account at an identity provider that opens an account here. */
export interface IdentitiesTable {
  issuer: string
  subject: string
  user_id: string
  created_at: number
}

/** A sign-in with an identity provider under way in one browser, which has the flow's token in a cookie. Used once. */
export interface SignInFlowsTable {
  flow_hash: string
  state: string
  nonce: string
  code_verifier: string
  expires_at: number
}

export type LinkPurpose = 'reset_password' | 'verify_email'

/** A link that was mailed, by the hash of its token. Good for one use, and only while the account still has that email. */
export interface AccountLinksTable {
  token_hash: string
  user_id: string
  purpose: LinkPurpose
  email: string
  expires_at: number
}

export type MailKind = LinkPurpose | 'email_changed' | 'password_changed'

/** Mail to be sent. Its text, with its link, is made when it goes out, so no token ever lies here. */
export interface OutboxTable {
  id: string
  kind: MailKind
  email: string
  attempts: Defaulted<number>
  created_at: number
  next_attempt_at: number
}

/** What an admin has set, by name; JSON. */
export interface SettingsTable {
  name: string
  value: string
}

export interface PostsTable {
  /** Row number: breaks ties in time, and makes a part of the number in the full-text index. */
  seq: Generated<number>
  id: string
  author_id: string | null
  title: string
  slug: string
  category: Category
  image_url: string | null
  content: string
  /** Counts the versions that were published. */
  revision: Defaulted<number>
  /** Who published the present version; null when the account is gone. */
  editor_id: Defaulted<string | null>
  created_at: number
  updated_at: number
}

/** A version of a post that was published once; the present one stands in the post itself. No key leads to `posts`: it stays while the post is in the trash. */
export interface PostRevisionsTable {
  post_id: string
  revision: number
  title: string
  category: Category
  image_url: string | null
  content: string
  editor_id: string | null
  published_at: number
}

/**
 * A text that is not published yet: of one user, for one post (or 'new'), by one open editor. Another editor has
 * a row of its own, so nothing is ever written over. What has ended stays as a mark without text, so that a
 * save that comes late does not bring it back.
 */
export interface PostDraftsTable {
  user_id: string
  post_id: string
  writer: string
  /** Goes up with each save of this writer; an older save changes nothing. */
  sequence: number
  /** Revision of the post that the text was made from; null for a new post. */
  base_revision: number | null
  title: string
  category: Category
  image_url: string | null
  content: string
  saved_at: number
  /** When it was published, discarded, or taken on by another editor. */
  ended_at: number | null
  /** The post that came of a new one. */
  published_as: string | null
}

/** A deleted post, for a month. No read path of posts looks here. */
export interface TrashedPostsTable {
  id: string
  author_id: string | null
  editor_id: string | null
  title: string
  slug: string
  category: Category
  image_url: string | null
  content: string
  revision: number
  created_at: number
  updated_at: number
  deleted_at: number
  deleted_by: string | null
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
  /** Who wrote it on another blog, from which it was taken over; null for comments that were written here. */
  guest_name: Defaulted<string | null>
  content: string
  /** 1 while it waits for an admin's approval. */
  pending: Defaulted<0 | 1>
  /** Kept up by the database. */
  report_count: Generated<number>
  created_at: number
  updated_at: number
}

/** Where a post stood on the blog it came from; looked up when nothing else is at an address. */
export interface OldAddressesTable {
  /** In the form that oldAddressKey() gives. */
  path: string
  post_id: string
}

/** What was taken over from another blog: nothing comes twice. */
export interface ImportedItemsTable {
  /** Which blog, for instance `wordpress https://old.example.org`. */
  source: string
  kind: 'post' | 'comment' | 'picture'
  /** What it is called there; of pictures the address. */
  source_id: string
  /** Our id; of pictures the address. */
  target: string
}

/** A reader's word that a comment should be looked at. */
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

export interface RateLimitsTable {
  key: string
  count: number
  window_ends_at: number
  /** Before this a limit with growing delays takes nothing. */
  open_at: Defaulted<number>
}

/** What one process at a time may do; the row stays until it is given back, or housekeeping takes it away. */
/** SQLite only: tags of what was written, for the caches of other processes. */
export interface ChangesTable {
  seq: Generated<number>
  tag: string
  created_at: number
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
  state: 'receiving' | 'received' | 'done' | 'refused' | 'ended'
  message: string | null
  address: string | null
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

/** How many rows a table has; kept by triggers. */
export interface CountersTable {
  /** The table's. */
  name: string
  count: number
}

/** Which posts show which folder of pictures; kept up by the database. */
export interface PostPicturesTable {
  folder: string
  post_id: string
}

/** Which drafts, earlier versions and trashed posts show which folder of pictures; kept up by the database. */
export interface KeptPicturesTable {
  folder: string
  holder: string
}

/** Every word that stands in the full-text index, or once did. */
export interface SearchWordsTable {
  word: string
}

/** How far the full-text index of a version has been made; see `rebuild-index.ts`. */
export interface SearchStateTable {
  version: number
  /** Row number of the last post in it. */
  indexed_to: number
}

/** What the installation does by itself, whichever process does it, and how it last went. */
export interface JobsTable {
  name: string
  succeeded_at: number | null
  /** What came of it then, for instance a file's name. */
  result: string | null
  failed_at: number | null
  problem: string | null
}

export interface Schema {
  counters: CountersTable
  post_pictures: PostPicturesTable
  search_words: SearchWordsTable
  search_state: SearchStateTable
  users: UsersTable
  sessions: SessionsTable
  posts: PostsTable
  post_slugs: PostSlugsTable
  comments: CommentsTable
  likes: LikesTable
  rate_limits: RateLimitsTable
  changes: ChangesTable
  identities: IdentitiesTable
  sign_in_flows: SignInFlowsTable
  account_links: AccountLinksTable
  outbox: OutboxTable
  settings: SettingsTable
  comment_reports: CommentReportsTable
  uploads: UploadsTable
  pictures: PicturesTable
  kept_pictures: KeptPicturesTable
  jobs: JobsTable
  post_revisions: PostRevisionsTable
  post_drafts: PostDraftsTable
  trashed_posts: TrashedPostsTable
  trashed_post_slugs: PostSlugsTable
  trashed_comments: TrashedCommentsTable
  trashed_likes: LikesTable
  trashed_comment_reports: CommentReportsTable
  old_addresses: OldAddressesTable
  imported_items: ImportedItemsTable
}

export type UserRow = Selectable<UsersTable>
export type NewUserRow = Insertable<UsersTable>
export type CommentTableRow = Selectable<CommentsTable>
export type NewCommentRow = Insertable<CommentsTable>
