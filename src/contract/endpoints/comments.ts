import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { commentContentField, isoDate, limitQuery, message, startIndexQuery, text } from '#contract/fields.ts'
import { publicUser } from './users.ts'

export const comment = z.strictObject({
  _id: z.string(),
  content: z.string(),
  postId: z.string(),
  /** Null when the account is gone; the page then says 'anonymous'. */
  userId: z.string().nullable(),
  /** Ids of the users who like it. */
  likes: z.array(z.string()),
  numberOfLikes: z.int(),
  createdAt: isoDate,
  updatedAt: isoDate,
  /** An addition: saves a call per commenter. */
  user: publicUser.nullable(),
})
export type Comment = z.output<typeof comment>

/** Opaque; the wrong form is an id that nothing has. */
const idField = text('An id is missing.')

export const commentEndpoints = {
  'GET /api/comment/getpostcomments/:postId': { access: 'everyone', status: 200, output: z.array(comment) },
  'GET /api/comment/getcomments': {
    access: 'admin',
    status: 200,
    query: z.object({ startIndex: startIndexQuery, limit: limitQuery, sort: z.enum(['asc', 'desc']).catch('desc') }),
    output: z.strictObject({ comments: z.array(comment), totalComments: z.int(), lastMonthComments: z.int() }),
  },
  'POST /api/comment/create': {
    access: 'user',
    status: 201,
    body: z.object({ content: commentContentField, postId: idField, userId: idField.optional() }),
    output: comment,
  },
  'PUT /api/comment/editcomment/:commentId': {
    access: 'user',
    status: 200,
    body: z.object({ content: commentContentField }),
    output: comment,
  },
  'PUT /api/comment/likecomment/:commentId': { access: 'user', status: 200, output: comment },
  'DELETE /api/comment/deletecomment/:commentId': { access: 'user', status: 200, output: message },
} as const satisfies EndpointTable
