import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { Audience } from '#platform/contract/audiences.ts'
import type { CommentReportsTable, CommentsTable, LikesTable, RemovalsTable, VisitorReportsTable } from './comment-tables.ts'
import type { FollowersTable } from './newsletter-tables.ts'
import type { DeliveriesTable, MailServerTable, OutboxTable } from './mail-tables.ts'
import type { InvitationsTable, InvitationUsesTable, SignUpRequestsTable } from './invitation-tables.ts'
import type { ImportedItemsTable, ImportsTable, MovedAddressesTable, OldAddressesTable } from './import-tables.ts'
import type { PostLikesTable, VisitorLikesTable } from './like-tables.ts'
import type { KeptPicturesTable, PicturesTable, PostPicturesTable, UploadsTable } from './picture-tables.ts'
import type {
  FeedTokensTable,
  IdentitiesTable,
  PasskeyChallengesTable,
  PasskeysTable,
  MailedCodesTable,
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
  /** 1 to mail an admin what waits for approval: comments, and requests for an account. */
  waiting_mails: Defaulted<0 | 1>
  /** 1 once the daily mail about new comments was begun for an admin, who may have ended it since. */
  comment_mails_begun: Defaulted<0 | 1>
  /** Until when an admin has seen the list of comments; null for never. */
  comments_seen_at: Defaulted<number | null>
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

export type LinkPurpose = 'sign_in' | 'verify_email'

/** A link that signs in, or that confirms the email. Valid once, and only while the account has this email. */
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

/** The text of a post, also as it is being changed, or was published before. */
export interface PostTextColumns {
  title: string
  category: string
  image_url: string | null
  content: string
}

export type PostKind = 'post' | 'page'
export type PostState = 'draft' | 'planned' | 'published' | 'trashed'

/** A post or a page, from its first letter to its end. What readers get is decided by `isReadable`. */
export interface PostsTable extends PostTextColumns {
  /** Row number: breaks ties in time, and is a part of the rowid in SQLite's full-text index. */
  seq: Generated<number>
  id: string
  kind: PostKind
  state: PostState
  /** State to which it is restored; null unless it is in the trash. */
  state_before: Defaulted<Exclude<PostState, 'trashed'> | null>
  /** Null when the account is deleted. Drafts end with it. */
  author_id: string | null
  /** User who published the current version; null when the account is deleted. */
  editor_id: Defaulted<string | null>
  /** Wanted slug while the post is planned: it gets a number if another one has it at the time of publication. Empty for drafts. */
  slug: Defaulted<string>
  /** Number of published versions; of a planned post, of those that were planned. */
  revision: Defaulted<number>
  /** Number of the draft's last save. */
  sequence: Defaulted<number>
  /** Who may read it; null when the writer of a draft has not chosen. */
  audience: Defaulted<Audience | null>
  /** 1 for pinned posts, which lists may put first. */
  pinned: Defaulted<0 | 1>
  /** 0 when an admin has closed the comments of this post. */
  comments_open: Defaulted<0 | 1>
  /** 0 when its writer does not want it mailed. */
  is_mailed: Defaulted<0 | 1>
  /** When its mails go out: ten minutes after its publication. Null for what is not, or not yet, announced. */
  mail_at: Defaulted<number | null>
  /** When these mails were put into the outbox. Until then they can be withdrawn. */
  mailed_at: Defaulted<number | null>
  /** Menu that links to a page, and its order within the menu. */
  place: Defaulted<'none' | 'header' | 'footer'>
  position: Defaulted<number>
  /** Likes of members and visitors; written by triggers. */
  likes: Generated<number>
  /** Time to publish a planned post. */
  publish_at: Defaulted<number | null>
  trashed_at: Defaulted<number | null>
  trashed_by: Defaulted<string | null>
  /** The import that brought it; null for what was written here. */
  import_id: Defaulted<string | null>
  /** The publication date; of a planned post, the time to publish it; of a draft, that of its first save. */
  created_at: number
  updated_at: number
}

/** What a writer has changed on a planned or published text and has not published. */
export interface PostEditsTable extends PostTextColumns {
  post_id: string
  user_id: string
  /** Null when the writer has not chosen. */
  audience: Defaulted<Audience | null>
  /** Revision of the post that the text is based on. */
  base_revision: number
  /** Number of the last save; goes on when the edit was published or discarded. */
  sequence: number
  /** 1 when the edit was published or discarded: the row has no text. */
  is_empty: Defaulted<0 | 1>
  saved_at: number
}

/** An earlier version of a text. */
export interface PostVersionsTable extends PostTextColumns {
  id: string
  post_id: string
  /** Null for a version that was never published: only its editor sees it. */
  revision: number | null
  editor_id: string | null
  /** When it was published, or saved. */
  made_at: number
}

/** A category that an admin added. Those that every blog has are in `contract/categories.ts`. */
export interface CategoriesTable {
  /** Value that posts store, also used in URLs. */
  slug: string
  name: string
  created_at: number
}

/** Every current and former slug of posts that are or were published; former ones redirect. */
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

/** Off-site copies of backups (decision 19). */
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
  post_edits: PostEditsTable
  post_versions: PostVersionsTable
  post_slugs: PostSlugsTable
  removals: RemovalsTable
  comments: CommentsTable
  likes: LikesTable
  rate_limits: RateLimitsTable
  changes: ChangesTable
  identities: IdentitiesTable
  sign_in_flows: SignInFlowsTable
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  mailed_codes: MailedCodesTable
  feed_tokens: FeedTokensTable
  invitations: InvitationsTable
  invitation_uses: InvitationUsesTable
  sign_up_requests: SignUpRequestsTable
  followers: FollowersTable
  deliveries: DeliveriesTable
  mail_server: MailServerTable
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
  categories: CategoriesTable
  post_likes: PostLikesTable
  visitor_likes: VisitorLikesTable
  old_addresses: OldAddressesTable
  imported_items: ImportedItemsTable
  moved_addresses: MovedAddressesTable
  imports: ImportsTable
}

export type { CommentReportsTable, VisitorReportsTable } from './comment-tables.ts'
export type { ImportedItemsTable, ImportsTable, MovedAddressesTable, OldAddressesTable } from './import-tables.ts'
export type { PostLikesTable, VisitorLikesTable } from './like-tables.ts'
export type { PicturesTable, UploadsTable } from './picture-tables.ts'
export type { FollowerRow } from './newsletter-tables.ts'
export type { AddressMailKind, FollowerMailKind, MailKind, MailServerTable, MailState, OutboxRow } from './mail-tables.ts'
export type { InvitationsTable, SignUpRequestsTable } from './invitation-tables.ts'
export type UserRow = Selectable<UsersTable>
export type NewUserRow = Insertable<UsersTable>
export type CommentTableRow = Selectable<CommentsTable>
export type NewCommentRow = Insertable<CommentsTable>
export type PasskeyRow = Selectable<PasskeysTable>
