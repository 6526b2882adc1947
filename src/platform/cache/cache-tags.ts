/**
 * Prefix of tags of responses that may be slightly out of date. A write to such a tag evicts nothing, but makes its
 * responses expire within {@link LATE_MAX_MS}. However frequent the writes, each is rendered once in that time.
 */
export const LATE = 'late:'
export const LATE_MAX_MS = 10_000

export const isLate = (tag: string): boolean => tag.startsWith(LATE)

/** Responses that show, list or count posts. */
export const POSTS_TAG = 'posts'
/** Name and other texts of the blog, which every page shows. */
export const SITE_TAG = 'site'
/** The comments of one post. */
export const commentsTag = (postId: string): string => `comments:${postId}`
/** The hearts of one post, on its own page. */
export const likesTag = (postId: string): string => `likes:${postId}`
/** The number of hearts of one post in lists, which may be out of date for a while (decision 46). */
export const listedLikesTag = (postId: string): string => `${LATE}likes:${postId}`
/** Replaces the tags of single users where a response shows too many of them. */
export const ANY_USER_TAG = 'users'
const NAMED_USERS_MAX = 100
/** Responses that show the name, picture or likes of one of these users. */
export const userTags = (ids: ReadonlySet<string>): string[] => (ids.size > NAMED_USERS_MAX ? [ANY_USER_TAG] : Array.from(ids, userTag))

/** Responses that show the name, picture or likes of a user. */
export const userTag = (userId: string): string => `user:${userId}`
