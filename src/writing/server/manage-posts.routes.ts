import type { managePostsEndpoints } from '#writing/contract/manage-posts.endpoints.ts'
import { SEARCH_TERM_MAX_LENGTH } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { setPinned } from './pinned-posts.store.ts'
import { getPost, matchesWords, parseSearch, readSampleIds, sampleMark, toPost } from '#posts/server/index.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { listDraftsOfUser, listOverview } from './post-overview.store.ts'
import { toDraftSummary, toOverviewPost } from './post-overview.wire.ts'
import { getAnyPost } from './save-post.ts'
import { writePosts } from './write-posts.ts'

interface Dependencies {
  readonly db: Database
}

/** Overview and pinning of posts, for admins (docs/product.md, 12). */
export function managePostsRoutes({ db }: Dependencies): Handlers<typeof managePostsEndpoints> {
  return {
    async listPostOverview({ query: { status, searchTerm = '', startIndex, limit }, viewer }) {
      const search = parseSearch(searchTerm.slice(0, SEARCH_TERM_MAX_LENGTH))
      if (search === 'no words') return { posts: [], totalPosts: 0, drafts: [] }
      const [allDrafts, sampleIds] = await Promise.all([listDraftsOfUser(db, viewer.id), readSampleIds(db)])
      const editedIds = new Set(allDrafts.map((draft) => draft.post_id))
      const filter = status === 'edited' ? { search, ids: [...editedIds] } : { search, status }
      const { rows, total } = await listOverview(db, filter, { startIndex, limit })
      const drafts = allDrafts.map(toDraftSummary)
      return {
        posts: rows.map((row) => ({ ...toOverviewPost(row, editedIds), ...sampleMark(row, sampleIds) })),
        totalPosts: total,
        drafts: search ? drafts.filter((draft) => matchesWords(search, `${draft.title} ${draft.excerpt}`)) : drafts,
      }
    },

    async getPostToEdit({ params }) {
      return toPost(await getAnyPost(db, params.postId))
    },

    async pinPost({ params: { postId }, body, write }) {
      const post = await writePosts(write, async (trx) => {
        await setPinned(trx, postId, body.pinned)
        return getPost(trx, postId)
      })
      return toPost(post)
    },
  }
}
