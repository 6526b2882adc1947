import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { post } from './posts.ts'

/** Additions, for admins who look after the posts of all writers. */
export const managePostsEndpoints = {
  /** A post as admins may see it, also a planned one. */
  'GET /api/post/getpost/:postId': { access: 'admin', status: 200, output: post },
  /** 409 when three others are pinned, and for a planned post. */
  'PUT /api/post/pin/:postId': {
    access: 'admin',
    status: 200,
    limit: null,
    body: z.object({ pinned: z.boolean({ error: 'Please say whether the post is to be pinned.' }) }),
    output: post,
  },
} as const satisfies EndpointTable
