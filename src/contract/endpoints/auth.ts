import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { emailField, isoDate, message, passwordField, requiredField, usernameField } from '#contract/fields.ts'
import { account } from './users.ts'

/** The signed-in user and when the session ends unless it is renewed. */
export const signedIn = account.extend({ success: z.literal(true), message: z.string(), sessionExpiresAt: isoDate })
export type SignedIn = z.output<typeof signedIn>

export const authEndpoints = {
  'POST /api/auth/signup': {
    access: 'everyone',
    status: 201,
    body: z.object({ username: usernameField, email: emailField, password: passwordField }),
    output: message,
  },
  'POST /api/auth/signin': {
    access: 'everyone',
    status: 200,
    body: z.object({ email: requiredField, password: requiredField }),
    output: signedIn,
  },
  'POST /api/auth/google': {
    access: 'everyone',
    status: 200,
    body: z.object({ name: z.unknown(), email: z.unknown(), googlePhotoUrl: z.unknown(), idToken: z.unknown() }).partial(),
    output: signedIn,
  },
  /** An addition: who the session belongs to; 401 where there is none. */
  'GET /api/auth/session': { access: 'user', status: 200, output: signedIn },
  /** An addition: gives the session a new hour (spec §4, identity sessions). */
  'POST /api/auth/renew': { access: 'user', status: 200, output: signedIn },
} as const satisfies EndpointTable
