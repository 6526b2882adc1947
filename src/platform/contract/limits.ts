/** All limits that users, clients or operators can reach. Names end in units. */

/** Default maximum length of a comment, in UTF-16 units after trimming (docs/product.md, 13). */
export const COMMENT_MAX_LENGTH = 250
/** Values that admins may choose. Existing comments are never shortened. */
export const COMMENT_MAX_LENGTHS = [COMMENT_MAX_LENGTH, 1000, 5000] as const

/** Page size of search and of the dashboard's tables. */
export const PAGE_SIZE = 9
/** Number of rows in each list of the dashboard's overview. */
export const OVERVIEW_SIZE = 5
/** 'Recent Articles' under a post. */
export const RECENT_ARTICLES_SIZE = 3
/** Largest `limit` of a list; larger ones are clamped. */
export const LIST_LIMIT_MAX = 100
/** Characters of the rows of a list; it ends there, but not before its first page. The client asks for the rest by `startIndex`. */
export const LIST_MAX_LENGTH = 200_000
/** Comments in a rendered post page; the API returns the rest. */
export const COMMENTS_PAGE_SIZE = 30
/** Longest list of one post's comments: every SQL read has a bound. */
export const POST_COMMENTS_MAX = 10_000
export const PINNED_POSTS_MAX = 3
/** More new comments are not counted for an admin's badge. */
export const NEW_COMMENTS_MAX = 99
/** Maximum number of members who are named under a post as having given it a heart. */
export const LIKED_BY_MAX = 20
/** Posts in a feed. */
export const FEED_SIZE = 20
/** Posts in one sitemap. With more posts, `/sitemap.xml` is an index of several. The protocol allows 50,000. */
export const SITEMAP_SIZE = 1000
/** Largest `startIndex`; larger ones are clamped. */
export const START_INDEX_MAX = 1_000_000_000

export const READING_CHARACTERS_PER_MINUTE = 1000

export const USERNAME_MIN_LENGTH = 3
export const USERNAME_MAX_LENGTH = 20
/** In characters, of any script. */
export const DISPLAY_NAME_MAX_LENGTH = 60
/** Admins and members of the family whose names are compared with those that others choose: more than any blog has. */
export const MEMBERS_MAX = 10_000
/** Usernames that seem to speak for the blog, so no account can have them; nor the blog's own name. */
export const RESERVED_USERNAMES: readonly string[] = ['admin', 'root', 'support', 'system', 'kindred', 'anonymous']
export const EMAIL_MAX_LENGTH = 254
export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128
export const POST_TITLE_MAX_LENGTH = 200
/** Maximum number of other searches that are suggested when a search finds nothing. */
export const SUGGESTIONS_MAX = 3
/** Characters of a search term beyond this are ignored. */
export const SEARCH_TERM_MAX_LENGTH = 200
export const IMAGE_URL_MAX_LENGTH = 500

/** Maximum request body in general, and of requests that carry a post (UTF-8 bytes). */
export const BODY_MAX_BYTES = 100 * 1024
export const POST_BODY_MAX_BYTES = 1024 * 1024
/** Maximum body of a plain HTML form. Large enough to return a comment that is far too long with an error message. */
export const FORM_BODY_MAX_BYTES = 64 * 1024

/** Largest value of an integer column of PostgreSQL. */
export const INTEGER_MAX = 2 ** 31 - 1

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** Period that 'Last months' counts in the dashboard. */
export const LAST_MONTH_MS = 30 * DAY_MS

/** Age after which a session token is replaced at its next use (docs/product.md, 11). */
export const TOKEN_FRESH_MS = HOUR_MS
/** The previous token remains valid for this long after the first use of the new one: requests may be in flight. */
export const TOKEN_GRACE_MS = MINUTE_MS
/** Younger tokens are not replaced on request, so tabs that renew at the same time share one. */
export const TOKEN_RENEW_FLOOR_MS = 5 * MINUTE_MS
/** A session ends after this long without use (shorter for admins), and at its maximum age. */
export const SESSION_IDLE_MS = 60 * DAY_MS
export const ADMIN_SESSION_IDLE_MS = 14 * DAY_MS
export const SESSION_MAX_AGE_MS = 365 * DAY_MS
/** The browser renews a token this long before {@link TOKEN_FRESH_MS} has passed. */
export const SESSION_RENEW_BEFORE_MS = 5 * MINUTE_MS
/** First and longest delay between failed renewals; each delay is twice the previous one. */
export const SESSION_RETRY_FIRST_MS = 30 * SECOND_MS
export const SESSION_RETRY_MAX_MS = 16 * MINUTE_MS

/** Sessions of one user; a further one ends the one that was not used for the longest time. */
export const SESSIONS_PER_USER_MAX = 50

/** Maximum delay of a session's 'last seen' time, so that most reads write nothing. */
export const SESSION_SEEN_EVERY_MS = 5 * MINUTE_MS
/** Period after a sign-in in which sensitive actions do not ask for the password. */
export const RECENT_SIGN_IN_MS = 15 * MINUTE_MS
/** Validity of a mailed link, which works once. An address that is not confirmed gets one mail a day, which may be read later. */
export const SIGN_IN_LINK_TTL_MS = HOUR_MS
export const VERIFY_LINK_TTL_MS = 3 * DAY_MS
/** Maximum duration of a sign-in at the identity provider. */
export const SIGN_IN_FLOW_TTL_MS = 10 * MINUTE_MS
/** Tolerated difference between the clocks of the identity provider and this machine. */
export const CLOCK_SKEW_SECONDS = 60
/** Period after a sign-in in which its IP address has higher limits for that account; then the address is deleted. */
export const KNOWN_ADDRESS_MS = 7 * DAY_MS
/** Maximum length of the reason for disabling an account or reporting a comment. */
export const REASON_MAX_LENGTH = 250

/** Passkeys of one account, length of their names, and maximum time to create or use one in the browser. */
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX_LENGTH = 60
export const PASSKEY_CHALLENGE_TTL_MS = 10 * MINUTE_MS

/** Mailed code for an admin's second step: digits, validity, failed tries, and pause before another code. */
export const CODE_DIGITS = 6
export const CODE_TTL_MS = 10 * MINUTE_MS
/** How long another code can be sent to the browser that asked for one. */
export const CODE_REQUEST_TTL_MS = HOUR_MS
export const CODE_TRIES_MAX = 5
export const CODE_MAIL_PAUSE_MS = 30 * SECOND_MS

/** Invitations: largest limited number of uses, default and maximum validity. */
export const INVITATION_USES_MAX = 100
export const INVITATION_DAYS = 30
export const INVITATION_DAYS_MAX = 365
export const INVITATION_NAME_MAX_LENGTH = 60
/** Invitations that may be open at the same time, and rows in the dashboard's list. */
export const OPEN_INVITATIONS_MAX = 100
export const LISTED_INVITATIONS_MAX = 100

/** Length of the note with a request for an account, and maximum number of pending requests. */
export const NOTE_MAX_LENGTH = 500
export const SIGN_UP_REQUESTS_MAX = 200
/** Accounts outside the family that the settings list, and that can be let in there. */
export const LISTED_OUTSIDERS_MAX = 100

/** Maximum number of events per key (a user, an IP address, an account) in a time window (docs/product.md, 9). */
export interface RateLimit {
  readonly name: string
  readonly max: number
  readonly windowMs: number
  /** Counts before the work, so failures count: they are expensive, or the error reveals something. By default, counts with the write. */
  readonly countsFailures?: true
}

export const RATE_LIMITS = {
  /** Failures for one account from one address. */
  signInFailuresPerAccount: { name: 'sign-in/account', max: 10, windowMs: 15 * MINUTE_MS },
  /** The same counter, for an address that has signed in to the account within a week. */
  signInFailuresAtKnownAddress: { name: 'sign-in/account', max: 50, windowMs: 15 * MINUTE_MS },
  /** Failures for one account from all addresses that have not signed in to it within a week. */
  signInFailuresPerAccountEverywhere: { name: 'sign-in/account/all', max: 50, windowMs: 15 * MINUTE_MS },
  /** Does not apply to accounts that have signed in from the address within a week: a hospital shares one address. */
  signInFailuresPerAddress: { name: 'sign-in/address', max: 100, windowMs: HOUR_MS },
  /** With a passkey or the identity provider: nobody guesses these, so wrong passwords of others on the network do not count. */
  signInFailuresWithoutPassword: { name: 'sign-in/address/no-password', max: 300, windowMs: HOUR_MS },
  /** Right ones, which cost a password hash and a session each. Refuses before the password is checked. */
  signInsPerAccount: { name: 'signed-in/account', max: 100, windowMs: 15 * MINUTE_MS },
  /** Does not apply to accounts that have signed in from the address within a week. */
  signInsPerAddress: { name: 'signed-in/address', max: 600, windowMs: HOUR_MS },
  /** Sign-ups, and changes of a username or email: both reveal whether one is taken. */
  signUpsPerAddress: { name: 'sign-up/address', max: 100, windowMs: HOUR_MS, countsFailures: true },
  /** Requests for an account: pending ones are limited to {@link SIGN_UP_REQUESTS_MAX}. */
  signUpRequestsPerAddress: { name: 'sign-up-request/address', max: 20, windowMs: HOUR_MS },
  commentsPerUser: { name: 'comment/user', max: 30, windowMs: 5 * MINUTE_MS },
  commentChangesPerUser: { name: 'comment-change/user', max: 60, windowMs: 5 * MINUTE_MS },
  likesPerUser: { name: 'like/user', max: 120, windowMs: MINUTE_MS },
  /** Hearts of visitors, given and removed. Enough for a hospital ward or a party that shares one address. */
  visitorLikesPerAddress: { name: 'like/address', max: 60, windowMs: HOUR_MS },
  reportsPerUser: { name: 'report/user', max: 30, windowMs: HOUR_MS },
  /** Reports of visitors. */
  visitorReportsPerAddress: { name: 'report/address', max: 10, windowMs: HOUR_MS },
  passwordChecksPerUser: { name: 'password-check/user', max: 10, windowMs: 15 * MINUTE_MS },
  /** Each may hash a password and send two mails. */
  credentialChangesPerUser: { name: 'credentials/user', max: 5, windowMs: HOUR_MS },
  /** Codes for signing in that are requested. */
  codeRequestsPerAddress: { name: 'code-request/address', max: 30, windowMs: HOUR_MS },
  /** Wrong codes for one account from all addresses that have not signed in to it within a week. */
  codeFailuresPerAccount: { name: 'code/account', max: 20, windowMs: DAY_MS },
  mailsPerAccount: { name: 'mail/account', max: 5, windowMs: HOUR_MS },
  /** Mails to an address that was never confirmed, all kinds together: they ask whether it is right. */
  mailsPerUnconfirmedAddress: { name: 'mail/unconfirmed', max: 1, windowMs: DAY_MS },
  linksPerAddress: { name: 'link/address', max: 60, windowMs: HOUR_MS, countsFailures: true },
  /** Opening and using invitations, by user or address. High, as many people may share an address and tokens cannot be guessed. */
  invitationTries: { name: 'invitation/tries', max: 300, windowMs: HOUR_MS, countsFailures: true },
  /** Each sends a mail. */
  followsPerAddress: { name: 'follow/address', max: 30, windowMs: HOUR_MS },
  /** Per mail address, which others may have entered. Separate from codes, so that nobody can use those up. */
  followMailsPerAccount: { name: 'follow/account', max: 3, windowMs: DAY_MS },
  /** Confirmations and changes by mailed links, which cannot be guessed. */
  followingChangesPerAddress: { name: 'following/address', max: 300, windowMs: HOUR_MS, countsFailures: true },
  passkeyBeginsPerAddress: { name: 'passkey-begin/address', max: 300, windowMs: HOUR_MS },
  /** Codes that are tried or requested again. */
  codesPerAddress: { name: 'code/address', max: 300, windowMs: HOUR_MS, countsFailures: true },
  /** Wrong codes of one admin after the right password, over all sign-in attempts. */
  secondStepFailuresPerUser: { name: 'second-step/user', max: 20, windowMs: HOUR_MS },
  secondStepMailsPerUser: { name: 'second-step-mail/user', max: 10, windowMs: HOUR_MS },
  identityFlowsPerAddress: { name: 'identity-flow/address', max: 60, windowMs: HOUR_MS },
  /** Each reads and writes the whole blog. */
  backupsPerUser: { name: 'backup/user', max: 10, windowMs: HOUR_MS },
  /** Each may connect to another machine. */
  backupPlacesPerUser: { name: 'backup-place/user', max: 30, windowMs: HOUR_MS },
  /** Each reads a whole backup. */
  restoresPerUser: { name: 'restore/user', max: 60, windowMs: HOUR_MS },
  /** Each reads a whole export, and may write as much as it holds. */
  importsPerUser: { name: 'import/user', max: 120, windowMs: HOUR_MS },
  backupDownloadsPerUser: { name: 'backup-download/user', max: 20, windowMs: HOUR_MS },
  dataDownloadsPerUser: { name: 'data/user', max: 20, windowMs: HOUR_MS },
  accountWritesPerUser: { name: 'account/user', max: 120, windowMs: 15 * MINUTE_MS },
  /** An open page renews its session once an hour; many tabs on many devices stay far below. */
  renewalsPerUser: { name: 'renewal/user', max: 240, windowMs: HOUR_MS },
  /** An open editor saves once a second while its writer types. */
  draftSavesPerUser: { name: 'draft/user', max: 1200, windowMs: 5 * MINUTE_MS },
} as const satisfies Record<string, RateLimit>
export type RateLimitName = keyof typeof RATE_LIMITS

/** Time to confirm a requested following; then the request is deleted. */
export const FOLLOW_CONFIRM_MS = 7 * DAY_MS
/** Period in which admins see the address of a visitor whose mails bounced; then it is deleted. */
export const BOUNCED_FOLLOWER_MS = 30 * DAY_MS

/** Maximum length of the blog's name, mark and author, and of footer link labels, in characters. */
export const BLOG_LINE_MAX_LENGTH = 60
/** Number of footer links, and maximum length of their addresses. */
export const LINKS_MAX = 6
export const LINK_MAX_LENGTH = 300
export const HOME_PICTURE_TEXT_MAX_LENGTH = 200

/** Maximum length of a slug derived from a title. */
export const SLUG_MAX_LENGTH = 80
/** Length of the name and slug of categories that admins add, and their maximum number. */
export const CATEGORY_MAX_LENGTH = 40
export const OWN_CATEGORIES_MAX = 40
/** Maximum number of pages that admins add. */
export const OWN_PAGES_MAX = 50

/** Version of the store that the browser persists (docs/product.md, 3). */
export const PERSISTENCE_VERSION = 1

export const UPLOAD_KINDS = ['profile', 'post', 'media', 'import', 'backup'] as const
/** Purpose of an upload: a picture, a film, sound or paper, the export of another blog, or a backup to restore. */
export type UploadKind = (typeof UPLOAD_KINDS)[number]
export type PictureKind = Extract<UploadKind, 'profile' | 'post'>
const MEGABYTE = 1024 * 1024
/** Maximum file size by purpose. */
export const UPLOAD_MAX_BYTES: Record<UploadKind, number> = {
  profile: 2 * MEGABYTE,
  post: 15 * MEGABYTE,
  media: 300 * MEGABYTE,
  import: 500 * MEGABYTE,
  backup: 8192 * MEGABYTE,
}
/** Maximum size of files fetched from another blog; of larger ones the post keeps its link. */
export const IMPORT_FILE_MAX_BYTES = 100 * MEGABYTE
/** Maximum number of files, and of bytes in total, that one user may upload in 24 hours. */
export const UPLOADS_PER_DAY: Record<UploadKind, { readonly count: number; readonly bytes: number }> = {
  profile: { count: 50, bytes: 50 * MEGABYTE },
  post: { count: 500, bytes: 2048 * MEGABYTE },
  media: { count: 200, bytes: 10_240 * MEGABYTE },
  import: { count: 20, bytes: 4096 * MEGABYTE },
  backup: { count: 20, bytes: 32_768 * MEGABYTE },
}
/** Maximum number of unfinished uploads that one user began within an hour. */
export const UPLOADS_AT_ONCE = 20
/** Pictures of other sites that are fetched at once for posts, for profiles, and for one user who is no admin. */
export const FETCHES_AT_ONCE = 4
export const FETCHES_PER_USER_AT_ONCE = 2
/** With less free disk space, only admins may upload. */
export const DISK_RESERVE_BYTES = 500 * MEGABYTE
/** Unfinished uploads are deleted after this time. */
export const UPLOAD_TTL_MS = DAY_MS
/** Up to this size a picture is sent in one request; above, in resumable parts. */
export const UPLOAD_ONE_REQUEST_MAX_BYTES = 256 * 1024
/** Size of a resumable upload's first part; each part is twice as large as the one before, below the maximum. */
export const UPLOAD_PART_FIRST_BYTES = 256 * 1024
export const UPLOAD_PART_LIMIT_BYTES = 32 * MEGABYTE
/** How long the browser retries one request, and a whole upload. */
export const UPLOAD_OPERATION_RETRY_MS = 2 * MINUTE_MS
export const UPLOAD_RETRY_MS = 10 * MINUTE_MS

/** Pictures with more pixels, all frames together, are refused before they are decoded. */
export const PICTURE_MAX_PIXELS = 50_000_000
/** The same for profile pictures, which everyone may send: 12 megapixels, as phones count them. */
export const PROFILE_PICTURE_MAX_PIXELS = 12_500_000
/** Stored widths of a picture, as far as it is that wide. The smallest is for profile pictures and thumbnails. */
export const PICTURE_WIDTHS = [96, 320, 640, 960, 1600] as const
/** Readers get no wider ones. */
export const PICTURE_MAX_WIDTH = 1600
/** Longer side of a picture that browsers send and the blog keeps: 26 centimetres at 200 dots per inch, as books are printed. */
export const PICTURE_SOURCE_SIDE = 2048
/** Profile pictures are cropped to a square of at most this width. */
export const PROFILE_PICTURE_MAX_WIDTH = 640
/** Unused pictures are deleted after this time: text that uses them may still be unsaved on the writer's device. */
export const PICTURE_GRACE_MS = 30 * DAY_MS

/** Drafts that one user may have on the server. */
export const DRAFTS_PER_USER_MAX = 200
/** Delay between a change of the text and saving it on the device, and on the server. */
export const DRAFT_DEVICE_DELAY_MS = 300
export const DRAFT_SERVER_DELAY_MS = 1000
/** Number of stored earlier versions of one post. */
export const REVISIONS_PER_POST_MAX = 100
/** Period in which an admin can undo the deletion of a comment. */
export const COMMENT_UNDO_MS = HOUR_MS
/** Period in which the removal of everything of an account, and the deletion of an admin by another, can be undone. */
export const REMOVAL_UNDO_MS = DAY_MS
/** Maximum number of comments that are deleted in one step. */
export const COMMENTS_AT_ONCE_MAX = 100
/** Until this age, comments of an account outside the family wait for approval once they exceed one of the rates. */
export const NEW_ACCOUNT_MS = 7 * DAY_MS
/** Age of an account from which its replies are mailed without an approval. */
export const MAILED_REPLY_AGE_MS = DAY_MS
/** Comments of a new account that appear at once; people rarely write faster. */
export const NEW_ACCOUNT_RATES = [
  { comments: 3, windowMs: MINUTE_MS },
  { comments: 10, windowMs: HOUR_MS },
] as const
/** Period in which a deleted post can be restored. */
export const TRASH_TTL_MS = 30 * DAY_MS
/** Maximum number of stored exports of other blogs, and how long an unused one is stored with its reports. */
export const IMPORTS_MAX = 10
export const IMPORT_TTL_MS = 30 * DAY_MS
/** Missing items in the response for one import; its notes name all. */
export const IMPORT_SHOWN_MISSING = 5
/** Period after the first account in which the checklist is shown by default. */
export const CHECKLIST_MS = 60 * DAY_MS
