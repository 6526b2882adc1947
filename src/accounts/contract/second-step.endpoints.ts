import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { message, text } from '#platform/contract/fields.ts'
import { SECOND_STEP_CODE_DIGITS } from '#platform/contract/limits.ts'
import { signedIn } from './auth.endpoints.ts'

/** Token from the error `second_step_required`. */
const attempt = text('Please begin again with your password.').refine(
  (value) => /^[\w-]{43}$/.test(value),
  'Please begin again with your password.',
)

/** Copying from a mail may add blanks or hyphens. */
const code = text('Please enter the code.')
  .transform((value) => value.replaceAll(/[\s-]/g, ''))
  .refine((value) => value !== '', 'Please enter the code.')
  .refine((value) => new RegExp(`^\\d{${SECOND_STEP_CODE_DIGITS}}$`).test(value), 'The code has six digits.')

/** Second step of admins, when the settings require one (docs/product.md, 11). */
export const passSecondStep = endpoint('POST /api/auth/second-step', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  limit: 'secondStepsPerAddress',
  body: z.object({ attempt, code }),
  output: signedIn,
})

/** Mails a code: another one, or the first one for an admin who also has a passkey. */
export const sendSecondStepCode = endpoint('POST /api/auth/second-step/code', {
  access: 'everyone',
  whenClosed: 'open',
  status: 200,
  limit: 'secondStepsPerAddress',
  body: z.object({ attempt }),
  output: message,
})

/** Second step after `confirm-password`: then it counts as a recent sign-in. */
export const confirmSecondStep = endpoint('POST /api/auth/confirm-second-step', {
  access: 'user',
  status: 200,
  limit: 'accountWritesPerUser',
  body: z.object({ attempt, code }),
  output: message,
})

export const secondStepEndpoints = { passSecondStep, sendSecondStepCode, confirmSecondStep }
