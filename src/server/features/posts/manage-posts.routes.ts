import type { managePostsEndpoints } from '#contract/endpoints/manage-posts.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/call-endpoint.ts'
import { setPinned } from './pinned-posts.store.ts'
import { getPost } from './posts.store.ts'
import { toPost } from './posts.wire.ts'
import { getAnyPost } from './save-post.ts'
import { writePosts } from './write-posts.ts'

interface Dependencies {
  readonly db: Database
}

/** What admins see and do beyond writing (docs/product.md, 12). */
export function managePostsRoutes({ db }: Dependencies): Handlers<keyof typeof managePostsEndpoints> {
  return {
    async 'GET /api/post/getpost/:postId'({ params }) {
      return toPost(await getAnyPost(db, params.postId))
    },

    async 'PUT /api/post/pin/:postId'({ params: { postId }, body, write }) {
      const post = await writePosts(write, async (trx) => {
        await setPinned(trx, postId, body.pinned)
        return getPost(trx, postId)
      })
      return toPost(post)
    },
  }
}
