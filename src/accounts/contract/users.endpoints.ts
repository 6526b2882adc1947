import { ACCOUNT_RATE_LIMITS, SIGN_UP_REQUESTS_MAX } from '#accounts/contract/account-limits.ts'
import { z } from 'zod'
import { ROLES } from '#platform/contract/permissions.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { FILL_ALL_FIELDS } from '#platform/contract/form.ts'
import {
  displayNameField,
  emailField,
  imageUrlField,
  noteField,
  passwordField,
  reasonField,
  requiredField,
  usernameField,
} from '#accounts/contract/account-fields.ts'
import { isoDate, limitQuery, message, startIndexQuery, text } from '#platform/contract/fields.ts'

/** Public data of a user. */
export const publicUser = z.strictObject({
  _id: z.string(),
  username: z.string(),
  /** Shown instead of the username. */
  displayName: z.string().optional(),
  profilePicture: z.string(),
  /** With comments: that the user is an admin or of the family, whose names others cannot bear. */
  sign: z.enum(['admin', 'family']).optional(),
})
export type PublicUser = z.output<typeof publicUser>

/** Data of an account for its user. */
export const account = publicUser.extend({
  email: z.string(),
  isAdmin: z.boolean(),
  /** True for members of the family: joined by an invitation, or approved by an admin. */
  isFamily: z.boolean(),
  createdAt: isoDate,
  updatedAt: isoDate,
  /** True when a mailed link was opened, or an identity provider has verified the address. */
  emailVerified: z.boolean(),
  /** False for who signs in with a code, a passkey or an identity provider alone. */
  hasPassword: z.boolean(),
})
export type Account = z.output<typeof account>

/** Account in the admins' list. */
export const listedAccount = account.omit({ hasPassword: true }).extend({
  /** Null while the account is enabled. */
  disabledReason: z.string().nullable(),
  /** Name of the invitation by which the user joined the family; null without one. */
  invitation: z.string().nullable(),
})
export type ListedAccount = z.output<typeof listedAccount>

/** A text for the blog: all of its fields (posts/contract/post-text.ts). */
const ownText = z.looseObject({ title: z.string(), content: z.string() })

const ownTexts = {
  /** Posts and pages in every state; a draft in the trash, too. */
  posts: z.array(ownText.extend({ _id: z.string(), state: z.string(), slug: z.string(), createdAt: isoDate, updatedAt: isoDate })),
  /** Changes of posts and pages that were not published. */
  edits: z.array(ownText.extend({ postId: z.string(), savedAt: isoDate })),
  /** Earlier versions that this user published; those that were never published have no number. */
  versions: z.array(ownText.extend({ postId: z.string(), revision: z.int().nullable(), savedAt: isoDate })),
}
export type OwnTexts = z.output<z.ZodObject<typeof ownTexts>>

/** 'Download my data': everything that is stored about a user. */
const userData = z.strictObject({
  account,
  /** Invitation by which the user joined the family. */
  invitation: z.strictObject({ name: z.string(), usedAt: isoDate }).nullable(),
  /** Request to be let in that waits. */
  request: z.strictObject({ note: z.string(), createdAt: isoDate }).nullable(),
  passkeys: z.array(z.strictObject({ name: z.string(), createdAt: isoDate, lastUsedAt: isoDate.nullable() })),
  /** Addresses of private feeds. */
  feeds: z.array(z.strictObject({ createdAt: isoDate, lastUsedAt: isoDate.nullable() })),
  identities: z.array(z.strictObject({ issuer: z.string(), subject: z.string(), createdAt: isoDate })),
  sessions: z.array(z.strictObject({ userAgent: z.string(), signedInAt: isoDate, lastSeenAt: isoDate, expiresAt: isoDate })),
  /** Null when the user follows nothing by mail. */
  following: z
    .strictObject({
      posts: z.string().nullable(),
      replies: z.boolean(),
      comments: z.boolean(),
      bounces: z.int(),
      since: isoDate,
    })
    .nullable(),
  comments: z.array(
    z.strictObject({
      _id: z.string(),
      postId: z.string(),
      content: z.string(),
      state: z.enum(['shown', 'pending', 'deleted']),
      createdAt: isoDate,
      updatedAt: isoDate,
    }),
  ),
  likes: z.array(z.strictObject({ commentId: z.string(), createdAt: isoDate })),
  /** Posts that the user likes. */
  postLikes: z.array(z.strictObject({ postId: z.string(), createdAt: isoDate })),
  reports: z.array(z.strictObject({ commentId: z.string(), reason: z.string(), createdAt: isoDate })),
  ...ownTexts,
})
export type UserData = z.output<typeof userData>

/** 409 on a closed blog, where people ask: `requestAccount`. */
export const signUp = endpoint('POST /api/auth/signup', {
  access: 'everyone',
  whenClosed: 'open',
  status: 201,
  limit: ACCOUNT_RATE_LIMITS.signUpsPerAddress,
  body: z.object({
    username: usernameField,
    email: emailField,
    password: passwordField,
  }),
  output: message,
})

export const updateUser = endpoint('PUT /api/user/update/:userId', {
  access: 'user',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  body: z
    .object({
      username: usernameField.optional(),
      /** Empty removes the display name. */
      displayName: displayNameField.optional(),
      email: emailField.optional(),
      /** Unchanged when empty and other fields are present, as forms send an empty password field. */
      password: text(FILL_ALL_FIELDS)
        .transform((value) => (value.trim() === '' ? undefined : value))
        .pipe(passwordField.optional())
        .optional(),
      profilePicture: imageUrlField.optional(),
      /** Required for a new email or password when the sign-in is more than 15 minutes ago. */
      currentPassword: requiredField.optional(),
    })
    .refine((body) => !Object.hasOwn(body, 'password') || Object.values(body).some((value) => value !== undefined), {
      error: FILL_ALL_FIELDS,
      path: ['password'],
    }),
  output: account,
})

/** Disables or enables an account. */
export const disableUser = endpoint('PUT /api/user/disable/:userId', {
  access: 'admin',
  status: 200,
  limit: null,
  body: z.object({ disabled: z.boolean({ error: 'Please say whether the account is to be disabled.' }), reason: reasonField.optional() }),
  output: listedAccount,
})

/** Changes a user's role. Requires a recent sign-in when it gives or removes the admin role. */
export const updateRole = endpoint('PUT /api/user/role/:userId', {
  access: 'admin',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  body: z.object({
    role: z.enum(ROLES, 'Please choose a role.'),
    /** Required to give or remove the admin role when the sign-in is more than 15 minutes ago. */
    currentPassword: requiredField.optional(),
  }),
  output: listedAccount,
})

/** Deletes an account at once. Requires a recent sign-in. */
export const deleteUser = endpoint('DELETE /api/user/delete/:userId', {
  access: 'user',
  needsRecentSignIn: true,
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  output: message,
})

export const listUsers = endpoint('GET /api/user/getusers', {
  access: 'admin',
  status: 200,
  query: z.object({ startIndex: startIndexQuery, limit: limitQuery, sort: z.enum(['asc', 'desc']).catch('desc') }),
  output: z.strictObject({ users: z.array(listedAccount), totalUsers: z.int(), lastMonthUsers: z.int() }),
})

/** Must precede the next endpoint, whose `:userId` also matches `my-data`. */
export const downloadMyData = endpoint('GET /api/user/my-data', {
  access: 'user',
  needsRecentSignIn: true,
  status: 200,
  output: userData,
  streamedAs: 'my-data.json',
})

export const getUser = endpoint('GET /api/user/:userId', { access: 'everyone', status: 200, output: publicUser })

export const userEndpoints = { signUp, updateUser, disableUser, updateRole, deleteUser, listUsers, downloadMyData, getUser }

/** Pending request to be let in to a closed blog. */
export const signUpRequest = z.strictObject({
  _id: z.string(),
  username: z.string(),
  displayName: z.string().optional(),
  hasAccount: z.boolean(),
  email: z.string(),
  /** How the person introduces themselves. */
  note: z.string(),
  createdAt: isoDate,
})
export type SignUpRequest = z.output<typeof signUpRequest>

/** Oldest first. */
export const listSignUpRequests = endpoint('GET /api/requests', {
  access: 'admin',
  status: 200,
  output: z.strictObject({ requests: z.array(signUpRequest) }),
})

const requiredNote = noteField.refine((value) => value !== '', 'Please say who you are, in a line or two.')

/** Requests an account of a closed blog. The username is made of the name. */
export const requestAccount = endpoint('POST /api/requests', {
  access: 'everyone',
  whenClosed: 'open',
  status: 201,
  limit: ACCOUNT_RATE_LIMITS.signUpsPerAddress,
  body: z.object({
    displayName: displayNameField.refine((value) => value !== '', 'Please enter the name that others will see.'),
    email: emailField,
    /** Required where the blog cannot mail codes. */
    password: passwordField.optional(),
    note: requiredNote,
  }),
  output: message,
})

/** Requests access for a user whom a closed blog keeps out. */
export const requestAccess = endpoint('POST /api/requests/own', {
  access: 'user',
  whenClosed: 'open',
  status: 201,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  body: z.object({ note: requiredNote }),
  output: message,
})

/** Approves the request and creates the account, which is family. Requires a recent sign-in. */
export const approveSignUp = endpoint('POST /api/requests/:requestId', {
  access: 'admin',
  needsRecentSignIn: true,
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  output: message,
})

/** Refuses and deletes the request. */
export const refuseSignUp = endpoint('DELETE /api/requests/:requestId', {
  access: 'admin',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  output: message,
})

const CHOOSE_REQUESTS = 'Please choose some requests.'

/** Refuses several requests; those that are answered already are skipped. */
export const refuseSignUps = endpoint('POST /api/requests/refusals', {
  access: 'admin',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  body: z.object({
    requestIds: z
      .array(z.string().max(64, CHOOSE_REQUESTS), CHOOSE_REQUESTS)
      .min(1, CHOOSE_REQUESTS)
      .max(SIGN_UP_REQUESTS_MAX, CHOOSE_REQUESTS),
  }),
  output: message,
})

export const signUpRequestEndpoints = { requestAccount, requestAccess, listSignUpRequests, approveSignUp, refuseSignUp, refuseSignUps }
