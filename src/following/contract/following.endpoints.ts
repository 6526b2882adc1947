import { z } from 'zod'
import { CATEGORIES, isCategorySlug } from '#platform/contract/categories.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { emailField, isoDate, limitQuery, linkToken, message, startIndexQuery } from '#platform/contract/fields.ts'
import { COMMENT_CADENCES, POST_CADENCES } from './cadences.ts'
import { OWN_CATEGORIES_MAX } from '#platform/contract/limits.ts'

const LINK_INCOMPLETE = 'This link is not complete. Please open the one in our newest mail.'

/** `<id>.<key>` of a following, as in the links of our mails. */
const followingLink = z.string(LINK_INCOMPLETE).refine((value) => /^[\w-]{1,64}\.[\w-]{20,100}$/.test(value), LINK_INCOMPLETE)

const postCadence = z.enum(POST_CADENCES, 'Please choose how often you would like to get mail.')

/** Null for all. A plain HTML form sends a comma-separated string. */
const categoryList = z
  .union([z.array(z.string()), z.string().transform((value) => value.split(',').filter((one) => one !== ''))])
  .nullable()
  .refine(
    (list) => list === null || (list.length <= CATEGORIES.length + OWN_CATEGORIES_MAX && list.every(isCategorySlug)),
    'Please choose some of the categories.',
  )
  .transform((list) => (list === null || list.length === 0 ? null : [...new Set(list)].sort()))
const followedCategories = categoryList.default(null)

/** What is mailed. `replies` and `comments` are for accounts only. */
const choices = z.strictObject({
  /** Frequency of mails about new posts; null for none. */
  posts: postCadence.nullable(),
  /** Null for all. */
  categories: z.array(z.string()).nullable(),
  replies: z.boolean(),
  comments: z.enum(COMMENT_CADENCES).nullable(),
})
export type FollowingChoices = z.output<typeof choices>

/** A following, as returned to the holder of its link. */
const linkedFollowing = choices.extend({
  /** What the person ended within the last day and can take back; null for nothing. */
  ended: choices.pick({ posts: true, replies: true, comments: true }).nullable(),
  email: z.string(),
  /** True when it belongs to an account. */
  isMember: z.boolean(),
  /** False while the account's email is not confirmed; then nothing is mailed. */
  isConfirmed: z.boolean(),
})
export type LinkedFollowing = z.output<typeof linkedFollowing>

/** The following of the signed-in user. */
const ownFollowing = choices.extend({
  /** Whether an admin is mailed about comments and requests that wait; only for admins. */
  waiting: z.boolean().optional(),
  /** False while the email is not confirmed; then nothing is mailed. */
  isConfirmed: z.boolean(),
  /** True when it ended because the address refused our mails. */
  hasBounced: z.boolean(),
})
export type OwnFollowing = z.output<typeof ownFollowing>

/** `unconfirmed`: neither the mailed link nor the account's email is confirmed yet; `bounced`: ended, as the address refused mails. */
export const FOLLOWER_STATES = ['mailed', 'unconfirmed', 'bounced', 'disabled'] as const

const listedFollower = choices.extend({
  _id: z.string(),
  email: z.string(),
  /** Name of the account; null for visitors. */
  name: z.string().nullable(),
  state: z.enum(FOLLOWER_STATES),
  /** Number of consecutive mails that the address refused. */
  bounces: z.int(),
  since: isoDate,
})
export type ListedFollower = z.output<typeof listedFollower>

const changed = message.extend({ following: linkedFollowing })

/** Following by mail. */
/** Mails a confirmation link. The response does not reveal whether the address follows already. */
export const follow = endpoint('POST /api/following/ask', {
  access: 'everyone',
  status: 200,
  limit: 'followsPerAddress',
  body: z.object({
    email: emailField,
    posts: postCadence,
    categories: followedCategories,
  }),
  output: message,
})

export const confirmFollowing = endpoint('POST /api/following/confirm', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  limit: 'followingChangesPerAddress',
  body: z.object({ token: linkToken }),
  /** `link` gives access to the following, like the links in our mails. */
  output: message.extend({ link: z.string() }),
})

/** 404 for an unknown link, or one of an ended following. */
export const getFollowing = endpoint('GET /api/following', {
  access: 'everyone',
  whenClosed: 'open',
  isCacheable: false,
  status: 200,
  query: z.object({ link: followingLink }),
  output: linkedFollowing,
})

export const updateFollowing = endpoint('PUT /api/following', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  limit: 'followingChangesPerAddress',
  body: z.object({ link: followingLink, posts: postCadence, categories: followedCategories }),
  output: changed,
})

/** Ends some or all mails. A visitor's following is deleted with all its data a day later. */
export const endFollowing = endpoint('POST /api/following/end', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  // Must always work, and mail providers unsubscribe many people from one address. A key cannot be guessed.
  limit: null,
  body: z.object({ link: followingLink, what: z.enum(['posts', 'replies', 'comments', 'all'], 'Please say which mails are to end.') }),
  output: message,
})

/** Takes back what the person ended within the last day. */
export const resumeFollowing = endpoint('POST /api/following/resume', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  limit: 'followingChangesPerAddress',
  body: z.object({ link: followingLink }),
  output: changed,
})

export const getOwnFollowing = endpoint('GET /api/following/own', { access: 'user', status: 200, output: ownFollowing })

export const updateOwnFollowing = endpoint('PUT /api/following/own', {
  access: 'user',
  status: 200,
  limit: 'accountWritesPerUser',
  body: z.object({
    posts: postCadence.nullable(),
    /** Here and below, missing leaves it unchanged. */
    categories: categoryList.optional(),
    replies: z.boolean('Please say whether you would like to get replies by mail.'),
    /** Only admins may set this. */
    comments: z.enum(COMMENT_CADENCES, 'Please choose how often you would like to get mail.').nullable().optional(),
    /** For admins. */
    waiting: z.boolean('Please choose whether what waits is mailed to you.').optional(),
  }),
  output: message.extend({ following: ownFollowing }),
})

/** Newest first. */
export const listFollowers = endpoint('GET /api/followers', {
  access: 'admin',
  status: 200,
  query: z.object({ startIndex: startIndexQuery, limit: limitQuery }),
  output: z.strictObject({ followers: z.array(listedFollower), totalFollowers: z.int() }),
})

export const deleteFollower = endpoint('DELETE /api/followers/:followerId', {
  access: 'admin',
  status: 200,
  limit: 'accountWritesPerUser',
  output: message,
})

export const followingEndpoints = {
  follow,
  confirmFollowing,
  getFollowing,
  updateFollowing,
  endFollowing,
  resumeFollowing,
  getOwnFollowing,
  updateOwnFollowing,
  listFollowers,
  deleteFollower,
}
