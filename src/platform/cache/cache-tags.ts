/** Responses that show, list or count posts. */
export const POSTS_TAG = 'posts'
/** Name and other texts of the blog, which every page shows. */
export const SITE_TAG = 'site'
/** The comments of one post. */
export const commentsTag = (postId: string): string => `comments:${postId}`
/** The likes of one post, on its own page: a like evicts no list. */
export const likesTag = (postId: string): string => `likes:${postId}`
/** Replaces the tags of single users where a response shows too many of them. */
export const ANY_USER_TAG = 'users'
const NAMED_USERS_MAX = 100
/** Responses that show the name, picture or likes of one of these users. */
export const userTags = (ids: ReadonlySet<string>): string[] => (ids.size > NAMED_USERS_MAX ? [ANY_USER_TAG] : Array.from(ids, userTag))

/** Responses that show the name, picture or likes of a user. */
export const userTag = (userId: string): string => `user:${userId}`
