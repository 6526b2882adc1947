import type { DraftSummary, managePostsEndpoints, OverviewPost } from '#writing/contract/manage-posts.endpoints.ts'
import { SEARCH_TERM_MAX_LENGTH } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { getAnyPost, setPinned } from './save-post.ts'
import { visibleText } from '#posts/contract/body-text.ts'
import { getPost, matchesWords, parseSearch, readSampleIds, sampleMark, toPost } from '#posts/server/index.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { type DraftSummaryRow, listDraftsOfUser, listOverview, type OverviewRow } from './post-overview.store.ts'
import { writePosts } from './published-posts.store.ts'
import { drawnCoverUrl } from '#media/server/index.ts'
import { toAuthor } from '#accounts/server/index.ts'
import { toIso } from '#platform/contract/format-date.ts'

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
      const post = await writePosts(write, [postId], async (trx) => {
        await setPinned(trx, postId, body.pinned)
        return getPost(trx, postId)
      })
      return toPost(post)
    },
  }
}

const EXCERPT_LENGTH = 160

const toOverviewPost = (row: OverviewRow, editedIds: ReadonlySet<string>): OverviewPost => ({
  _id: row.id,
  title: row.title,
  slug: row.slug,
  category: row.category,
  image: row.image_url ?? drawnCoverUrl(row),
  status: row.status,
  hasUnsavedEdit: editedIds.has(row.id),
  pinned: row.pinned === 1,
  likes: row.likes,
  audience: row.audience,
  author: toAuthor(row),
  createdAt: toIso(row.created_at),
  updatedAt: toIso(row.updated_at),
  ...(row.publish_at === null ? {} : { publishAt: toIso(row.publish_at) }),
  ...(row.deleted_at === null ? {} : { deletedAt: toIso(row.deleted_at) }),
})

const toDraftSummary = (row: DraftSummaryRow): DraftSummary => ({
  postId: row.post_id,
  id: row.id,
  sequence: row.sequence,
  savedAt: toIso(row.saved_at),
  title: row.title,
  category: row.category,
  image: row.image_url ?? '',
  excerpt: excerptOf(row.beginning),
})

const excerptOf = (html: string): string => Array.from(visibleText(html)).slice(0, EXCERPT_LENGTH).join('')
