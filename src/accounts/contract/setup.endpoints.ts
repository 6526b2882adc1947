import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { emailField, passwordField, text, usernameField } from '#platform/contract/fields.ts'
import { signedIn } from './auth.endpoints.ts'

/** Creation of the first admin (docs/product.md, 2). */
/** `isOpen` is true until there is an admin. */
export const getSetup = endpoint('GET /api/setup', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  output: z.strictObject({ isOpen: z.boolean() }),
})

/** Creates the first admin and signs in. 403 without the key from the link that the server prints at start, 409 once there is an admin. */
export const createFirstAdmin = endpoint('POST /api/setup', {
  access: 'everyone',
  whenClosed: 'open',
  status: 201,
  // Nothing is written without the key, which has 256 random bits.
  limit: null,
  body: z.object({ key: text('The key is missing.'), username: usernameField, email: emailField, password: passwordField }),
  output: signedIn,
})

export const setupEndpoints = { getSetup, createFirstAdmin }
