import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { emailField, imageUrlField, isoDate, limitQuery, message, passwordField, startIndexQuery, usernameField } from '#contract/fields.ts'

/** What anyone may know of a user (decisions, HTTP). */
export const publicUser = z.strictObject({ _id: z.string(), username: z.string(), profilePicture: z.string() })
export type PublicUser = z.output<typeof publicUser>

/** What a user, or an admin, may know of an account (spec §3). */
export const account = publicUser.extend({
  email: z.string(),
  isAdmin: z.boolean(),
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type Account = z.output<typeof account>

export const userEndpoints = {
  'POST /api/user/signout': { access: 'everyone', status: 200, output: message },
  'PUT /api/user/update/:userId': {
    access: 'user',
    status: 200,
    body: z.object({
      username: usernameField.optional(),
      email: emailField.optional(),
      password: passwordField.optional(),
      profilePicture: imageUrlField.optional(),
    }),
    output: account,
  },
  'DELETE /api/user/delete/:userId': { access: 'user', status: 200, output: message },
  'GET /api/user/getusers': {
    access: 'admin',
    status: 200,
    query: z.object({ startIndex: startIndexQuery, limit: limitQuery, sort: z.enum(['asc', 'desc']).catch('desc') }),
    output: z.strictObject({ users: z.array(account), totalUsers: z.int(), lastMonthUsers: z.int() }),
  },
  'GET /api/user/:userId': { access: 'everyone', status: 200, output: publicUser },
} as const satisfies EndpointTable
