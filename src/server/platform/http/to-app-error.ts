import { AppError } from '#contract/errors.ts'
import type { Logger } from '#server/platform/logger.ts'
import { isOutage, outageError } from '#server/platform/outage.ts'

/** Logs an unknown error in full, and replaces it with one without details. */
export function toAppError(error: unknown, { logger, requestId }: { logger: Logger; requestId: string }): AppError {
  if (error instanceof AppError) return error
  logger.error({ requestId, err: error }, 'request failed')
  return isOutage(error) ? outageError() : new AppError('internal')
}
