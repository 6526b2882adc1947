import { z } from 'zod'
import { ROLES } from '#contract/roles.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import {
  displayNameField,
  emailField,
  FILL_ALL_FIELDS,
  imageUrlField,
  isoDate,
  limitQuery,
  message,
  noteField,
  passwordField,
  reasonField,
  requiredField,
  startIndexQuery,
  text,
  usernameField,
} from '#contract/fields.ts'

/** What anyone may know of a user. */
export const publicUser = z.strictObject({
  _id: z.string(),
  username: z.string(),
  /** An addition: the name to show instead of the username, where one was chosen. */
  displayName: z.string().optional(),
  profilePicture: z.string(),
})
export type PublicUser = z.output<typeof publicUser>

/** What a user, or an admin, may know of an account (docs/product.md, 3). */
export const account = publicUser.extend({
  email: z.string(),
  isAdmin: z.boolean(),
  /** An addition: whether they belong to the family, by an invitation or an admin's word. */
  isFamily: z.boolean(),
  createdAt: isoDate,
  updatedAt: isoDate,
  /** An addition: whether a link mailed to the address was followed, or a provider vouched for it. */
  emailVerified: z.boolean(),
})
export type Account = z.output<typeof account>

/** An account as admins see it. */
export const listedAccount = account.extend({
  /** An addition: why it was disabled; null while it is open. */
  disabledReason: z.string().nullable(),
  /** An addition: the name of the invitation by which they joined the family; null where they came otherwise. */
  invitation: z.string().nullable(),
})
export type ListedAccount = z.output<typeof listedAccount>

/** 'Download my data': everything that is kept about a user. */
const userData = z.strictObject({
  account: account.extend({ hasPassword: z.boolean() }),
  /** By which they joined the family. */
  invitation: z.strictObject({ name: z.string(), usedAt: isoDate }).nullable(),
  passkeys: z.array(z.strictObject({ name: z.string(), createdAt: isoDate, lastUsedAt: isoDate.nullable() })),
  /** Addresses of private feeds. */
  feeds: z.array(z.strictObject({ name: z.string(), createdAt: isoDate, lastUsedAt: isoDate.nullable() })),
  identities: z.array(z.strictObject({ issuer: z.string(), subject: z.string(), createdAt: isoDate })),
  sessions: z.array(z.strictObject({ userAgent: z.string(), signedInAt: isoDate, lastSeenAt: isoDate, expiresAt: isoDate })),
  /** What is mailed; null where nothing is. */
  following: z
    .strictObject({
      posts: z.string().nullable(),
      categories: z.array(z.string()).nullable(),
      replies: z.boolean(),
      comments: z.string().nullable(),
      bounces: z.int(),
      since: isoDate,
    })
    .nullable(),
  comments: z.array(
    z.strictObject({
      _id: z.string(),
      postId: z.string(),
      content: z.string(),
      waitsForApproval: z.boolean(),
      createdAt: isoDate,
      updatedAt: isoDate,
    }),
  ),
  likes: z.array(z.strictObject({ commentId: z.string(), createdAt: isoDate })),
  /** Posts that have the user's heart. */
  postLikes: z.array(z.strictObject({ postId: z.string(), createdAt: isoDate })),
  reports: z.array(z.strictObject({ commentId: z.string(), reason: z.string(), createdAt: isoDate })),
  posts: z.array(
    z.strictObject({ _id: z.string(), title: z.string(), slug: z.string(), content: z.string(), createdAt: isoDate, updatedAt: isoDate }),
  ),
  /** Posts that are to be published at a time. */
  planned: z.array(z.strictObject({ _id: z.string(), title: z.string(), content: z.string(), publishAt: isoDate })),
  /** Texts that are not published yet. */
  drafts: z.array(z.strictObject({ postId: z.string(), title: z.string(), content: z.string(), savedAt: isoDate })),
  /** Earlier versions of posts that this user published. */
  revisions: z.array(z.strictObject({ postId: z.string(), title: z.string(), content: z.string(), publishedAt: isoDate })),
  /** What went into the trash with a post, for thirty days. */
  trash: z.strictObject({
    posts: z.array(z.strictObject({ _id: z.string(), title: z.string(), content: z.string(), createdAt: isoDate })),
    comments: z.array(z.strictObject({ _id: z.string(), postId: z.string(), content: z.string(), createdAt: isoDate })),
    likes: z.array(z.strictObject({ commentId: z.string(), createdAt: isoDate })),
    postLikes: z.array(z.strictObject({ postId: z.string(), createdAt: isoDate })),
    reports: z.array(z.strictObject({ commentId: z.string(), reason: z.string(), createdAt: isoDate })),
  }),
})
export type UserData = z.output<typeof userData>

export const userEndpoints = {
  'POST /api/auth/signup': {
    access: 'everyone',
    whenClosed: 'open',
    status: 201,
    limit: 'signUpsPerAddress',
    body: z.object({
      username: usernameField,
      email: emailField,
      password: passwordField,
      /** An addition: a field of the form that people do not see; what fills it in is a machine. */
      website: z.unknown().optional(),
      /** An addition: who one is, for the admins; needed where accounts are asked for. */
      note: noteField.optional(),
    }),
    /** `waits`, an addition: nobody can sign in yet, an admin is asked. */
    output: message.extend({ waits: z.boolean() }),
  },
  'PUT /api/user/update/:userId': {
    access: 'user',
    status: 200,
    limit: 'accountWritesPerUser',
    body: z
      .object({
        username: usernameField.optional(),
        /** An addition; empty takes it back. */
        displayName: displayNameField.optional(),
        email: emailField.optional(),
        /** Empty beside other fields: unchanged, as a form with an empty password field means it. */
        password: text(FILL_ALL_FIELDS)
          .transform((value) => (value.trim() === '' ? undefined : value))
          .pipe(passwordField.optional())
          .optional(),
        profilePicture: imageUrlField.optional(),
        /** An addition: needed for a new email or password when the sign-in is longer ago than 15 minutes. */
        currentPassword: requiredField.optional(),
      })
      .refine((body) => !Object.hasOwn(body, 'password') || Object.values(body).some((value) => value !== undefined), {
        error: FILL_ALL_FIELDS,
        path: ['password'],
      }),
    output: account,
  },
  /** An addition: shuts an account, or opens it again. */
  'PUT /api/user/disable/:userId': {
    access: 'admin',
    status: 200,
    limit: null,
    body: z.object({ disabled: z.boolean({ error: 'Please say whether the account is to be disabled.' }), reason: reasonField.optional() }),
    output: listedAccount,
  },
  /** An addition: hands out the admin role, or takes it back. */
  'PUT /api/user/admin/:userId': {
    access: 'admin',
    status: 200,
    limit: 'accountWritesPerUser',
    body: z.object({
      isAdmin: z.boolean({ error: 'Please say whether the account is to be an admin.' }),
      /** Needed when the sign-in is longer ago than 15 minutes. */
      currentPassword: requiredField.optional(),
    }),
    output: listedAccount,
  },
  /** An addition: moves a user between readers, family and admins. What makes or unmakes an admin needs a recent sign-in. */
  'PUT /api/user/role/:userId': {
    access: 'admin',
    status: 200,
    limit: 'accountWritesPerUser',
    body: z.object({
      role: z.enum(ROLES, 'Please choose a role.'),
      /** Needed for an admin's role when the sign-in is longer ago than 15 minutes. */
      currentPassword: requiredField.optional(),
    }),
    output: listedAccount,
  },
  'DELETE /api/user/delete/:userId': { access: 'user', status: 200, limit: 'accountWritesPerUser', output: message },
  'GET /api/user/getusers': {
    access: 'admin',
    status: 200,
    query: z.object({ startIndex: startIndexQuery, limit: limitQuery, sort: z.enum(['asc', 'desc']).catch('desc') }),
    output: z.strictObject({ users: z.array(listedAccount), totalUsers: z.int(), lastMonthUsers: z.int() }),
  },
  /** An addition. Before the next one, which would take it for an id. */
  'GET /api/user/my-data': { access: 'user', status: 200, output: userData },
  'GET /api/user/:userId': { access: 'everyone', status: 200, output: publicUser },
} as const satisfies EndpointTable
