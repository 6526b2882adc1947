import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { publicUser } from '#accounts/contract/users.endpoints.ts'

const isLikedField = z.boolean('Please say whether the post has your heart.')

/** Likes of a post; 404 for one that the caller may not read. Signed-in readers also get the members who like it, newest first, at most twenty. */
export const getPostLikes = endpoint('GET /api/post/likes/:postId', {
  access: 'everyone',
  status: 200,
  output: z.strictObject({ likes: z.int(), likedBy: z.array(publicUser) }),
})

/** For users only: the server stores nothing that identifies a visitor, whose browser knows. */
export const getOwnPostLike = endpoint('GET /api/post/liked/:postId', {
  access: 'user',
  whenClosed: 'family',
  status: 200,
  output: z.strictObject({ isLiked: z.boolean() }),
})

/** Adds or removes the like of a user or visitor as `isLiked` says; without it, toggles. */
export const likePost = endpoint('PUT /api/post/like/:postId', {
  access: 'everyone',
  status: 200,
  // Counted by the handler: per user, or per address for visitors.
  limit: null,
  body: z.object({
    isLiked: isLikedField.optional(),
    /** Sent by members' pages: 401 if the session has ended, instead of a like without a name. */
    asMember: z.boolean().optional().catch(undefined),
  }),
  output: z.strictObject({ likes: z.int(), isLiked: z.boolean() }),
})

export const likeEndpoints = { getPostLikes, getOwnPostLike, likePost }
