import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import {
  commentContentField,
  commentsLimitQuery,
  isoDate,
  limitQuery,
  message,
  reasonField,
  startIndexQuery,
  text,
} from '#contract/fields.ts'
import { publicUser } from './users.ts'

export const comment = z.strictObject({
  _id: z.string(),
  content: z.string(),
  postId: z.string(),
  /** Null when the account is gone; the page then says 'anonymous', or `guestName`. */
  userId: z.string().nullable(),
  /** Ids of the users who like it. */
  likes: z.array(z.string()),
  numberOfLikes: z.int(),
  createdAt: isoDate,
  updatedAt: isoDate,
  /** An addition: saves a call per commenter. */
  user: publicUser.nullable(),
  /** An addition: the name that stood beside it on the blog it came from; its writer has no account here. */
  guestName: z.string().optional(),
  /** An addition, of a reply: the comment that begins the conversation. That one is no reply itself, and may be gone. */
  parentId: z.string().optional(),
  /** An addition, in `order=threads`: why the comment of `parentId` is not in the list. */
  missingParent: z.enum(['deleted', 'pending']).optional(),
  /** An addition: there, and true, while it waits for an admin's approval; only its author and admins see it then. */
  pending: z.literal(true).optional(),
})
export type Comment = z.output<typeof comment>

const repliedToComment = comment.pick({ _id: true, content: true, user: true, guestName: true })
export type RepliedToComment = z.output<typeof repliedToComment>

/** A comment as admins see it. */
const moderatedComment = comment.extend({
  /** An addition: what readers who reported it had to say, newest first, at most ten; empty texts for no reason. */
  reports: z.array(z.string()),
  /** An addition: the post that it is on. */
  post: z.strictObject({ title: z.string(), slug: z.string() }),
  /** An addition, of a reply: the comment that it replies to; null where that one was deleted. */
  repliedTo: repliedToComment.nullable().optional(),
})
export type ModeratedComment = z.output<typeof moderatedComment>

/** Opaque; the wrong form is an id that nothing has. */
const idField = text('An id is missing.')

export const commentEndpoints = {
  /**
   * The newest first, replies among them; whole unless `limit`, an addition, says otherwise. `order=threads`, an addition:
   * the newest conversation first, each comment before its replies, the oldest reply first, at most 100 at once.
   */
  'GET /api/comment/getpostcomments/:postId': {
    access: 'everyone',
    status: 200,
    query: z.object({ startIndex: startIndexQuery, limit: commentsLimitQuery, order: z.enum(['newest', 'threads']).catch('newest') }),
    output: z.array(comment),
  },
  /** An addition: how many the list above has in all. */
  'GET /api/comment/count/:postId': { access: 'everyone', status: 200, output: z.strictObject({ totalComments: z.int() }) },
  'GET /api/comment/getcomments': {
    access: 'admin',
    status: 200,
    /** `attention`, an addition: reported ones first, then those that wait, then the newest. */
    query: z.object({ startIndex: startIndexQuery, limit: limitQuery, sort: z.enum(['asc', 'desc', 'attention']).catch('desc') }),
    output: z.strictObject({ comments: z.array(moderatedComment), totalComments: z.int(), lastMonthComments: z.int() }),
  },
  'POST /api/comment/create': {
    access: 'user',
    status: 201,
    limit: 'commentsPerUser',
    /** `parentId`, an addition: the comment that this one replies to; a reply to a reply joins its conversation. */
    body: z.object({ content: commentContentField, postId: idField, userId: idField.optional(), parentId: idField.optional() }),
    output: comment,
  },
  'PUT /api/comment/editcomment/:commentId': {
    access: 'user',
    status: 200,
    limit: 'commentChangesPerUser',
    body: z.object({ content: commentContentField }),
    output: comment,
  },
  'PUT /api/comment/likecomment/:commentId': { access: 'user', status: 200, limit: 'likesPerUser', output: comment },
  'DELETE /api/comment/deletecomment/:commentId': { access: 'user', status: 200, limit: 'commentChangesPerUser', output: message },
} as const satisfies EndpointTable

/** Additions. */
export const moderationEndpoints = {
  /** Those of a post that wait for approval and that the viewer may see; the public list never has them. */
  'GET /api/comment/pending/:postId': { access: 'user', status: 200, output: z.array(comment) },
  'PUT /api/comment/approve/:commentId': { access: 'admin', status: 200, limit: null, output: comment },
  /** Takes an approval back: the comment waits again. */
  'DELETE /api/comment/approve/:commentId': { access: 'admin', status: 200, limit: null, output: comment },
  /** Brings back what an admin deleted within the last hour. */
  'POST /api/comment/restore/:commentId': { access: 'admin', status: 200, limit: null, output: comment },
  /** What waits for the admins: comments that are pending or were reported and, an addition, requests for an account. */
  'GET /api/comment/attention': {
    access: 'admin',
    status: 200,
    output: z.strictObject({ totalComments: z.int(), totalRequests: z.int() }),
  },
  'POST /api/comment/report/:commentId': {
    access: 'user',
    status: 201,
    limit: 'reportsPerUser',
    body: z.object({ reason: reasonField.optional() }),
    output: message,
  },
  /** Dismisses the reports of a comment; it stays. */
  'DELETE /api/comment/reports/:commentId': { access: 'admin', status: 200, limit: null, output: message },
} as const satisfies EndpointTable
