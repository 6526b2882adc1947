import { LATE } from '#server/platform/cache/late-tags.ts'

/** Everything that shows, lists or counts posts. */
export const POSTS_TAG = 'posts'
/** What the blog is called, and its other words: in every page. */
export const SITE_TAG = 'site'
/** The comments of one post. */
export const commentsTag = (postId: string): string => `comments:${postId}`
/** The hearts of one post, on its own page. */
export const likesTag = (postId: string): string => `likes:${postId}`
/** Where a list shows how many hearts a post has, which may be late (decision 46). */
export const listedLikesTag = (postId: string): string => `${LATE}likes:${postId}`
/** In place of the users of a response that shows more than it can name. */
export const ANY_USER_TAG = 'users'
const NAMED_USERS_MAX = 100
/** Wherever these users' names, pictures or likes are shown. */
export const userTags = (ids: ReadonlySet<string>): string[] => (ids.size > NAMED_USERS_MAX ? [ANY_USER_TAG] : Array.from(ids, userTag))

/** Wherever a user's name, picture or likes are shown. */
export const userTag = (userId: string): string => `user:${userId}`
