import { AppError } from '#platform/contract/errors.ts'
import { isUniqueViolation } from '#platform/database/database.ts'

/** @returns why an item failed, for the report; null for errors that end the import */
export function reasonOf(error: unknown): string | null {
  if (error instanceof AppError) return error.code === 'unavailable' ? null : error.message
  if (isUniqueViolation(error)) return 'another import wrote it at the same moment. Run the import again to be sure.'
  // Parsers recurse with the nesting of the text, and overflow the stack.
  return error instanceof RangeError ? 'its text is nested too deeply' : null
}
