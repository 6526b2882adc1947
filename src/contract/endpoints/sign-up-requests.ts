import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { isoDate, message } from '#contract/fields.ts'

/** An account that was asked for, while the blog takes them by request. */
export const signUpRequest = z.strictObject({
  _id: z.string(),
  username: z.string(),
  email: z.string(),
  /** Who they say they are. */
  note: z.string(),
  createdAt: isoDate,
})
export type SignUpRequest = z.output<typeof signUpRequest>

export const signUpRequestEndpoints = {
  /** The longest waiting first. */
  'GET /api/requests': { access: 'admin', status: 200, output: z.strictObject({ requests: z.array(signUpRequest) }) },
  /** Makes the account. */
  'POST /api/requests/:requestId': {
    access: 'admin',
    status: 200,
    limit: 'accountWritesPerUser',
    body: z.object({ isFamily: z.boolean({ error: 'Please say whether they belong to the family.' }) }),
    output: message,
  },
  /** Refuses: what was asked is deleted. */
  'DELETE /api/requests/:requestId': { access: 'admin', status: 200, limit: 'accountWritesPerUser', output: message },
} as const satisfies EndpointTable
