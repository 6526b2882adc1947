import { AppError } from '#platform/contract/errors.ts'
import type { Logger } from '#platform/process/logger.ts'
import { isOutage, outageError } from '#platform/process/outage.ts'

/** Logs an unknown error in full, and replaces it with one without details. */
export function toAppError(error: unknown, { logger, requestId }: { logger: Logger; requestId: string }): AppError {
  if (error instanceof AppError) return error
  logger.error({ requestId, err: error }, 'request failed')
  return isOutage(error) ? outageError() : new AppError('internal')
}
