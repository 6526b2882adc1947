import type { DraftSummary, managePostsEndpoints, OverviewPost } from '#writing/contract/manage-posts.endpoints.ts'
import { SEARCH_TERM_MAX_LENGTH } from '#posts/contract/post-limits.ts'
import type { Database } from '#platform/database/database.ts'
import { getAnyPost, setPinned } from './save-post.ts'
import { visibleText } from '#posts/contract/body-text.ts'
import { coverOf } from '#posts/contract/cover.ts'
import { getPost, matchesWords, parseSearch, shownCover, toPost } from '#posts/server/index.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { type DraftSummaryRow, listDraftsOfUser } from './drafts/list-drafts.store.ts'
import { listOverview, type OverviewRow } from './post-overview.store.ts'
import { writePosts } from './write-posts.ts'
import { toAuthor } from '#accounts/server/index.ts'
import { toIso } from '#platform/contract/format-date.ts'

interface Dependencies {
  readonly db: Database
}

/** Overview and pinning of posts, for admins. */
export function managePostsRoutes({ db }: Dependencies): Handlers<typeof managePostsEndpoints> {
  return {
    async listPostOverview({ query: { status, searchTerm = '', startIndex, limit }, viewer }) {
      const search = parseSearch(searchTerm.slice(0, SEARCH_TERM_MAX_LENGTH))
      if (search === 'no words') return { posts: [], totalPosts: 0, drafts: [] }
      const allDrafts = await listDraftsOfUser(db, viewer.id)
      const { rows, total } = await listOverview(db, { userId: viewer.id, status, search }, { startIndex, limit })
      const drafts = allDrafts.map(toDraftSummary)
      return {
        posts: rows.map(toOverviewPost),
        totalPosts: total,
        drafts: search ? drafts.filter((draft) => matchesWords(search, `${draft.title} ${draft.excerpt}`)) : drafts,
      }
    },

    async getPostToEdit({ params }) {
      const post = await getAnyPost(db, params.postId)
      return { ...toPost(post), chosenCover: post.image_url ?? '' }
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

const toOverviewPost = (row: OverviewRow): OverviewPost => ({
  _id: row.id,
  title: row.title,
  slug: row.slug,
  category: row.category,
  image: shownCover(row),
  status: row.state,
  hasUnsavedEdit: Boolean(row.is_edited),
  pinned: row.pinned === 1,
  likes: row.likes,
  audience: row.audience ?? 'admins',
  author: toAuthor(row),
  createdAt: toIso(row.created_at),
  updatedAt: toIso(row.updated_at),
  ...(row.publish_at === null ? {} : { publishAt: toIso(row.publish_at) }),
  ...(row.trashed_at === null ? {} : { deletedAt: toIso(row.trashed_at) }),
})

const toDraftSummary = (row: DraftSummaryRow): DraftSummary => ({
  postId: row.isNew ? 'new' : row.id,
  id: row.id,
  sequence: row.sequence,
  savedAt: toIso(row.saved_at),
  title: row.title,
  category: row.category,
  image: coverOf(row.image_url, row.beginning) ?? '',
  excerpt: excerptOf(row.beginning),
})

const excerptOf = (html: string): string => Array.from(visibleText(html)).slice(0, EXCERPT_LENGTH).join('')
