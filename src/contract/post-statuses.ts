/** Of a post in the admins' list. */
export const POST_STATUSES = ['published', 'planned', 'trashed'] as const
export type PostStatus = (typeof POST_STATUSES)[number]
