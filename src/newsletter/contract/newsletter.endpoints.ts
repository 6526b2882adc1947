import { ACCOUNT_RATE_LIMITS } from '#accounts/contract/account-limits.ts'
import { NEWSLETTER_RATE_LIMITS } from '#newsletter/contract/newsletter-limits.ts'
import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { emailField, linkToken } from '#accounts/contract/account-fields.ts'
import { isoDate, limitQuery, message, startIndexQuery } from '#platform/contract/fields.ts'
import { POST_CADENCES } from './cadences.ts'

const LINK_INCOMPLETE = 'This link is not complete. Please open the one in our newest mail.'

/** `<id>.<key>` of a following, as in the links of our mails. */
const followingLink = z.string(LINK_INCOMPLETE).refine((value) => /^[\w-]{1,64}\.[\w-]{20,100}$/.test(value), LINK_INCOMPLETE)

/** Null for never. */
const posts = z.enum(POST_CADENCES, 'Please choose how often you would like to get mail.').nullable()

/** Mails that a person gets, returned to the holder of a mail's link or to the signed-in user. Null: not theirs to choose. */
const mailChoices = z.strictObject({
  posts,
  /** Replies to one's comments; for accounts. */
  replies: z.boolean().nullable(),
  /** New comments, once a day; for admins. */
  comments: z.boolean().nullable(),
  /** Comments and requests that wait; for signed-in admins. */
  waiting: z.boolean().nullable(),
  email: z.string(),
  /** False while the address is not confirmed; then nothing is mailed. */
  isConfirmed: z.boolean(),
  /** True when the mails ended because the address refused them. */
  hasBounced: z.boolean(),
})
export type MailChoices = z.output<typeof mailChoices>

/**
 * `unconfirmed`: neither the mailed link nor the account's email is confirmed yet; `waiting`: came with an import, and mails
 * begin when an admin says so; `bounced`: ended, as the address refused mails.
 */
export const FOLLOWER_STATES = ['mailed', 'unconfirmed', 'waiting', 'bounced', 'disabled'] as const

const listedFollower = z.strictObject({
  _id: z.string(),
  posts,
  replies: z.boolean(),
  comments: z.boolean(),
  email: z.string(),
  /** Name of the account; null for visitors. */
  name: z.string().nullable(),
  state: z.enum(FOLLOWER_STATES),
  /** Number of consecutive mails that the address refused. */
  bounces: z.int(),
  since: isoDate,
})
export type ListedFollower = z.output<typeof listedFollower>

/** Mails a confirmation link. The response does not reveal whether the address follows already. */
export const follow = endpoint('POST /api/following/ask', {
  access: 'everyone',
  status: 200,
  limit: NEWSLETTER_RATE_LIMITS.followsPerAddress,
  body: z.object({
    email: emailField,
  }),
  output: message,
})

/** Posts come on Sundays from then on. */
export const confirmFollowing = endpoint('POST /api/following/confirm', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  limit: NEWSLETTER_RATE_LIMITS.followingChangesPerAddress,
  body: z.object({ token: linkToken }),
  /** `link` gives access to the following, like the links in our mails. */
  output: message.extend({ link: z.string() }),
})

/** 404 for an unknown link, or one of a following that was deleted. */
export const getLinkedMails = endpoint('GET /api/following', {
  access: 'everyone',
  whenClosed: 'open',
  isCacheable: false,
  status: 200,
  query: z.object({ link: followingLink }),
  output: mailChoices,
})

const choice = (about: string) => z.boolean(`Please choose whether ${about} is mailed to you.`).optional()

/** A missing choice stays unchanged. 403 for one that is not theirs. */
const choicesBody = z.object({ posts, replies: choice('a reply'), comments: choice('a new comment'), waiting: choice('what waits') })

export const updateLinkedMails = endpoint('PUT /api/following', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  limit: NEWSLETTER_RATE_LIMITS.followingChangesPerAddress,
  body: choicesBody.extend({ link: followingLink }),
  output: message.extend({ following: mailChoices }),
})

export const getOwnMails = endpoint('GET /api/following/own', { access: 'user', status: 200, output: mailChoices })

export const updateOwnMails = endpoint('PUT /api/following/own', {
  access: 'user',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  body: choicesBody,
  output: message.extend({ following: mailChoices }),
})

/** Ends the mails of one kind. A following of which nothing is left is deleted with its address a day later. */
export const endFollowing = endpoint('POST /api/following/end', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  // Must always work, and mail providers unsubscribe many people from one address. A key cannot be guessed.
  limit: null,
  body: z.object({ link: followingLink, what: z.enum(['posts', 'replies', 'comments'], 'Please say which mails are to end.') }),
  output: message,
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
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  output: message,
})

export const newsletterEndpoints = {
  follow,
  confirmFollowing,
  getLinkedMails,
  updateLinkedMails,
  getOwnMails,
  updateOwnMails,
  endFollowing,
  listFollowers,
  deleteFollower,
}
