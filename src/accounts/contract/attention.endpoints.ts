import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { isoDate, message } from '#platform/contract/fields.ts'

/** Counts what admins should check: pending or reported comments, and requests for an account; and what others wrote since the last visit of the Comments tab. */
export const countAttention = endpoint('GET /api/comment/attention', {
  access: 'admin',
  status: 200,
  output: z.strictObject({ totalComments: z.int(), newComments: z.int(), totalRequests: z.int() }),
})

/** The admin has seen the comments that were there at this time. */
export const markCommentsSeen = endpoint('PUT /api/comment/seen', {
  access: 'admin',
  status: 200,
  limit: null,
  body: z.object({ through: isoDate }),
  output: message,
})

export const attentionEndpoints = { countAttention, markCommentsSeen }
