import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { publicUser } from './users.ts'

const isLikedField = z.boolean('Please say whether the post has your heart.')

/** Additions: hearts on posts (docs/product.md, 12). A post that the caller may not read is not found. */
export const likeEndpoints = {
  /** The members whose heart it has, for readers who are signed in; the newest first, and no more than twenty. */
  'GET /api/post/likes/:postId': {
    access: 'everyone',
    status: 200,
    output: z.strictObject({ likes: z.int(), likedBy: z.array(publicUser) }),
  },
  /** Whether it has the heart of the caller. Visitors know this themselves: nothing that identifies them is stored. */
  'GET /api/post/liked/:postId': { access: 'user', status: 200, output: z.strictObject({ isLiked: z.boolean() }) },
  /** Gives the post a heart or takes it back, for members and visitors; with `isLiked` it does what that says. */
  'PUT /api/post/like/:postId': {
    access: 'everyone',
    status: 200,
    // Counted by the handler: per user where one is signed in.
    limit: null,
    body: z.object({ isLiked: isLikedField.optional() }),
    output: z.strictObject({ likes: z.int(), isLiked: z.boolean() }),
  },
} as const satisfies EndpointTable
