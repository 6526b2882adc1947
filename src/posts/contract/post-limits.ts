import { HOUR_MS, MINUTE_MS, type RateLimit } from '#platform/contract/limits.ts'

/** 'Recent Articles' under a post. */
export const RECENT_ARTICLES_SIZE = 3
export const PINNED_POSTS_MAX = 3
/** Maximum number of members who are named under a post that they like. */
export const LIKED_BY_MAX = 20
/** Posts in a feed. */
export const FEED_SIZE = 20
/** Posts in one sitemap. With more posts, `/sitemap.xml` is an index of several. The protocol allows 50,000. */
export const SITEMAP_SIZE = 1000
export const READING_CHARACTERS_PER_MINUTE = 1000
/** Maximum number of other searches that are suggested when a search finds nothing. */
export const SUGGESTIONS_MAX = 3
/** Characters of a search term beyond this are ignored. */
export const SEARCH_TERM_MAX_LENGTH = 200
/** Maximum number of pages that admins add. */
export const OWN_PAGES_MAX = 50
export const POST_RATE_LIMITS = {
  likesPerUser: { name: 'like/user', max: 120, windowMs: MINUTE_MS },
  /** Likes of visitors, added and removed. Enough for a hospital ward or a party that shares one address. */
  visitorLikesPerAddress: { name: 'like/address', max: 60, windowMs: HOUR_MS },
} as const satisfies Record<string, RateLimit>
