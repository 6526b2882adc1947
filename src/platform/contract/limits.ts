/** Times, and limits of HTTP and of lists. Those of a module are in its contract. Names end in units. */

/** Page size of search and of the dashboard's tables. */
export const PAGE_SIZE = 9
/** Largest `limit` of a list; larger ones are clamped. */
export const LIST_LIMIT_MAX = 100
/** Characters of the rows of a list; it ends there, but not before its first page. The client asks for the rest by `startIndex`. */
export const LIST_MAX_LENGTH = 200_000
/** Largest `startIndex`; larger ones are clamped. */
export const START_INDEX_MAX = 1_000_000_000

/** Maximum request body in general, and of requests that carry a post (UTF-8 bytes). */
export const BODY_MAX_BYTES = 100 * 1024
export const POST_BODY_MAX_BYTES = 1024 * 1024
/** Maximum body of a plain HTML form. Large enough to return a comment that is far too long with an error message. */
export const FORM_BODY_MAX_BYTES = 64 * 1024

/** Largest value of an integer column of PostgreSQL. */
export const INTEGER_MAX = 2 ** 31 - 1

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Maximum number of events per key (a user, an IP address, an account) in a time window. */
export interface RateLimit {
  readonly name: string
  readonly max: number
  readonly windowMs: number
  /** Counts before the work, so failures count: they are expensive, or the error reveals something. By default, counts with the write. */
  readonly countsFailures?: true
}

/** Maximum length of a slug derived from a title. */
export const SLUG_MAX_LENGTH = 80
