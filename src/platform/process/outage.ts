import { AppError } from '#platform/contract/errors.ts'

/** Primary result codes of SQLite: busy, read-only, input or output error, full, cannot open. */
const SQLITE_CODES = new Set([5, 8, 10, 13, 14])
/** PostgreSQL's classes: connection lost, out of resources, stopped by its operator, disk error. */
const POSTGRES_CLASS = /^(08|53|57P|58)/
/** PostgreSQL: a statement took too long; a lock was not free in time. */
const POSTGRES_TIMEOUTS = new Set(['57014', '55P03'])
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
/** Messages of pg and of the S3 client that come without a code. */
const MESSAGES =
  /timeout exceeded when trying to connect|query read timeout|connection terminated|connection error and is not queryable|^(connection|request) timed out|client was closed and is not queryable/i

/** Fields in which SQLite, PostgreSQL and the S3 client report the kind of an error. */
interface Codes {
  readonly code?: unknown
  readonly errcode?: unknown
  readonly $metadata?: { readonly httpStatusCode?: number }
}

/** True when the database or the storage cannot do its work at present, so that the same request may succeed later. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode, $metadata } = error as Error & Codes
  if (typeof errcode === 'number') return SQLITE_CODES.has(errcode % 256)
  if (typeof code === 'string' && isOutageCode(code)) return true
  if (error.name === 'TimeoutError' || ($metadata?.httpStatusCode ?? 0) >= 500) return true
  return MESSAGES.test(error.message) || isOutage(error.cause)
}

const isOutageCode = (code: string) =>
  SYSTEM_CODES.has(code) || POSTGRES_TIMEOUTS.has(code) || (/^\w{5}$/.test(code) && POSTGRES_CLASS.test(code))

const RETRY_AFTER_SECONDS = 5

/** 503 with `Retry-After`. */
export const outageError = (): AppError =>
  new AppError('unavailable', 'The blog cannot reach its data just now. Please try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
