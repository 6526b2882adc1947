import { DAY_MS, MINUTE_MS } from '#platform/contract/limits.ts'

/** Delay between publishing and mailing a post, in which it can still be corrected or deleted. */
export const ANNOUNCE_AFTER_MS = 10 * MINUTE_MS
/** Posts dated further back than this are not mailed. */
export const NEWS_MAX_AGE_MS = 2 * DAY_MS

/** When new posts are mailed: each ten minutes after its publication, or all together on Sundays. */
export const POST_CADENCES = ['at_once', 'weekly'] as const
export type PostCadence = (typeof POST_CADENCES)[number]
