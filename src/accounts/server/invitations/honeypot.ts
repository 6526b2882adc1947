import { AppError } from '#platform/contract/errors.ts'

/** Refuses forms with a filled honeypot field. People do not see it, but their browser may fill it in, so the message names it. */
export function requireEmptyHoneypot(website: unknown): void {
  if (website !== undefined && website !== null && website !== '') {
    throw new AppError('bad_request', 'This looks as if a machine had filled in the form. Please leave the field “Website” empty.', {
      field: 'website',
    })
  }
}
