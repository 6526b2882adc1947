import { DAY_MS, HOUR_MS, MINUTE_MS, type RateLimit, SECOND_MS } from '#platform/contract/limits.ts'

export const USERNAME_MIN_LENGTH = 3
export const USERNAME_MAX_LENGTH = 20
/** In characters, of any script. */
export const DISPLAY_NAME_MAX_LENGTH = 60
/** Admins and members of the family whose names are compared with those that others choose: more than any blog has. */
export const MEMBERS_MAX = 10_000
/** Usernames that seem to speak for the blog, so no account can have them; nor the blog's own name. */
export const RESERVED_USERNAMES: readonly string[] = ['admin', 'root', 'support', 'system', 'kindred', 'anonymous']
export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128
/** Age after which a session token is replaced at its next use. */
export const TOKEN_FRESH_MS = HOUR_MS
/** The previous token remains valid for this long after the first use of the new one: requests may be in flight. */
export const TOKEN_GRACE_MS = MINUTE_MS
/** Younger tokens are not replaced on request, so tabs that renew at the same time share one. */
export const TOKEN_RENEW_FLOOR_MS = 5 * MINUTE_MS
/** A session ends after this long without use (shorter for admins). */
export const SESSION_IDLE_MS = 60 * DAY_MS
export const ADMIN_SESSION_IDLE_MS = 14 * DAY_MS
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
/** How long another code can be sent to the browser that requested one. */
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
/** Pending requests for an account. */
export const SIGN_UP_REQUESTS_MAX = 200
export const ACCOUNT_RATE_LIMITS = {
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
  passkeyBeginsPerAddress: { name: 'passkey-begin/address', max: 300, windowMs: HOUR_MS },
  /** Codes that are tried or requested again. */
  codesPerAddress: { name: 'code/address', max: 300, windowMs: HOUR_MS, countsFailures: true },
  /** Wrong codes of one admin after the right password, over all sign-in attempts. */
  secondStepFailuresPerUser: { name: 'second-step/user', max: 20, windowMs: HOUR_MS },
  secondStepMailsPerUser: { name: 'second-step-mail/user', max: 10, windowMs: HOUR_MS },
  identityFlowsPerAddress: { name: 'identity-flow/address', max: 60, windowMs: HOUR_MS },
  dataDownloadsPerUser: { name: 'data/user', max: 20, windowMs: HOUR_MS },
  accountWritesPerUser: { name: 'account/user', max: 120, windowMs: 15 * MINUTE_MS },
  /** An open page renews its session once an hour; many tabs on many devices stay far below. */
  renewalsPerUser: { name: 'renewal/user', max: 240, windowMs: HOUR_MS },
} as const satisfies Record<string, RateLimit>
