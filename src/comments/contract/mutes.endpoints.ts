import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { message } from '#platform/contract/fields.ts'
import { publicUser } from '#accounts/contract/users.endpoints.ts'

/** People whose replies are not mailed to the caller. */
export const listMuted = endpoint('GET /api/comment/muted', {
  access: 'user',
  status: 200,
  output: z.strictObject({ muted: z.array(publicUser) }),
})

export const muteUser = endpoint('PUT /api/comment/mute/:mutedId', {
  access: 'user',
  status: 200,
  limit: 'accountWritesPerUser',
  output: message,
})

export const unmuteUser = endpoint('DELETE /api/comment/mute/:mutedId', {
  access: 'user',
  status: 200,
  limit: 'accountWritesPerUser',
  output: message,
})

export const muteEndpoints = { listMuted, muteUser, unmuteUser }
