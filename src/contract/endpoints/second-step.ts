import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { message, text } from '#contract/fields.ts'
import { SECOND_STEP_CODE_DIGITS } from '#contract/limits.ts'
import { signedIn } from './auth.ts'

/** Of the error `second_step_required`. */
const attempt = text('Please begin again with your password.').refine(
  (value) => /^[\w-]{43}$/.test(value),
  'Please begin again with your password.',
)

/** Copied from a mail, it may come with blanks. */
const code = text('Please enter the code.')
  .transform((value) => value.replaceAll(/[\s-]/g, ''))
  .refine((value) => value !== '', 'Please enter the code.')
  .refine((value) => new RegExp(`^\\d{${SECOND_STEP_CODE_DIGITS}}$`).test(value), 'The code has six digits.')

/** Additions: the second step of admins, where the settings ask for one (docs/product.md, 11). */
export const secondStepEndpoints = {
  'POST /api/auth/second-step': {
    access: 'everyone',
    whenClosed: 'open',
    status: 200,
    limit: 'secondStepsPerAddress',
    body: z.object({ attempt, code }),
    output: signedIn,
  },
  /** Mails a code: the first one where there is a passkey as well, or another one. */
  'POST /api/auth/second-step/code': {
    access: 'everyone',
    whenClosed: 'open',
    status: 200,
    limit: 'secondStepsPerAddress',
    body: z.object({ attempt }),
    output: message,
  },
  /** After `confirm-password`, for what needs a recent sign-in. */
  'POST /api/auth/confirm-second-step': {
    access: 'user',
    status: 200,
    limit: 'accountWritesPerUser',
    body: z.object({ attempt, code }),
    output: message,
  },
} as const satisfies EndpointTable
