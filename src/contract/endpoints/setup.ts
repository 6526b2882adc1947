import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { emailField, passwordField, text, usernameField } from '#contract/fields.ts'
import { signedIn } from './auth.ts'

/** The first minutes of a blog (docs/product.md, 2). */
export const setupEndpoints = {
  /** Whether the blog still waits for its first admin. */
  'GET /api/setup': { access: 'everyone', whenClosed: 'open', status: 200, output: z.strictObject({ isOpen: z.boolean() }) },
  /** Makes the first admin and signs in. 403 without the key of the link that the start prints, 409 once there is an admin. */
  'POST /api/setup': {
    access: 'everyone',
    whenClosed: 'open',
    status: 201,
    // Nothing is written without the key, which has 256 random bits.
    limit: null,
    body: z.object({ key: text('The key is missing.'), username: usernameField, email: emailField, password: passwordField }),
    output: signedIn,
  },
} as const satisfies EndpointTable
