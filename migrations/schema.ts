import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { Audience } from '#platform/contract/audiences.ts'
import type {
  CommentReportsTable,
  CommentsTable,
  DeletedCommentsTable,
  LikesTable,
  RemovedAccountsTable,
  RemovedHeartsTable,
  RemovedLikesTable,
  MutesTable,
  TrashedCommentsTable,
  VisitorReportsTable,
} from './comment-tables.ts'
import type { AnnouncementsTable, FollowersTable, UnmailedPostsTable } from './following-tables.ts'
import type { MailedPostsTable, MailHoursTable, MailPaceTable, OutboxTable } from './mail-tables.ts'
import type { InvitationsTable, InvitationUsesTable, SignUpRequestsTable } from './invitation-tables.ts'
import type { ImportedItemsTable, ImportsTable, MovedAddressesTable, OldAddressesTable } from './import-tables.ts'
import type { PostLikesTable, VisitorLikesTable } from './like-tables.ts'
import type { KeptPicturesTable, PicturesTable, PostPicturesTable, UploadsTable } from './picture-tables.ts'
import type {
  FeedTokensTable,
  IdentitiesTable,
  PasskeyChallengesTable,
  PasskeysTable,
  SecondStepsTable,
  SignInFlowsTable,
} from './sign-in-tables.ts'

/** Has a default: an insert may leave it out. */
type Defaulted<T> = ColumnType<T, T | undefined, T>

/** Times are milliseconds since 1970 in UTC; booleans are 0 or 1, the same in both databases. */
export interface UsersTable {
  id: string
  username: string
  /** Shown instead of the username; null for none. */
  display_name: Defaulted<string | null>
  /** Lower case. */
  email: string
  /** argon2id in PHC format; null for accounts without a password. */
  password_hash: string | null
  /** Path of an uploaded picture; null for the default drawing. */
  picture_url: string | null
  is_admin: 0 | 1
  /** 1 for users who joined by an invitation or were approved by an admin; they may read content for the family. */
  is_family: Defaulted<0 | 1>
  /** When the user was last taken out of the family or the admins; null for never. */
  family_ended_at: Defaulted<number | null>
  /** 1 when a link that was mailed to this address has been opened. */
  email_verified: Defaulted<0 | 1>
  /** When an admin disabled the account, and why; null while it is enabled. */
  disabled_at: Defaulted<number | null>
  disabled_reason: Defaulted<string | null>
  /** For an admin whom another one deletes: when the account ends, and the id of that admin. */
  deletes_at: Defaulted<number | null>
  deletion_by: Defaulted<string | null>
  /** 1 to mail an admin what waits for approval: comments, and requests for an account. */
  waiting_mails: Defaulted<0 | 1>
  created_at: number
  updated_at: number
}

export interface SessionsTable {
  /** SHA-256 of the current token, base64url. The token itself is only in the cookie. */
  token_hash: string
  /** Public id for the user's list of sessions; does not authenticate. */
  id: string
  user_id: string
  /** Truncated `User-Agent` header, for the list of sessions only. */
  user_agent: Defaulted<string>
  /** Up to {@link SESSION_SEEN_EVERY_MS} too early, so that most requests write nothing. */
  last_seen_at: number
  /** Time of the sign-in; renewals do not change it. */
  created_at: number
  /** When the session ends unless it is used before then. */
  expires_at: number
  /** When the current token was issued. */
  renewed_at: Defaulted<number>
  /** When the user last entered the password or signed in with the identity provider. */
  confirmed_at: Defaulted<number>
  /** Hash of the previous token; null before the first renewal. */
  previous_hash: Defaulted<string | null>
  /** When the previous token expires; null until the current one is used. */
  previous_ends_at: Defaulted<number | null>
  /** The current token is derived from this salt and the previous token. */
  renewal_salt: Defaulted<string | null>
}

export type LinkPurpose = 'reset_password' | 'verify_email'

/** A mailed link. Valid once, and only while the account has this email. */
export interface AccountLinksTable {
  token_hash: string
  user_id: string
  purpose: LinkPurpose
  email: string
  expires_at: number
}

/** Settings of the dashboard; values are JSON. */
export interface SettingsTable {
  name: string
  value: string
}

/** The text of a post, also as it was planned, drafted, published before or deleted. */
export interface PostTextColumns {
  title: string
  category: string
  image_url: string | null
  content: string
}

export interface PostsTable extends PostTextColumns {
  /** Row number: breaks ties in time, and is a part of the rowid in SQLite's full-text index. */
  seq: Generated<number>
  id: string
  author_id: string | null
  slug: string
  /** Number of published versions. */
  revision: Defaulted<number>
  /** User who published the current version; null when the account is deleted. */
  editor_id: Defaulted<string | null>
  /** 1 for pinned posts, which lists may put first. */
  pinned: Defaulted<0 | 1>
  /** 0 when an admin has closed the comments of this post. */
  comments_open: Defaulted<0 | 1>
  /** Who may read it. */
  audience: Defaulted<Audience>
  /** Hearts of members and visitors; written by triggers. */
  likes: Generated<number>
  /** The publication date. */
  created_at: number
  updated_at: number
}

/** A post to publish at a set time. Not in `posts` until then, so that no query returns it too early. */
export interface PlannedPostsTable extends PostTextColumns {
  id: string
  author_id: string | null
  editor_id: string | null
  /** Wanted slug; gets a number if another post has it at the time of publication. */
  slug: string
  revision: Defaulted<number>
  comments_open: Defaulted<0 | 1>
  /** Who may read it. */
  audience: Defaulted<Audience>
  publish_at: number
  updated_at: number
}

/** An earlier published version. Without a foreign key to `posts`, as it remains while the post is in the trash. */
export interface PostRevisionsTable extends PostTextColumns {
  post_id: string
  revision: number
  editor_id: string | null
  published_at: number
}

/**
 * A draft of one user, for one post (or 'new'), from one editor. Each open editor has its own row, so that
 * nothing is overwritten. An ended draft remains as a row without text, so that a late save does not restore it.
 */
export interface PostDraftsTable extends PostTextColumns {
  user_id: string
  post_id: string
  id: string
  /** The form that saved it last. */
  writer: string
  /** Number of the change that was saved last. */
  sequence: number
  /** Revision of the post that the text is based on; null for a new post. */
  base_revision: number | null
  /** Null when the writer has not chosen. */
  audience: Defaulted<Audience | null>
  saved_at: number
  /** When the draft was published or discarded. */
  ended_at: number | null
  /** Post that was last published from the draft; a draft with later changes stays open. */
  published_as: string | null
  /** Revision and sequence number of that publication. */
  published_revision: Defaulted<number | null>
  published_sequence: Defaulted<number | null>
}

/** A deleted post, stored for thirty days. */
export interface TrashedPostsTable extends PostTextColumns {
  id: string
  author_id: string | null
  editor_id: string | null
  slug: string
  revision: number
  pinned: Defaulted<0 | 1>
  comments_open: Defaulted<0 | 1>
  /** Who may read it. */
  audience: Defaulted<Audience>
  /** Only for planned posts; null for published ones. */
  publish_at: Defaulted<number | null>
  created_at: number
  updated_at: number
  deleted_at: number
  deleted_by: string | null
}

/** A category that an admin added. Those that every blog has are in `contract/categories.ts`. */
export interface CategoriesTable {
  /** Value that posts store, also used in URLs. */
  slug: string
  name: string
  created_at: number
}

/** A page other than a post. Without a row, or without content, pages that every blog has show their starter text. */
export interface BlogPagesTable {
  /** See `contract/blog-pages.ts`. */
  id: string
  slug: string
  title: string
  content: string
  /** Menu that links to the page. */
  place: Defaulted<'none' | 'header' | 'footer'>
  /** Order within the menu. */
  position: Defaulted<number>
  /** Who may read it. */
  audience: Defaulted<Audience>
  revision: number
  editor_id: string | null
  created_at: number
  updated_at: number
}

/** Every current and former slug of posts; former ones redirect. */
export interface PostSlugsTable {
  slug: string
  post_id: string
}

export interface RateLimitsTable {
  key: string
  count: number
  window_ends_at: number
}

/** SQLite only: cache tags of writes, which other processes poll to invalidate their caches. */
export interface ChangesTable {
  seq: Generated<number>
  tag: string
  created_at: number
}

/** Row counts, maintained by triggers. */
export interface CountersTable {
  /** Table name; for posts with the audience: `posts:family`. */
  name: string
  count: number
}

/** A word that is or was in the full-text index. */
export interface SearchWordsTable {
  word: string
  /** Index in `AUDIENCES` of the widest audience of any text with this word; null for mere stems. */
  written_for: Defaulted<number | null>
}

/** Progress of building one version of the full-text index (`rebuild-index.ts`). */
export interface SearchStateTable {
  version: number
  /** Row number of the last indexed post. */
  indexed_to: number
}

/** Scheduled jobs, and results of their last run in any process. */
export interface JobsTable {
  name: string
  /** Set while the job runs. If no process holds the job's lock, the process has died. */
  started_at: Defaulted<number | null>
  succeeded_at: number | null
  /** For instance the name of a written file. */
  result: string | null
  failed_at: number | null
  problem: string | null
}

/** The other place of backups (decision 84). */
export interface BackupPlaceTable {
  name: 'elsewhere'
  /** Address and credentials as JSON; null while a setting or nothing names a place. */
  place: string | null
  /** Public key of the backups. */
  recipient: string | null
  /** Their secret key, encrypted with the passphrase. */
  key_file: string | null
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
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  second_steps: SecondStepsTable
  feed_tokens: FeedTokensTable
  invitations: InvitationsTable
  invitation_uses: InvitationUsesTable
  sign_up_requests: SignUpRequestsTable
  followers: FollowersTable
  unmailed_posts: UnmailedPostsTable
  announcements: AnnouncementsTable
  mailed_posts: MailedPostsTable
  mail_pace: MailPaceTable
  mail_hours: MailHoursTable
  mutes: MutesTable
  account_links: AccountLinksTable
  outbox: OutboxTable
  settings: SettingsTable
  comment_reports: CommentReportsTable
  visitor_reports: VisitorReportsTable
  uploads: UploadsTable
  pictures: PicturesTable
  kept_pictures: KeptPicturesTable
  jobs: JobsTable
  backup_place: BackupPlaceTable
  post_revisions: PostRevisionsTable
  post_drafts: PostDraftsTable
  planned_posts: PlannedPostsTable
  blog_pages: BlogPagesTable
  categories: CategoriesTable
  trashed_posts: TrashedPostsTable
  trashed_post_slugs: PostSlugsTable
  trashed_comments: TrashedCommentsTable
  deleted_comments: DeletedCommentsTable
  deleted_likes: LikesTable
  deleted_comment_reports: CommentReportsTable
  deleted_visitor_reports: VisitorReportsTable
  removed_accounts: RemovedAccountsTable
  removed_likes: RemovedLikesTable
  removed_hearts: RemovedHeartsTable
  trashed_likes: LikesTable
  post_likes: PostLikesTable
  visitor_likes: VisitorLikesTable
  trashed_post_likes: PostLikesTable
  trashed_visitor_likes: VisitorLikesTable
  trashed_comment_reports: CommentReportsTable
  trashed_visitor_reports: VisitorReportsTable
  old_addresses: OldAddressesTable
  imported_items: ImportedItemsTable
  moved_addresses: MovedAddressesTable
  imports: ImportsTable
}

export type { CommentReportsTable, VisitorReportsTable } from './comment-tables.ts'
export type { ImportedItemsTable, ImportsTable, MovedAddressesTable, OldAddressesTable } from './import-tables.ts'
export type { PostLikesTable, VisitorLikesTable } from './like-tables.ts'
export type { PicturesTable, UploadsTable } from './picture-tables.ts'
export type { FollowerRow } from './following-tables.ts'
export type { AddressMailKind, FollowerMailKind, MailKind, MailPaceTable, MailState, OutboxRow } from './mail-tables.ts'
export type { InvitationsTable, SignUpRequestsTable } from './invitation-tables.ts'
export type UserRow = Selectable<UsersTable>
export type NewUserRow = Insertable<UsersTable>
export type CommentTableRow = Selectable<CommentsTable>
export type NewCommentRow = Insertable<CommentsTable>
export type PasskeyRow = Selectable<PasskeysTable>
