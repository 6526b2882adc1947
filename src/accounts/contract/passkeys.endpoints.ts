import { ACCOUNT_RATE_LIMITS, PASSKEY_NAME_MAX_LENGTH } from '#accounts/contract/account-limits.ts'
import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { isoDate, lineField, message } from '#platform/contract/fields.ts'
import { signedIn } from './auth.endpoints.ts'

/** A passkey of the signed-in user. */
export const passkey = z.strictObject({
  _id: z.string(),
  name: z.string(),
  createdAt: isoDate,
  /** Null before the first sign-in with it. */
  lastUsedAt: isoDate.nullable(),
})
export type ListedPasskey = z.output<typeof passkey>

/** Options for `navigator.credentials`, as JSON (Web Authentication Level 3). */
const options = z.strictObject({ options: z.record(z.string(), z.unknown()) })

const CREDENTIAL_ID_MAX_LENGTH = 1400

/** Credential from `navigator.credentials`, as JSON; verified by the handler. */
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

/** Signing in without a password. */
export const listPasskeys = endpoint('GET /api/auth/passkeys', {
  access: 'user',
  status: 200,
  output: z.strictObject({ passkeys: z.array(passkey) }),
})

/** Options to create a passkey. Requires a recent sign-in, as a passkey gives access to the account. */
export const beginPasskey = endpoint('POST /api/auth/passkeys/begin', {
  access: 'user',
  needsRecentSignIn: true,
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  output: options,
})

/** An empty name is replaced by that of the device. */
export const addPasskey = endpoint('POST /api/auth/passkeys', {
  access: 'user',
  needsRecentSignIn: true,
  status: 201,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  body: z.object({ name: name.default(''), credential }),
  output: passkey,
})

export const renamePasskey = endpoint('PUT /api/auth/passkeys/:passkeyId', {
  access: 'user',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  body: z.object({ name: name.refine((value) => value !== '', 'Please enter a name.') }),
  output: passkey,
})

export const deletePasskey = endpoint('DELETE /api/auth/passkeys/:passkeyId', {
  access: 'user',
  needsRecentSignIn: true,
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  output: message,
})

/** Options to sign in with a passkey. Name no account: the device knows its passkeys. */
export const beginPasskeySignIn = endpoint('POST /api/auth/passkey/begin', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.passkeyBeginsPerAddress,
  output: options,
})

export const signInWithPasskey = endpoint('POST /api/auth/passkey', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  // Counts failures only.
  limit: null,
  body: z.object({ credential }),
  output: signedIn,
})

/** Alternative to `confirm-password`: counts as a recent sign-in. */
export const confirmWithPasskey = endpoint('POST /api/auth/confirm-passkey', {
  access: 'user',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  body: z.object({ credential }),
  output: message,
})

export const passkeyEndpoints = {
  listPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  deletePasskey,
  beginPasskeySignIn,
  signInWithPasskey,
  confirmWithPasskey,
}
