import { POST_RATE_LIMITS } from '#posts/contract/post-limits.ts'
import { COMMENT_RATE_LIMITS } from '#comments/contract/comment-limits.ts'
import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { commentContentField, commentsLimitQuery } from '#comments/contract/comment-fields.ts'
import { isoDate, limitQuery, message, startIndexQuery, text } from '#platform/contract/fields.ts'
import { reasonField } from '#accounts/contract/account-fields.ts'
import { publicUser } from '#accounts/contract/users.endpoints.ts'

export const comment = z.strictObject({
  _id: z.string(),
  content: z.string(),
  postId: z.string(),
  /** Null when the account is deleted; the page then shows 'anonymous', or `guestName`. */
  userId: z.string().nullable(),
  /** Ids of the users who like it; for visitors as many values that say nothing. */
  likes: z.array(z.string()),
  numberOfLikes: z.int(),
  createdAt: isoDate,
  updatedAt: isoDate,
  /** Included to save a request per commenter. */
  user: publicUser.nullable(),
  /** Commenter's name on an imported comment whose author has no account. */
  guestName: z.string().optional(),
  /** Only on replies: first comment of the conversation, which is not a reply and may be deleted. */
  parentId: z.string().optional(),
  /** Only with `order=threads`: why the comment `parentId` is not in the list. */
  missingParent: z.enum(['deleted', 'pending']).optional(),
  /** Only if an admin changed another person's words; null when the admin's account is deleted. */
  editedBy: publicUser.nullable().optional(),
  /** Only while the comment awaits an admin's approval; then only its author and admins see it. */
  pending: z.literal(true).optional(),
})
export type Comment = z.output<typeof comment>

const repliedToComment = comment.pick({ _id: true, content: true, user: true, guestName: true })
export type RepliedToComment = z.output<typeof repliedToComment>

/** A comment as admins see it. */
const moderatedComment = comment.extend({
  /** Reasons of the reports, at most ten: of users, then of visitors, each newest first; an empty string for one without a reason. */
  reports: z.array(z.string()),
  post: z.strictObject({ title: z.string(), slug: z.string() }),
  /** Only if an admin changed it: what its author had written. */
  firstContent: z.string().optional(),
  /** When the account was created, and how many comments it has in all; not for guests and deleted accounts. */
  writer: z.strictObject({ createdAt: isoDate, totalComments: z.int() }).optional(),
  /** Only on replies: the comment that is replied to; null when it was deleted. */
  repliedTo: repliedToComment.nullable().optional(),
})
export type ModeratedComment = z.output<typeof moderatedComment>

/** Chosen by the client for one comment. A request that is sent again with the same key and text creates no second comment. */
const requestKeyField = z.string().regex(/^[\w-]{1,64}$/, 'The key of a request has at most 64 letters, digits, - and _.')

/** Not validated: a malformed id is simply not found. */
const idField = text('An id is missing.')

/**
 * Lists a post's comments, replies included, newest first; without `limit` all of them, as far as they fit into a response. `order=threads` lists
 * the newest conversation first, each comment before its replies, the oldest reply first, at most 100 per request.
 */
export const listComments = endpoint('GET /api/comment/getpostcomments/:postId', {
  access: 'everyone',
  status: 200,
  query: z.object({ startIndex: startIndexQuery, limit: commentsLimitQuery, order: z.enum(['newest', 'threads']).catch('newest') }),
  output: z.array(comment),
})

/** Total length of the list above. */
export const countComments = endpoint('GET /api/comment/count/:postId', {
  access: 'everyone',
  status: 200,
  output: z.strictObject({ totalComments: z.int() }),
})

export const listAllComments = endpoint('GET /api/comment/getcomments', {
  access: 'admin',
  status: 200,
  /** `attention` sorts reported comments first, then pending ones, then the newest. */
  query: z.object({
    startIndex: startIndexQuery,
    limit: limitQuery,
    sort: z.enum(['asc', 'desc', 'attention']).catch('desc'),
    /** Only the comments of this account. */
    userId: z.string().optional().catch(undefined),
  }),
  output: z.strictObject({ comments: z.array(moderatedComment), totalComments: z.int(), lastMonthComments: z.int() }),
})

export const createComment = endpoint('POST /api/comment/create', {
  access: 'user',
  whenClosed: 'family',
  status: 201,
  limit: COMMENT_RATE_LIMITS.commentsPerUser,
  body: z.object({
    content: commentContentField,
    postId: idField,
    userId: idField.optional(),
    /** The comment that is replied to. A reply to a reply joins the same conversation. */
    parentId: idField.optional(),
    requestKey: requestKeyField.optional(),
  }),
  output: comment,
})

export const editComment = endpoint('PUT /api/comment/editcomment/:commentId', {
  access: 'user',
  whenClosed: 'family',
  status: 200,
  limit: COMMENT_RATE_LIMITS.commentChangesPerUser,
  body: z.object({ content: commentContentField }),
  output: comment,
})

export const likeComment = endpoint('PUT /api/comment/likecomment/:commentId', {
  access: 'user',
  whenClosed: 'family',
  status: 200,
  limit: POST_RATE_LIMITS.likesPerUser,
  /** Without a body the like is toggled. */
  body: z.object({ isLiked: z.boolean('Please say whether you like the comment.').optional() }),
  output: comment,
})

export const deleteComment = endpoint('DELETE /api/comment/deletecomment/:commentId', {
  access: 'user',
  whenClosed: 'family',
  status: 200,
  limit: COMMENT_RATE_LIMITS.commentChangesPerUser,
  output: message,
})

export const commentEndpoints = { listComments, countComments, listAllComments, createComment, editComment, likeComment, deleteComment }

/** Lists a post's pending comments that the caller may see. The public list never contains them. */
export const listPendingComments = endpoint('GET /api/comment/pending/:postId', {
  access: 'user',
  whenClosed: 'family',
  status: 200,
  output: z.array(comment),
})

export const approveComment = endpoint('PUT /api/comment/approve/:commentId', {
  access: 'admin',
  status: 200,
  limit: null,
  output: comment,
})

/** Withdraws an approval: the comment is pending again. */
export const withdrawApproval = endpoint('DELETE /api/comment/approve/:commentId', {
  access: 'admin',
  status: 200,
  limit: null,
  output: comment,
})

/** Restores a comment that the caller, or for admins another admin, deleted within the last hour. */
export const restoreComment = endpoint('POST /api/comment/restore/:commentId', {
  access: 'user',
  status: 200,
  limit: COMMENT_RATE_LIMITS.commentChangesPerUser,
  output: comment,
})

export const reportComment = endpoint('POST /api/comment/report/:commentId', {
  access: 'everyone',
  status: 201,
  // By user, or by address for visitors: the handler counts.
  limit: null,
  body: z.object({
    reason: reasonField.optional(),
    /** Sent by members' pages: 401 if the session has ended, instead of the report of a visitor. */
    asMember: z.boolean().optional().catch(undefined),
  }),
  output: message,
})

/** Dismisses the reports of a comment; the comment stays. */
export const dismissReports = endpoint('DELETE /api/comment/reports/:commentId', {
  access: 'admin',
  status: 200,
  limit: null,
  output: message,
})

export const moderationEndpoints = {
  listPendingComments,
  approveComment,
  withdrawApproval,
  restoreComment,
  reportComment,
  dismissReports,
}
