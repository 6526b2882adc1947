import { DAY_MS, HOUR_MS, MINUTE_MS, type RateLimit } from '#platform/contract/limits.ts'

/** Comments in a rendered post page; the API returns the rest. */
export const COMMENTS_PAGE_SIZE = 30
/** Longest list of one post's comments: every SQL read has a bound. */
export const POST_COMMENTS_MAX = 10_000
/** More new comments are not counted for an admin's badge. */
export const NEW_COMMENTS_MAX = 99
/** Period in which an admin can undo the deletion of a comment. */
export const COMMENT_UNDO_MS = HOUR_MS
/** Period in which the removal of everything of an account, and the deletion of an admin by another, can be undone. */
export const REMOVAL_UNDO_MS = DAY_MS
/** Maximum number of comments that are deleted in one step. */
export const COMMENTS_AT_ONCE_MAX = 100
/** Until this age, comments of an account outside the family wait for approval once they exceed one of the rates. */
export const NEW_ACCOUNT_MS = 7 * DAY_MS
/** Comments of a new account that appear at once; people rarely write faster. */
export const NEW_ACCOUNT_RATES = [
  { comments: 3, windowMs: MINUTE_MS },
  { comments: 10, windowMs: HOUR_MS },
] as const
export const COMMENT_RATE_LIMITS = {
  commentsPerUser: { name: 'comment/user', max: 30, windowMs: 5 * MINUTE_MS },
  commentChangesPerUser: { name: 'comment-change/user', max: 60, windowMs: 5 * MINUTE_MS },
  reportsPerUser: { name: 'report/user', max: 30, windowMs: HOUR_MS },
  /** Reports of visitors. */
  visitorReportsPerAddress: { name: 'report/address', max: 10, windowMs: HOUR_MS },
} as const satisfies Record<string, RateLimit>
