import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { isoDate, lineField, message } from '#contract/fields.ts'
import { PASSKEY_NAME_MAX_LENGTH } from '#contract/limits.ts'
import { signedIn } from './auth.ts'

/** One of the user's own. */
export const passkey = z.strictObject({
  _id: z.string(),
  name: z.string(),
  createdAt: isoDate,
  /** Null for one that has signed nobody in yet. */
  lastUsedAt: isoDate.nullable(),
})
export type ListedPasskey = z.output<typeof passkey>

/** For `navigator.credentials`, as JSON (Web Authentication Level 3). */
const options = z.strictObject({ options: z.record(z.string(), z.unknown()) })

const CREDENTIAL_ID_MAX_LENGTH = 1400

/** What `navigator.credentials` returned, as JSON; its bytes are checked when it is verified. */
const credential = z.looseObject(
  {
    id: z.string().min(1).max(CREDENTIAL_ID_MAX_LENGTH),
    rawId: z.string().max(CREDENTIAL_ID_MAX_LENGTH),
    type: z.literal('public-key'),
    response: z.looseObject({ clientDataJSON: z.string() }),
  },
  'This is no passkey.',
)

const name = lineField('The name', PASSKEY_NAME_MAX_LENGTH)

/** Additions: signing in without a password (docs/product.md, 11). */
export const passkeyEndpoints = {
  'GET /api/auth/passkeys': { access: 'user', status: 200, output: z.strictObject({ passkeys: z.array(passkey) }) },
  /** What the browser needs to make one. Asks for a recent sign-in, as a passkey opens the account. */
  'POST /api/auth/passkeys/begin': { access: 'user', status: 200, limit: 'accountWritesPerUser', output: options },
  /** Without a name it is that of the device. */
  'POST /api/auth/passkeys': {
    access: 'user',
    status: 201,
    limit: 'accountWritesPerUser',
    body: z.object({ name: name.default(''), credential }),
    output: passkey,
  },
  'PUT /api/auth/passkeys/:passkeyId': {
    access: 'user',
    status: 200,
    limit: 'accountWritesPerUser',
    body: z.object({ name: name.refine((value) => value !== '', 'Please enter a name.') }),
    output: passkey,
  },
  'DELETE /api/auth/passkeys/:passkeyId': { access: 'user', status: 200, limit: 'accountWritesPerUser', output: message },
  /** What the browser needs to use one. Names no account: the device knows which it has. */
  'POST /api/auth/passkey/begin': {
    access: 'everyone',
    whenClosed: 'open',
    status: 200,
    limit: 'passkeyBeginsPerAddress',
    output: options,
  },
  'POST /api/auth/passkey': {
    access: 'everyone',
    whenClosed: 'open',
    status: 200,
    // Counts failures only.
    limit: null,
    body: z.object({ credential }),
    output: signedIn,
  },
  /** In place of the password, for what needs a recent sign-in. */
  'POST /api/auth/confirm-passkey': {
    access: 'user',
    status: 200,
    limit: 'accountWritesPerUser',
    body: z.object({ credential }),
    output: message,
  },
} as const satisfies EndpointTable
