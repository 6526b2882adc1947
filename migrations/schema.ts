import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { Audience } from '#contract/audiences.ts'
import type { CommentReportsTable, CommentsTable, DeletedCommentsTable, LikesTable, TrashedCommentsTable } from './comment-tables.ts'
import type { AnnouncementsTable, DeliveriesTable, DeliveryPostsTable, FollowersTable, MailPaceTable } from './following-tables.ts'
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
  /** Shown instead of the username; null where none was chosen. */
  display_name: Defaulted<string | null>
  /** Lower case. */
  email: string
  /** argon2id in PHC format; null for accounts without a password. */
  password_hash: string | null
  /** Path of an uploaded picture; null for the drawn one. */
  picture_url: string | null
  is_admin: 0 | 1
  /** Approved by an admin, or come by an invitation; may read what is for the family. */
  is_family: Defaulted<0 | 1>
  /** Whether a link that was mailed to this address has been opened. */
  email_verified: Defaulted<0 | 1>
  /** When an admin disabled the account, and why; null while it is enabled. */
  disabled_at: Defaulted<number | null>
  disabled_reason: Defaulted<string | null>
  created_at: number
  updated_at: number
}

export interface SessionsTable {
  /** SHA-256 of the present token, base64url. The token itself is only in the cookie. */
  token_hash: string
  /** For the user's list of sessions; signs nobody in. */
  id: string
  user_id: string
  /** As the browser named itself, cut; read for the list only. */
  user_agent: Defaulted<string>
  /** Behind by up to {@link SESSION_SEEN_EVERY_MS}: a read does not write. */
  last_seen_at: number
  /** When its user signed in; renewing does not move it. */
  created_at: number
  /** When the session ends unless it is used before. */
  expires_at: number
  /** When the present token was issued. */
  renewed_at: Defaulted<number>
  /** When its user last showed the password, or signed in with the identity provider. */
  confirmed_at: Defaulted<number>
  /** Of the token before the present one; null before the first renewal. */
  previous_hash: Defaulted<string | null>
  /** Until when the token before is good; null while the present one has not been used. */
  previous_ends_at: Defaulted<number | null>
  /** The present token is derived from this and the one before. */
  renewal_salt: Defaulted<string | null>
}

export type LinkPurpose = 'reset_password' | 'verify_email'

/** A link that was mailed, by the hash of its token. Valid once, and only while the account has that email. */
export interface AccountLinksTable {
  token_hash: string
  user_id: string
  purpose: LinkPurpose
  email: string
  expires_at: number
}

export type MailKind =
  | LinkPurpose
  | 'email_changed'
  | 'password_changed'
  | 'passkey_added'
  | 'let_in'
  | 'second_step'
  | 'follow'
  | 'invited'
  | 'test'

/** Mail to be sent. Its text with its link is written when it is sent, so that no token is stored. */
export interface OutboxTable {
  id: string
  kind: MailKind
  email: string
  attempts: Defaulted<number>
  created_at: number
  next_attempt_at: number
  /** Why the last attempt failed; null before the first. */
  problem: Defaulted<string | null>
}

/** Settings of the dashboard, by name; JSON. */
export interface SettingsTable {
  name: string
  value: string
}

export interface PostsTable {
  /** Row number: breaks ties in time, and is a part of the rowid in SQLite's full-text index. */
  seq: Generated<number>
  id: string
  author_id: string | null
  title: string
  slug: string
  category: string
  image_url: string | null
  content: string
  /** Number of published versions. */
  revision: Defaulted<number>
  /** Published the current version; null when the account was deleted. */
  editor_id: Defaulted<string | null>
  /** 1 for the few that lists may put first. */
  pinned: Defaulted<0 | 1>
  /** 0 where an admin has closed them on this post. */
  comments_open: Defaulted<0 | 1>
  /** Who may read it. */
  audience: Defaulted<Audience>
  /** Of members and visitors; written by triggers. */
  likes: Generated<number>
  /** The publication date. */
  created_at: number
  updated_at: number
}

/** A post that the clock will publish: until then it is not in `posts`, so that nothing shows it. */
export interface PlannedPostsTable {
  id: string
  author_id: string | null
  editor_id: string | null
  title: string
  /** Wanted; gets a number when it is taken at the time of publishing. */
  slug: string
  category: string
  image_url: string | null
  content: string
  revision: Defaulted<number>
  comments_open: Defaulted<0 | 1>
  /** Who may read it. */
  audience: Defaulted<Audience>
  publish_at: number
  updated_at: number
}

/** An earlier published version of a post. Without a foreign key to `posts`: it stays while the post is in the trash. */
export interface PostRevisionsTable {
  post_id: string
  revision: number
  title: string
  category: string
  image_url: string | null
  content: string
  editor_id: string | null
  published_at: number
}

/**
 * An unpublished text of one user, for one post (or 'new'), in one open editor. Another editor has its own row, so that
 * nothing is overwritten. An ended draft stays as a row without text, so that a late save does not restore it.
 */
export interface PostDraftsTable {
  user_id: string
  post_id: string
  writer: string
  /** Goes up with each save of this writer; an older save changes nothing. */
  sequence: number
  /** Revision of the post that the text is based on; null for a new post. */
  base_revision: number | null
  title: string
  category: string
  image_url: string | null
  content: string
  /** As chosen in the editor; null where nothing was chosen. */
  audience: Defaulted<Audience | null>
  saved_at: number
  /** When it was published, discarded, or continued in another editor. */
  ended_at: number | null
  /** The post that a new one was published as. */
  published_as: string | null
}

/** A deleted post, for thirty days. */
export interface TrashedPostsTable {
  id: string
  author_id: string | null
  editor_id: string | null
  title: string
  slug: string
  category: string
  image_url: string | null
  content: string
  revision: number
  pinned: Defaulted<0 | 1>
  comments_open: Defaulted<0 | 1>
  /** Who may read it. */
  audience: Defaulted<Audience>
  /** Of a planned post; null for one that was published. */
  publish_at: Defaulted<number | null>
  created_at: number
  updated_at: number
  deleted_at: number
  deleted_by: string | null
}

/** A category of the family's own; those of every blog stand in the contract. */
export interface CategoriesTable {
  /** As posts store it, and in addresses. */
  slug: string
  name: string
  created_at: number
}

/** A page that is no post, as the family has written it. Without a row, or without words, the starter text stands. */
export interface BlogPagesTable {
  /** As in `contract/blog-pages.ts`. */
  id: string
  slug: string
  title: string
  content: string
  /** Menu that leads to it. */
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

/** Every slug that a post has or had; the old ones redirect. */
export interface PostSlugsTable {
  slug: string
  post_id: string
}

export interface RateLimitsTable {
  key: string
  count: number
  window_ends_at: number
}

/** SQLite only: tags of writes, for the caches of other processes. */
export interface ChangesTable {
  seq: Generated<number>
  tag: string
  created_at: number
}

/** How many rows a table has; kept by triggers. */
export interface CountersTable {
  /** The table's. */
  name: string
  count: number
}

/** Every word that the full-text index has or had. */
export interface SearchWordsTable {
  word: string
  /** Place in `AUDIENCES` of the widest one for which it was ever written; null for what is only a stem. */
  written_for: Defaulted<number | null>
}

/** Progress of building the full-text index of a version (`rebuild-index.ts`). */
export interface SearchStateTable {
  version: number
  /** Row number of the last post in it. */
  indexed_to: number
}

/** Scheduled jobs of the installation, in whichever process, and how their last run ended. */
export interface JobsTable {
  name: string
  /** Set while it runs. Where nobody holds its lock, the process has died, and the job with it. */
  started_at: Defaulted<number | null>
  succeeded_at: number | null
  /** For instance the name of the file that was written. */
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
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  second_steps: SecondStepsTable
  feed_tokens: FeedTokensTable
  invitations: InvitationsTable
  invitation_uses: InvitationUsesTable
  sign_up_requests: SignUpRequestsTable
  followers: FollowersTable
  announcements: AnnouncementsTable
  deliveries: DeliveriesTable
  delivery_posts: DeliveryPostsTable
  mail_pace: MailPaceTable
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
  planned_posts: PlannedPostsTable
  blog_pages: BlogPagesTable
  categories: CategoriesTable
  trashed_posts: TrashedPostsTable
  trashed_post_slugs: PostSlugsTable
  trashed_comments: TrashedCommentsTable
  deleted_comments: DeletedCommentsTable
  deleted_likes: LikesTable
  deleted_comment_reports: CommentReportsTable
  trashed_likes: LikesTable
  post_likes: PostLikesTable
  visitor_likes: VisitorLikesTable
  trashed_post_likes: PostLikesTable
  trashed_visitor_likes: VisitorLikesTable
  trashed_comment_reports: CommentReportsTable
  old_addresses: OldAddressesTable
  imported_items: ImportedItemsTable
  moved_addresses: MovedAddressesTable
  imports: ImportsTable
}

export type { CommentReportsTable } from './comment-tables.ts'
export type { ImportedItemsTable, ImportsTable, MovedAddressesTable, OldAddressesTable } from './import-tables.ts'
export type { PostLikesTable, VisitorLikesTable } from './like-tables.ts'
export type { PicturesTable, UploadsTable } from './picture-tables.ts'
export type { DeliveryKind, DeliveryRow, DeliveryState, FollowerRow } from './following-tables.ts'
export type { InvitationsTable, SignUpRequestsTable } from './invitation-tables.ts'
export type UserRow = Selectable<UsersTable>
export type NewUserRow = Insertable<UsersTable>
export type CommentTableRow = Selectable<CommentsTable>
export type NewCommentRow = Insertable<CommentsTable>
export type PasskeyRow = Selectable<PasskeysTable>
