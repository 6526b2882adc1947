import { DAY_MS, MINUTE_MS } from '#platform/contract/limits.ts'

/** Delay between publishing and mailing a post, in which it can still be corrected or deleted. */
export const ANNOUNCE_AFTER_MS = 10 * MINUTE_MS
/** Posts dated further back than this are not mailed. */
export const NEWS_MAX_AGE_MS = 2 * DAY_MS

/** How often new posts are mailed: ten minutes after publication, daily, or on Sundays. */
export const POST_CADENCES = ['at_once', 'daily', 'weekly'] as const
export type PostCadence = (typeof POST_CADENCES)[number]

/** How often new comments are mailed to an admin. */
export const COMMENT_CADENCES = ['at_once', 'daily'] as const
export type CommentCadence = (typeof COMMENT_CADENCES)[number]
