import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'

/** Counts what admins should check: pending or reported comments, and requests for an account. */
export const countAttention = endpoint('GET /api/comment/attention', {
  access: 'admin',
  status: 200,
  output: z.strictObject({ totalComments: z.int(), totalRequests: z.int() }),
})

export const attentionEndpoints = { countAttention }
