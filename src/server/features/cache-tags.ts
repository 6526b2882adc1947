/** Everything that shows, lists or counts posts. */
export const POSTS_TAG = 'posts'
/** What the blog is called, and its other words: in every page. */
export const SITE_TAG = 'site'
/** The comments of one post. */
export const commentsTag = (postId: string): string => `comments:${postId}`
/** In place of the users of a response that shows more than it can name. */
export const ANY_USER_TAG = 'users'
const NAMED_USERS_MAX = 100
/** Wherever these users' names, pictures or likes are shown. */
export const userTags = (ids: ReadonlySet<string>): string[] => (ids.size > NAMED_USERS_MAX ? [ANY_USER_TAG] : Array.from(ids, userTag))

/** Wherever a user's name, picture or likes are shown. */
export const userTag = (userId: string): string => `user:${userId}`
