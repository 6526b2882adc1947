import { z } from 'zod'
import { AUDIENCES } from '#platform/contract/audiences.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { isoDate, limitQuery, startIndexQuery, textQuery } from '#platform/contract/fields.ts'
import { postText } from './post-text.ts'
import { publicUser } from '#accounts/contract/users.endpoints.ts'

export const post = z.strictObject({
  _id: z.string(),
  /** Author; null when the account is deleted, as posts of a deleted admin stay. */
  userId: z.string().nullable(),
  ...postText,
  slug: z.string(),
  createdAt: isoDate,
  updatedAt: isoDate,
  /** Number of published versions. */
  revision: z.int(),
  /** For the byline; null when the account is deleted. */
  author: publicUser.nullable(),
  /** At most three posts are pinned. */
  pinned: z.boolean(),
  /** False when an admin has closed the comments of this post. */
  commentsOpen: z.boolean(),
  /** Who may read it. */
  audience: z.enum(AUDIENCES),
  /** Number of likes of members and visitors. */
  likes: z.int(),
  /** Only on planned posts, which only admins get; equal to `createdAt`. */
  publishAt: isoDate.optional(),
  /** Only in a search: the line of the text that matches, in parts; every second part is a word that matches. */
  match: z.array(z.string()).optional(),
})
export type Post = z.output<typeof post>

/** By publication date, or the best match of a search first (`relevance`). The parameter `order` is the old name of `sort`. */
const sortOrder = z.enum(['asc', 'desc', 'relevance']).optional().catch(undefined)

/** `totalPosts` and `lastMonthPosts` count all posts that the caller may read; `matchingPosts` only those that match the filters. */
const postList = z.strictObject({
  posts: z.array(post),
  totalPosts: z.int(),
  lastMonthPosts: z.int(),
  matchingPosts: z.int(),
  /** True when posts have more than one author, so that pages show bylines. */
  hasSeveralWriters: z.boolean(),
  /** Only when a search finds nothing: similar searches that find posts. */
  suggestions: z.array(z.string()).optional(),
})
export type PostList = z.output<typeof postList>

export const listPosts = endpoint('GET /api/post/getposts', {
  access: 'everyone',
  status: 200,
  query: z.object({
    userId: textQuery,
    postId: textQuery,
    slug: textQuery,
    category: textQuery,
    searchTerm: textQuery,
    sort: sortOrder,
    order: sortOrder,
    /** `first` puts pinned posts before the others. Only for the list without filters, newest first. */
    pinned: z.literal('first').optional().catch(undefined),
    startIndex: startIndexQuery,
    limit: limitQuery,
  }),
  output: postList,
})

export const postEndpoints = { listPosts }
