import { ACCOUNT_RATE_LIMITS, CODE_DIGITS } from '#accounts/contract/account-limits.ts'
import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { displayNameField, emailField, linkToken, passwordField, requiredField } from '#accounts/contract/account-fields.ts'
import { isoDate, message, text } from '#platform/contract/fields.ts'
import { paletteIds } from '#site/contract/look.ts'
import { blogNameField } from '#site/contract/site.endpoints.ts'
import { account } from './users.endpoints.ts'
import { isTimeZone } from '#platform/contract/time-zone.ts'

/** The signed-in user, and when the token expires: as a time, and in milliseconds from now in case clocks differ. */
export const signedIn = account.extend({
  success: z.literal(true),
  message: z.string(),
  sessionExpiresAt: isoDate,
  sessionEndsInMs: z.int(),
})
export type SignedIn = z.output<typeof signedIn>

/** One of the user's own sessions. */
export const listedSession = z.strictObject({
  _id: z.string(),
  /** For people: 'Firefox on Windows'. */
  device: z.string(),
  signedInAt: isoDate,
  /** Up to a few minutes too early. */
  lastSeenAt: isoDate,
  /** True for the session of this request. */
  current: z.boolean(),
})
export type ListedSession = z.output<typeof listedSession>

export const signIn = endpoint('POST /api/auth/signin', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  // Counts failures and successes separately, by account and by address: sessions/sign-in-limits.ts.
  limit: null,
  body: z.object({ email: requiredField, password: requiredField }),
  output: signedIn,
})

/** Returns the session's user; 401 without a session. */
export const getSession = endpoint('GET /api/auth/session', { access: 'user', status: 200, output: signedIn })

/** Replaces the session token with one that is fresh for an hour. */
export const renewSession = endpoint('POST /api/auth/renew', {
  access: 'user',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.renewalsPerUser,
  output: signedIn,
})

/** Checks the password again: counts as a recent sign-in for 15 minutes. */
export const confirmPassword = endpoint('POST /api/auth/confirm-password', {
  access: 'user',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  body: z.object({ currentPassword: requiredField }),
  output: message,
})

/** Lists the user's sessions, newest first. The next two end all but the current one, or one. */
export const listSessions = endpoint('GET /api/auth/sessions', {
  access: 'user',
  status: 200,
  output: z.strictObject({ sessions: z.array(listedSession) }),
})

export const endOtherSessions = endpoint('DELETE /api/auth/sessions', {
  access: 'user',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  output: message,
})

export const endSession = endpoint('DELETE /api/auth/sessions/:sessionId', {
  access: 'user',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  output: message,
})

// Deletes at most one session, and must always work.
export const signOut = endpoint('POST /api/user/signout', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  limit: null,
  output: message,
})

export const sessionEndpoints = { signIn, getSession, renewSession, confirmPassword, listSessions, endOtherSessions, endSession, signOut }

export const signInWithGoogle = endpoint('POST /api/auth/google', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  // Counts failures only.
  limit: null,
  body: z.object({ name: z.unknown(), email: z.unknown(), googlePhotoUrl: z.unknown(), idToken: z.unknown() }).partial(),
  output: signedIn,
})

export const identityEndpoints = { signInWithGoogle }

/** Signs in with a link that an admin or the command line made. */
export const signInWithLink = endpoint('POST /api/auth/link', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.linksPerAddress,
  body: z.object({ token: linkToken }),
  output: signedIn,
})

/** Makes a link that signs in to an account, for its owner; only where the blog cannot send codes by mail. */
export const createSignInLink = endpoint('POST /api/user/sign-in-link/:userId', {
  access: 'admin',
  needsRecentSignIn: true,
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  output: z.strictObject({ link: z.string() }),
})

export const sendVerification = endpoint('POST /api/auth/send-verification', {
  access: 'user',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  output: message,
})

export const verifyEmail = endpoint('POST /api/auth/verify-email', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.linksPerAddress,
  body: z.object({ token: linkToken }),
  output: message,
})

export const accountLinkEndpoints = { signInWithLink, createSignInLink, sendVerification, verifyEmail }

const BEGIN_AGAIN = 'Please begin again: ask for a code, or enter your password.'

/** Binds a code to the browser that requested it: from `sendSignInCode`, `sendConfirmationCode` or the error `second_step_required`. */
const attempt = text(BEGIN_AGAIN).refine((value) => /^[\w-]{43}$/.test(value), BEGIN_AGAIN)

/** Copying from a mail may add blanks or hyphens. */
const code = text('Please enter the code.')
  .transform((value) => value.replaceAll(/[\s-]/g, ''))
  .refine((value) => value !== '', 'Please enter the code.')
  .refine((value) => new RegExp(`^\\d{${CODE_DIGITS}}$`).test(value), 'The code has six digits.')

/** Mails a code to sign in with. The same response whether there is an account or not. */
export const sendSignInCode = endpoint('POST /api/auth/code', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.codeRequestsPerAddress,
  body: z.object({ email: emailField }),
  output: message.extend({ attempt: z.string() }),
})

/** Mails another code, or the first one to an admin who also has a passkey. */
export const sendCodeAgain = endpoint('POST /api/auth/code/again', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.codesPerAddress,
  body: z.object({ attempt }),
  output: message,
})

/** Signs in with a requested code, or one that is the second step of an admin. */
export const signInWithCode = endpoint('POST /api/auth/code/sign-in', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.codesPerAddress,
  body: z.object({ attempt, code }),
  output: signedIn,
})

/** Mails a code that confirms the session, in place of the password. */
export const sendConfirmationCode = endpoint('POST /api/auth/code/confirmation', {
  access: 'user',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  output: message.extend({ attempt: z.string() }),
})

/** Counts as a recent sign-in: with the code of `sendConfirmationCode`, or with that of a second step after `confirm-password`. */
export const confirmWithCode = endpoint('POST /api/auth/code/confirm', {
  access: 'user',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  body: z.object({ attempt, code }),
  output: message,
})

export const codeEndpoints = { sendSignInCode, sendCodeAgain, signInWithCode, sendConfirmationCode, confirmWithCode }

/** Creation of the first admin. `isOpen` is true until there is an admin. */
export const getSetup = endpoint('GET /api/setup', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  output: z.strictObject({ isOpen: z.boolean() }),
})

const firstAdmin = z.object({
  /** Of the link that the server prints at its start. */
  key: text('The key is missing.'),
  displayName: displayNameField.refine((value) => value !== '', 'Please enter your name.'),
  email: emailField,
  /** Missing for who makes a passkey right after. */
  password: passwordField.optional(),
})

/** Checks who the first admin will be, and stores nothing. 403 without the key, 409 once there is an admin. */
export const checkFirstAdmin = endpoint('POST /api/setup/check', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  // As for `createFirstAdmin`.
  limit: null,
  body: firstAdmin,
  output: message,
})

/** Creates the first admin with what the set-up asked, and signs in. Errors as for `checkFirstAdmin`. */
export const createFirstAdmin = endpoint('POST /api/setup', {
  access: 'everyone',
  whenClosed: 'open',
  status: 201,
  // Nothing is written without the key, which has 256 random bits.
  limit: null,
  body: firstAdmin.extend({
    /** Missing where a backup will bring the rest. */
    blogName: blogNameField.optional(),
    palette: z.enum(paletteIds, 'Please choose one of the colours.').optional(),
    wayIn: z.enum(['family', 'everybody'], 'Please choose who may read.'),
    /** Of the browser, for the blog; one that the server does not know is left out. */
    timeZone: z.string().refine(isTimeZone).optional().catch(undefined),
  }),
  output: signedIn,
})

export const setupEndpoints = { getSetup, checkFirstAdmin, createFirstAdmin }
