import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { isoDate, message } from '#platform/contract/fields.ts'

/** Pending request for an account, when the setting `signUp` is `request`. */
export const signUpRequest = z.strictObject({
  _id: z.string(),
  username: z.string(),
  email: z.string(),
  /** How the person introduces themselves. */
  note: z.string(),
  createdAt: isoDate,
})
export type SignUpRequest = z.output<typeof signUpRequest>

/** Oldest first. */
export const listSignUpRequests = endpoint('GET /api/requests', {
  access: 'admin',
  status: 200,
  output: z.strictObject({ requests: z.array(signUpRequest) }),
})

/** Approves the request and creates the account. */
export const approveSignUp = endpoint('POST /api/requests/:requestId', {
  access: 'admin',
  status: 200,
  limit: 'accountWritesPerUser',
  body: z.object({ isFamily: z.boolean({ error: 'Please say whether they belong to the family.' }) }),
  output: message,
})

/** Refuses and deletes the request. */
export const refuseSignUp = endpoint('DELETE /api/requests/:requestId', {
  access: 'admin',
  status: 200,
  limit: 'accountWritesPerUser',
  output: message,
})

export const signUpRequestEndpoints = { listSignUpRequests, approveSignUp, refuseSignUp }
