import {
  ACCOUNT_RATE_LIMITS,
  INVITATION_DAYS,
  INVITATION_DAYS_MAX,
  INVITATION_NAME_MAX_LENGTH,
  INVITATION_USES_MAX,
} from '#accounts/contract/account-limits.ts'
import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { displayNameField, emailField, linkToken, passwordField } from '#accounts/contract/account-fields.ts'
import { isoDate, lineField } from '#platform/contract/fields.ts'
import { signedIn } from './auth.endpoints.ts'
import { publicUser } from './users.endpoints.ts'

export const INVITATION_STATES = ['open', 'used up', 'ended', 'revoked'] as const

export const listedInvitation = z.strictObject({
  _id: z.string(),
  /** Shown to admins and to people who open the invitation: 'Grandparents'. */
  name: z.string(),
  /** Null for no maximum. */
  usesMax: z.int().nullable(),
  used: z.int(),
  state: z.enum(INVITATION_STATES),
  endsAt: isoDate,
  createdAt: isoDate,
  /** Name of the admin; null when the account is deleted. */
  createdBy: z.string().nullable(),
  /** Users who joined by this invitation and still have an account. */
  people: z.array(publicUser.pick({ _id: true, username: true, displayName: true })),
})
export type ListedInvitation = z.output<typeof listedInvitation>

const newInvitation = z.object({
  name: lineField('The name', INVITATION_NAME_MAX_LENGTH).refine((value) => value !== '', 'Please say whom the invitation is for.'),
  /** Null for no maximum. */
  usesMax: z
    .int('Please choose how many people may use it.')
    .min(1, 'An invitation is for at least one person.')
    .max(INVITATION_USES_MAX, `An invitation can be for ${INVITATION_USES_MAX} people, or for as many as open it in time.`)
    .nullable(),
  days: z
    .int('Please choose how long it is valid.')
    .min(1, 'An invitation is valid for at least a day.')
    .max(INVITATION_DAYS_MAX, 'An invitation is valid for at most a year.')
    .default(INVITATION_DAYS),
})

/** Newest first. */
export const listInvitations = endpoint('GET /api/invitations', {
  access: 'admin',
  status: 200,
  output: z.strictObject({ invitations: z.array(listedInvitation) }),
})

/** No other response contains the link. */
export const createInvitation = endpoint('POST /api/invitations', {
  access: 'admin',
  status: 201,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  body: newInvitation,
  output: z.strictObject({ invitation: listedInvitation, link: z.string() }),
})

/** Revokes an invitation. Users who joined by it stay. */
export const endInvitation = endpoint('DELETE /api/invitations/:invitationId', {
  access: 'admin',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.accountWritesPerUser,
  output: listedInvitation,
})

/**
 * Returns what the invitation is for. The token is in the body to keep it out of logs. 404 for an unknown token, 410 for one that
 * ended before anybody used it; who joined with one may open it again, on another device.
 */
export const openInvitation = endpoint('POST /api/invitation/open', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.invitationTries,
  body: z.object({ token: linkToken }),
  output: z.strictObject({ blog: z.string(), author: z.string(), name: z.string(), endsAt: isoDate, isOpen: z.boolean() }),
})

/** Creates an account in the family and signs it in. */
export const signUpByInvitation = endpoint('POST /api/invitation/signup', {
  access: 'everyone',
  whenClosed: 'open',
  status: 201,
  limit: ACCOUNT_RATE_LIMITS.invitationTries,
  body: z.object({
    token: linkToken,
    displayName: displayNameField.refine((value) => value !== '', 'Please enter the name that others will see.'),
    email: emailField,
    /** Required where the blog cannot mail codes. */
    password: passwordField.optional(),
  }),
  output: signedIn,
})

/** Adds the signed-in user to the family. 409 for a member of the family, without using up the invitation. */
export const acceptInvitation = endpoint('POST /api/invitation/accept', {
  access: 'user',
  status: 200,
  limit: ACCOUNT_RATE_LIMITS.invitationTries,
  body: z.object({ token: linkToken }),
  output: signedIn,
})

export const invitationEndpoints = {
  listInvitations,
  createInvitation,
  endInvitation,
  openInvitation,
  signUpByInvitation,
  acceptInvitation,
}
