import { AppError } from '#contract/errors.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'

/** @returns null for errors that end the import */
export function reasonOf(error: unknown): string | null {
  if (error instanceof AppError) return error.code === 'unavailable' ? null : error.message
  if (isUniqueViolation(error)) return 'another import wrote it at the same moment. Run the import again to be sure.'
  // The parsers recurse as deep as the text is nested.
  return error instanceof RangeError ? 'its text is nested too deeply' : null
}
