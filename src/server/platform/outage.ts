import { AppError } from '#contract/errors.ts'

/** Kinds of SQLite errors: busy, read-only, input or output, full, cannot be opened. */
const SQLITE_KINDS = new Set([5, 8, 10, 13, 14])
/** Classes of PostgreSQL: connection lost, out of resources, stopped by its operator, trouble with its disk. */
const POSTGRES_CLASS = /^(08|53|57P|58)/
const SYSTEM_CODES = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** What pg and the S3 client say without a code. */
const WORDS =
  /timeout exceeded when trying to connect|connection terminated|connection error and is not queryable|^(connection|request) timed out/i

/** What the three of them put into their errors. */
interface Marks {
  readonly code?: unknown
  readonly errcode?: unknown
  readonly $metadata?: { readonly httpStatusCode?: number }
}

/** Whether the database or the storage cannot do its work just now; trying again later makes sense. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode, $metadata } = error as Error & Marks
  if (typeof errcode === 'number') return SQLITE_KINDS.has(errcode % 256)
  if (typeof code === 'string' && isOutageCode(code)) return true
  if (error.name === 'TimeoutError' || ($metadata?.httpStatusCode ?? 0) >= 500) return true
  return WORDS.test(error.message) || isOutage(error.cause)
}

const isOutageCode = (code: string) => SYSTEM_CODES.has(code) || (/^\w{5}$/.test(code) && POSTGRES_CLASS.test(code))

const RETRY_AFTER_SECONDS = 5

/** What the caller is told of an outage: to come back, and that nothing was written. */
export const outageError = (): AppError =>
  new AppError('unavailable', 'The blog cannot reach its data just now. Please try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
