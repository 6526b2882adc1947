import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { displayNameField, emailField, isoDate, lineField, linkToken, passwordField } from '#contract/fields.ts'
import { INVITATION_DAYS, INVITATION_DAYS_MAX, INVITATION_NAME_MAX_LENGTH, INVITATION_USES_MAX } from '#contract/limits.ts'
import { signedIn } from './auth.ts'
import { publicUser } from './users.ts'

export const INVITATION_STATES = ['open', 'used up', 'ended', 'revoked'] as const

export const listedInvitation = z.strictObject({
  _id: z.string(),
  /** For the admins, and for who opens it: 'Grandparents'. */
  name: z.string(),
  /** Null: as many as open it in time. */
  usesMax: z.int().nullable(),
  used: z.int(),
  state: z.enum(INVITATION_STATES),
  endsAt: isoDate,
  createdAt: isoDate,
  /** The name of the admin; null where the account is deleted. */
  createdBy: z.string().nullable(),
  /** Who came by it, as far as the accounts are there. */
  people: z.array(publicUser.pick({ _id: true, username: true, displayName: true })),
})
export type ListedInvitation = z.output<typeof listedInvitation>

const newInvitation = z.object({
  name: lineField('The name', INVITATION_NAME_MAX_LENGTH).refine((value) => value !== '', 'Please say whom the invitation is for.'),
  /** Null: as many people as open it in time. */
  usesMax: z
    .int('Please choose how many people may use it.')
    .min(1, 'An invitation is for one person at least.')
    .max(INVITATION_USES_MAX, `An invitation can be for ${INVITATION_USES_MAX} people, or for as many as open it in time.`)
    .nullable(),
  days: z
    .int('Please choose how long it is good.')
    .min(1, 'An invitation is good for a day at least.')
    .max(INVITATION_DAYS_MAX, 'An invitation is good for a year at most.')
    .default(INVITATION_DAYS),
})

export const invitationEndpoints = {
  /** Newest first. */
  'GET /api/invitations': { access: 'admin', status: 200, output: z.strictObject({ invitations: z.array(listedInvitation) }) },
  /** The link is in this response and nowhere else. */
  'POST /api/invitations': {
    access: 'admin',
    status: 201,
    limit: 'accountWritesPerUser',
    body: newInvitation,
    output: z.strictObject({ invitation: listedInvitation, link: z.string() }),
  },
  /** Revokes it. Who came by it stays. */
  'DELETE /api/invitations/:invitationId': {
    access: 'admin',
    status: 200,
    limit: 'accountWritesPerUser',
    output: listedInvitation,
  },
  /** Whose blog it is. The token comes in the body, so that it stands in no log. 404 for a wrong one, 410 for one that is over. */
  'POST /api/invitation/open': {
    access: 'everyone',
    whenClosed: 'open',
    status: 200,
    limit: 'invitationTries',
    body: z.object({ token: linkToken }),
    output: z.strictObject({ blog: z.string(), author: z.string(), name: z.string(), endsAt: isoDate }),
  },
  /** Makes an account that belongs to the family, and signs it in. */
  'POST /api/invitation/signup': {
    access: 'everyone',
    whenClosed: 'open',
    status: 201,
    limit: 'invitationTries',
    body: z.object({
      token: linkToken,
      displayName: displayNameField.refine((value) => value !== '', 'Please enter the name that others are to see.'),
      email: emailField,
      password: passwordField,
    }),
    output: signedIn,
  },
  /** Takes the signed-in user into the family. 409 for who belongs to it already: then nothing is used up. */
  'POST /api/invitation/accept': {
    access: 'user',
    status: 200,
    limit: 'invitationTries',
    body: z.object({ token: linkToken }),
    output: signedIn,
  },
} as const satisfies EndpointTable
