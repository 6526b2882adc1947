import { AppError } from '#platform/contract/errors.ts'
import type { Outbox } from '#platform/mail/outbox.ts'

/** @throws not_found */
export function requireMail(outbox: Outbox): void {
  if (!outbox.isOpen) throw new AppError('not_found', 'This blog cannot send mail. Please ask the people who run it.')
}
