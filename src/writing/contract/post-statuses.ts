/** Statuses of posts in the dashboard's list. */
export const POST_STATUSES = ['published', 'planned', 'trashed'] as const
export type PostStatus = (typeof POST_STATUSES)[number]
