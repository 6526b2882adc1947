import { AppError } from '#contract/errors.ts'

/** People do not see the field; where a browser filled it in for them, the message says what to do. */
export function refuseMachines(website: unknown): void {
  if (website !== undefined && website !== null && website !== '') {
    throw new AppError('bad_request', 'This looks as if a machine had filled in the form. Please leave the field “Website” empty.', {
      field: 'website',
    })
  }
}
