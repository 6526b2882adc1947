/** Statuses of posts in the dashboard's list. */
export const POST_STATUSES = ['published', 'planned', 'trashed'] as const
export type PostStatus = (typeof POST_STATUSES)[number]

/** For a date in the future. */
export const ALREADY_PUBLISHED = 'This post is published already, so it cannot be planned for later.'
