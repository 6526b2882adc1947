import { z } from 'zod'
import { CATEGORIES, isCategorySlug } from '#contract/categories.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { emailField, isoDate, limitQuery, linkToken, message, startIndexQuery } from '#contract/fields.ts'
import { COMMENT_CADENCES, POST_CADENCES } from '#contract/following.ts'
import { OWN_CATEGORIES_MAX } from '#contract/limits.ts'

const LINK_OVER = 'This link is not complete. Please open the one in our newest mail.'

/** The id of a following and its key, as the links of our mails hold them. */
const followingLink = z.string(LINK_OVER).refine((value) => /^[\w-]{1,64}\.[\w-]{20,100}$/.test(value), LINK_OVER)

const postCadence = z.enum(POST_CADENCES, 'Please choose how often you would like to get mail.')

/** Null for all. A plain HTML form sends them in one text, with commas between. */
const followedCategories = z
  .union([z.array(z.string()), z.string().transform((value) => value.split(',').filter((one) => one !== ''))])
  .nullable()
  .default(null)
  .refine(
    (list) => list === null || (list.length <= CATEGORIES.length + OWN_CATEGORIES_MAX && list.every(isCategorySlug)),
    'Please choose some of the categories.',
  )
  .transform((list) => (list === null || list.length === 0 ? null : [...new Set(list)].sort()))

/** What of it is mailed. The last two are for who has an account. */
const choices = z.strictObject({
  /** How often new posts are mailed; null for never. */
  posts: postCadence.nullable(),
  /** Null for all. */
  categories: z.array(z.string()).nullable(),
  replies: z.boolean(),
  comments: z.enum(COMMENT_CADENCES).nullable(),
})
export type FollowingChoices = z.output<typeof choices>

/** A following as its link shows it. */
const linkedFollowing = choices.extend({
  email: z.string(),
  /** Whether it belongs to an account. */
  isMember: z.boolean(),
  /** Whether mails come: false where the email of the account is not confirmed. */
  isConfirmed: z.boolean(),
})
export type LinkedFollowing = z.output<typeof linkedFollowing>

/** What a user has chosen for their own account. */
const ownFollowing = choices.extend({
  /** Mails begin once the email is confirmed. */
  isConfirmed: z.boolean(),
  /** Whether it ended because the address refused our mails. */
  hasBounced: z.boolean(),
})
export type OwnFollowing = z.output<typeof ownFollowing>

/** `unconfirmed`: the mail with the link, or the email of the account; `bounced`: ended, since the address refused mails. */
export const FOLLOWER_STATES = ['mailed', 'unconfirmed', 'bounced', 'disabled'] as const

const listedFollower = choices.extend({
  _id: z.string(),
  email: z.string(),
  /** The name of the account; null for visitors. */
  name: z.string().nullable(),
  state: z.enum(FOLLOWER_STATES),
  /** Mails in a row that the address has refused. */
  bounces: z.int(),
  since: isoDate,
})
export type ListedFollower = z.output<typeof listedFollower>

const changed = message.extend({ following: linkedFollowing })

/** Additions: following by mail. */
export const followingEndpoints = {
  /** The same response whatever the blog knows of the address; a link to confirm goes to it by mail. */
  'POST /api/following/ask': {
    access: 'everyone',
    status: 200,
    limit: 'followsPerAddress',
    body: z.object({
      email: emailField,
      posts: postCadence,
      categories: followedCategories,
      /** Machines fill it in. */
      website: z.unknown().optional(),
    }),
    output: message,
  },
  'POST /api/following/confirm': {
    access: 'everyone',
    whenClosed: 'open',
    status: 200,
    limit: 'followingChangesPerAddress',
    body: z.object({ token: linkToken }),
    /** Opens the following from now on, as the links of our mails do. */
    output: message.extend({ link: z.string() }),
  },
  /** 404 for a link that opens nothing (any more). */
  'GET /api/following': {
    access: 'everyone',
    whenClosed: 'open',
    isCacheable: false,
    status: 200,
    query: z.object({ link: followingLink }),
    output: linkedFollowing,
  },
  'PUT /api/following': {
    access: 'everyone',
    whenClosed: 'open',
    status: 200,
    limit: 'followingChangesPerAddress',
    body: z.object({ link: followingLink, posts: postCadence, categories: followedCategories }),
    output: changed,
  },
  /** A visitor's following is deleted with all that is stored of it. */
  'POST /api/following/end': {
    access: 'everyone',
    whenClosed: 'open',
    status: 200,
    // Nobody may be kept from it, and mail programs do it for many people from one address. A key cannot be guessed.
    limit: null,
    body: z.object({ link: followingLink, what: z.enum(['posts', 'replies', 'comments', 'all'], 'Please say which mails are to end.') }),
    output: message,
  },
  'GET /api/following/own': { access: 'user', status: 200, output: ownFollowing },
  'PUT /api/following/own': {
    access: 'user',
    status: 200,
    limit: 'accountWritesPerUser',
    body: z.object({
      posts: postCadence.nullable(),
      categories: followedCategories,
      replies: z.boolean('Please say whether you would like to get replies by mail.'),
      /** For admins. */
      comments: z.enum(COMMENT_CADENCES, 'Please choose how often you would like to get mail.').nullable().default(null),
    }),
    output: message.extend({ following: ownFollowing }),
  },
  /** The newest first. */
  'GET /api/followers': {
    access: 'admin',
    status: 200,
    query: z.object({ startIndex: startIndexQuery, limit: limitQuery }),
    output: z.strictObject({ followers: z.array(listedFollower), totalFollowers: z.int() }),
  },
  'DELETE /api/followers/:followerId': { access: 'admin', status: 200, limit: 'accountWritesPerUser', output: message },
} as const satisfies EndpointTable
