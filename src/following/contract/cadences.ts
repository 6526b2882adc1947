/** How often new posts are mailed: ten minutes after publication, daily, or on Sundays. */
export const POST_CADENCES = ['at_once', 'daily', 'weekly'] as const
export type PostCadence = (typeof POST_CADENCES)[number]

/** How often new comments are mailed to an admin. */
export const COMMENT_CADENCES = ['at_once', 'daily'] as const
export type CommentCadence = (typeof COMMENT_CADENCES)[number]
