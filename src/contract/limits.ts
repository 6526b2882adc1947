/** Every number that a user, a client or an operator can run into, in one place. Units stand in the names. */

/** Longest comment, in UTF-16 units after trimming (docs/product.md, 13), until an admin chooses another one. */
export const COMMENT_MAX_LENGTH = 250
/** What admins may choose from. Comments that are there stay as long as they are. */
export const COMMENT_MAX_LENGTHS = [COMMENT_MAX_LENGTH, 1000, 5000] as const

/** Page size of search and of the dashboard's tables. */
export const PAGE_SIZE = 9
/** Length of the overview's lists. */
export const OVERVIEW_SIZE = 5
/** 'Recent Articles' under a post. */
export const RECENT_ARTICLES_SIZE = 3
/** Calendar months that the overview's chart looks back on, the present one among them. */
export const STATS_MONTHS = 12
/** Largest `limit` of a list; larger ones are clamped. */
export const LIST_LIMIT_MAX = 100
/** Comments in a post's page; more come by call. */
export const COMMENTS_PAGE_SIZE = 30
/** Longest list of one post's comments: every SQL read has a bound. */
export const POST_COMMENTS_MAX = 10_000
/** Posts that may be pinned at the same time. */
export const PINNED_POSTS_MAX = 3
/** Members who are named under a post that they gave a heart. */
export const LIKED_BY_MAX = 20
/** Posts in the feed, the newest first. */
export const FEED_SIZE = 20
/** Posts in one sitemap; where there are more, `/sitemap.xml` is an index of several. Its protocol allows 50,000. */
export const SITEMAP_SIZE = 1000
/** Largest `startIndex`; larger ones are clamped. */
export const START_INDEX_MAX = 1_000_000_000

/** Reading time is the length of the body divided by this, rounded. */
export const READING_CHARACTERS_PER_MINUTE = 1000

export const USERNAME_MIN_LENGTH = 3
export const USERNAME_MAX_LENGTH = 20
/** In characters, of any script. */
export const DISPLAY_NAME_MAX_LENGTH = 60
/** Names that would speak for the blog; nobody may take one. The site's own name is another. */
export const RESERVED_USERNAMES: readonly string[] = ['admin', 'root', 'support', 'system', 'kindred', 'anonymous']
export const EMAIL_MAX_LENGTH = 254
export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128
export const POST_TITLE_MAX_LENGTH = 200
/** Other searches that are offered where one finds nothing. */
export const SUGGESTIONS_MAX = 3
/** Characters of a search term beyond this are ignored. */
export const SEARCH_TERM_MAX_LENGTH = 200
export const IMAGE_URL_MAX_LENGTH = 500

/** Largest request body of a call, and of those that carry a post (UTF-8 bytes). */
export const BODY_MAX_BYTES = 100 * 1024
export const POST_BODY_MAX_BYTES = 1024 * 1024
/** Largest body of a plain HTML form: a comment that is far too long still comes back with its message. */
export const FORM_BODY_MAX_BYTES = 64 * 1024

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** What 'Last months' counts: the last thirty days. */
export const LAST_MONTH_MS = 30 * DAY_MS

/** A token is fresh for one hour, then it is replaced at its next use (docs/product.md, 11). */
export const TOKEN_FRESH_MS = HOUR_MS
/** The token before stays good for this long after the present one was used: requests may be on their way. */
export const TOKEN_GRACE_MS = MINUTE_MS
/** A token is not replaced on request when it is younger: tabs that ask at the same moment share one. */
export const TOKEN_RENEW_FLOOR_MS = 5 * MINUTE_MS
/** A session ends when it is not used for so long, for admins sooner, and in any case after a year. */
export const SESSION_IDLE_MS = 60 * DAY_MS
export const ADMIN_SESSION_IDLE_MS = 14 * DAY_MS
export const SESSION_MAX_AGE_MS = 365 * DAY_MS
/** The browser renews a token this long before it stops being fresh. */
export const SESSION_RENEW_BEFORE_MS = 5 * MINUTE_MS
/** First and longest wait between failed renewals; it doubles in between. */
export const SESSION_RETRY_FIRST_MS = 30 * SECOND_MS
export const SESSION_RETRY_MAX_MS = 16 * MINUTE_MS

/** A session's 'last seen' may be behind by this much: reading does not write. */
export const SESSION_SEEN_EVERY_MS = 5 * MINUTE_MS
/** What needs a recent sign-in needs no password for so long after it. */
export const RECENT_SIGN_IN_MS = 15 * MINUTE_MS
/** A link in a mail is good for so long, and once. */
export const ACCOUNT_LINK_TTL_MS = HOUR_MS
/** How long choosing an account at the identity provider may take. */
export const SIGN_IN_FLOW_TTL_MS = 10 * MINUTE_MS
/** Clocks of the provider and of this machine may differ by this much. */
export const CLOCK_SKEW_SECONDS = 60
/** An address from which an account was opened is trusted with it for so long; it is not stored longer. */
export const KNOWN_ADDRESS_MS = 7 * DAY_MS
/** Longest reason of an admin who disables an account, and of a reader who reports a comment. */
export const REASON_MAX_LENGTH = 250

/** Passkeys of one account, their names, and how long a browser may take to make or use one. */
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX_LENGTH = 60
export const PASSKEY_CHALLENGE_TTL_MS = 10 * MINUTE_MS

/** Private feeds of one user, and their names. */
export const FEED_ADDRESSES_MAX = 5
export const FEED_NAME_MAX_LENGTH = 60

/** The code that admins get by mail where the settings ask for a second step: its life, its tries, and the pause before another one. */
export const SECOND_STEP_CODE_DIGITS = 6
export const SECOND_STEP_TTL_MS = 10 * MINUTE_MS
export const SECOND_STEP_TRIES_MAX = 5
export const SECOND_STEP_MAIL_PAUSE_MS = 30 * SECOND_MS

/** Pace of mails to followers; admins choose it. */
export const MAILS_PER_SECOND_MAX = 100

/** An invitation: for how many people at most, unless for any number, and for how long by itself and at most. */
export const INVITATION_USES_MAX = 100
export const INVITATION_DAYS = 30
export const INVITATION_DAYS_MAX = 365
export const INVITATION_NAME_MAX_LENGTH = 60
/** How long those are good that an import makes for the people of another blog. */
export const IMPORTED_INVITATION_DAYS = 90
/** Invitations that are open at a time, and those that the dashboard lists. */
export const OPEN_INVITATIONS_MAX = 100
export const LISTED_INVITATIONS_MAX = 100

/** The longest note with a request for an account, and how many requests may wait. */
export const NOTE_MAX_LENGTH = 500
export const SIGN_UP_REQUESTS_MAX = 200

/** How often one key (a user, an address, an account) may do something in a window (docs/product.md, 9). */
export interface RateLimit {
  readonly name: string
  readonly max: number
  readonly windowMs: number
  /** Counted before the work, also when that fails: an attempt itself is expensive, or its error tells something. Otherwise with the write. */
  readonly countsFailures?: true
}

export const RATE_LIMITS = {
  /** One account from one address. */
  signInFailuresPerAccount: { name: 'sign-in/account', max: 10, windowMs: 15 * MINUTE_MS },
  /** The same counter, for an address that has opened the account within a week. */
  signInFailuresAtKnownAddress: { name: 'sign-in/account', max: 50, windowMs: 15 * MINUTE_MS },
  /** One account from all addresses that have not opened it within a week. */
  signInFailuresPerAccountEverywhere: { name: 'sign-in/account/all', max: 50, windowMs: 15 * MINUTE_MS },
  /** Does not hold an account back that was opened from the address within a week: a hospital has one address. */
  signInFailuresPerAddress: { name: 'sign-in/address', max: 100, windowMs: HOUR_MS },
  /** Sign-ups, and changes of a username or email: both tell whether one is taken. */
  signUpsPerAddress: { name: 'sign-up/address', max: 100, windowMs: HOUR_MS, countsFailures: true },
  /** Requests for an account: each takes one of a few places in the queue. */
  signUpRequestsPerAddress: { name: 'sign-up-request/address', max: 20, windowMs: HOUR_MS },
  commentsPerUser: { name: 'comment/user', max: 30, windowMs: 5 * MINUTE_MS },
  commentChangesPerUser: { name: 'comment-change/user', max: 60, windowMs: 5 * MINUTE_MS },
  likesPerUser: { name: 'like/user', max: 120, windowMs: MINUTE_MS },
  /** Hearts of visitors, given and taken back: those of a ward or a party at one address, and no bot's thousands. */
  visitorLikesPerAddress: { name: 'like/address', max: 60, windowMs: HOUR_MS },
  reportsPerUser: { name: 'report/user', max: 30, windowMs: HOUR_MS },
  passwordChecksPerUser: { name: 'password-check/user', max: 10, windowMs: 15 * MINUTE_MS },
  /** Each may hash a password and send two mails. */
  credentialChangesPerUser: { name: 'credentials/user', max: 5, windowMs: HOUR_MS },
  recoveriesPerAddress: { name: 'recovery/address', max: 30, windowMs: HOUR_MS },
  mailsPerAccount: { name: 'mail/account', max: 5, windowMs: HOUR_MS },
  linksPerAddress: { name: 'link/address', max: 60, windowMs: HOUR_MS, countsFailures: true },
  /** Opening and using invitations, by user or address: a whole ward may do so at one address. Its tokens cannot be guessed. */
  invitationTries: { name: 'invitation/tries', max: 300, windowMs: HOUR_MS, countsFailures: true },
  /** Each asks for a mail to an address. */
  followsPerAddress: { name: 'follow/address', max: 30, windowMs: HOUR_MS },
  /** One mail address, which others may have entered. Not the limit of password resets, so that nobody can use that up. */
  followMailsPerAccount: { name: 'follow/account', max: 3, windowMs: DAY_MS },
  /** Confirmations and changes by the link in a mail, which cannot be guessed. */
  followingChangesPerAddress: { name: 'following/address', max: 300, windowMs: HOUR_MS, countsFailures: true },
  passkeyBeginsPerAddress: { name: 'passkey-begin/address', max: 300, windowMs: HOUR_MS },
  /** Codes that are tried or asked for. */
  secondStepsPerAddress: { name: 'second-step/address', max: 300, windowMs: HOUR_MS, countsFailures: true },
  /** Wrong codes of one admin, in however many attempts. */
  secondStepFailuresPerUser: { name: 'second-step/user', max: 20, windowMs: HOUR_MS },
  secondStepMailsPerUser: { name: 'second-step-mail/user', max: 10, windowMs: HOUR_MS },
  identityFlowsPerAddress: { name: 'identity-flow/address', max: 60, windowMs: HOUR_MS },
  /** Each reads the whole blog and writes as much. */
  backupsPerUser: { name: 'backup/user', max: 10, windowMs: HOUR_MS },
  /** Each reads a whole export, and may write as much as it holds. */
  importsPerUser: { name: 'import/user', max: 120, windowMs: HOUR_MS },
  backupDownloadsPerUser: { name: 'backup-download/user', max: 20, windowMs: HOUR_MS },
  dataDownloadsPerUser: { name: 'data/user', max: 20, windowMs: HOUR_MS },
  /** Several readers may share one address of a feed. Counted by each process, as reading writes nothing. */
  readsPerPrivateFeed: { name: 'private-feed/address', max: 120, windowMs: HOUR_MS },
  /** Addresses of feeds that are not there, or not any more. */
  unknownFeedsPerAddress: { name: 'private-feed/unknown', max: 300, windowMs: HOUR_MS },
  searchesPerAddress: { name: 'search/address', max: 120, windowMs: MINUTE_MS },
  /** Changes of the profile, ended sessions and the like. */
  accountWritesPerUser: { name: 'account/user', max: 120, windowMs: 15 * MINUTE_MS },
  /** An open page renews its session once an hour; many tabs on many devices stay far below. */
  renewalsPerUser: { name: 'renewal/user', max: 240, windowMs: HOUR_MS },
  /** An open editor saves once a second while its writer types. */
  draftSavesPerUser: { name: 'draft/user', max: 1200, windowMs: 5 * MINUTE_MS },
} as const satisfies Record<string, RateLimit>
export type RateLimitName = keyof typeof RATE_LIMITS

/** A following that was asked for can be confirmed for so long; then what was asked is deleted. */
export const FOLLOW_CONFIRM_MS = 7 * DAY_MS
/** The address of a visitor who is not mailed any more, since it refused mails, is shown to the admins for so long. */
export const BOUNCED_FOLLOWER_MS = 30 * DAY_MS

/** Longest names and words of the blog itself, in characters. */
export const BLOG_LINE_MAX_LENGTH = 60
/** Links of the footer, and the longest address of one. */
export const LINKS_MAX = 6
export const LINK_MAX_LENGTH = 300
export const HOME_PICTURE_TEXT_MAX_LENGTH = 200

/** Longest last part of an address that is made of a title. */
export const SLUG_MAX_LENGTH = 80
/** Longest name and slug of a category of the family's own, and how many there can be. */
export const CATEGORY_MAX_LENGTH = 40
export const OWN_CATEGORIES_MAX = 40
/** Pages of the family's own. */
export const OWN_PAGES_MAX = 50

/** Version of the persisted store (docs/product.md, 3). */
export const PERSISTENCE_VERSION = 1

export const UPLOAD_KINDS = ['profile', 'post', 'import'] as const
/** What an uploaded file is for: a picture, or the export of another blog. */
export type UploadKind = (typeof UPLOAD_KINDS)[number]
export type PictureKind = Exclude<UploadKind, 'import'>
const MEGABYTE = 1024 * 1024
/** Largest file that is taken in, by what it is for. */
export const UPLOAD_MAX_BYTES: Record<UploadKind, number> = { profile: 2 * MEGABYTE, post: 15 * MEGABYTE, import: 500 * MEGABYTE }
/** What admins choose from as the largest file that comes from another blog. */
export const IMPORT_FILE_MAX_MEGABYTES = [20, 100, 300] as const
/** How many files one user may send in 24 hours, and their bytes together. */
export const UPLOADS_PER_DAY: Record<UploadKind, { readonly count: number; readonly bytes: number }> = {
  profile: { count: 50, bytes: 50 * MEGABYTE },
  post: { count: 500, bytes: 2048 * MEGABYTE },
  import: { count: 20, bytes: 4096 * MEGABYTE },
}
/** How many uploads one user may have begun within an hour and not finished. */
export const UPLOADS_AT_ONCE = 20
/** An upload that is not finished by then is forgotten. */
export const UPLOAD_TTL_MS = DAY_MS
/** Up to this size a picture is sent in one request; above, in resumable parts. */
export const UPLOAD_ONE_REQUEST_MAX_BYTES = 256 * 1024
/** First part of a resumable upload; each next one is twice as large, below the maximum. */
export const UPLOAD_PART_FIRST_BYTES = 256 * 1024
export const UPLOAD_PART_LIMIT_BYTES = 32 * MEGABYTE
/** How long one request is retried, and how long an upload in all. */
export const UPLOAD_OPERATION_RETRY_MS = 2 * MINUTE_MS
export const UPLOAD_RETRY_MS = 10 * MINUTE_MS

/** More pixels than this, all frames together, are refused before they are decoded. */
export const PICTURE_MAX_PIXELS = 50_000_000
/** Widths that a picture is kept in, where it has as many pixels; the smallest is for faces and thumbnails. */
export const PICTURE_WIDTHS = [96, 320, 640, 960, 1600] as const
/** Wider pictures are scaled down to this. */
export const PICTURE_MAX_WIDTH = 1600
/** A profile picture is cut to a square of at most this. */
export const PROFILE_PICTURE_MAX_WIDTH = 640
/** A picture that no post and no profile uses is kept this long: unsaved text that shows it lies on the writer's own device. */
export const PICTURE_GRACE_MS = 30 * DAY_MS

/** Unpublished texts that one user may have on the server. */
export const DRAFTS_PER_USER_MAX = 200
/** How long the server remembers that a draft has ended: a device that was away for longer may offer it once more. */
export const ENDED_DRAFT_TTL_MS = 90 * DAY_MS
/** Text is saved on the device this long after a change, and on the server. */
export const DRAFT_DEVICE_DELAY_MS = 300
export const DRAFT_SERVER_DELAY_MS = 1000
/** Earlier versions that are kept of one post, the newest. */
export const REVISIONS_PER_POST_MAX = 100
/** An admin can undo the deletion of a comment for so long. */
export const COMMENT_UNDO_MS = HOUR_MS
/** A deleted post can be restored for so long. */
export const TRASH_TTL_MS = 30 * DAY_MS
/** Exports of other blogs that a blog holds at a time; each with its reports for so long after it was last used. */
export const IMPORTS_MAX = 10
export const IMPORT_TTL_MS = 30 * DAY_MS
/** Lines of each kind of note, and missing things, that come with an import; more come by call. */
export const IMPORT_SHOWN_LINES = 5
/** Categories of an old blog that an import maps to ours. */
export const IMPORT_CATEGORIES_MAX = 500
/** For so long after its first account a blog shows the checklist by itself. */
export const CHECKLIST_MS = 60 * DAY_MS
