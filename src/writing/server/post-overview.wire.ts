import type { DraftSummary, OverviewPost } from '#writing/contract/manage-posts.endpoints.ts'
import { drawnCoverUrl } from '#media/server/index.ts'
import { toAuthor } from '#accounts/server/index.ts'
import type { DraftSummaryRow, OverviewRow } from './post-overview.store.ts'
import { visibleText } from '#posts/server/index.ts'
import { toIso } from '#platform/contract/format-date.ts'

const EXCERPT_LENGTH = 160

export const toOverviewPost = (row: OverviewRow, editedIds: ReadonlySet<string>): OverviewPost => ({
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

export const toDraftSummary = (row: DraftSummaryRow): DraftSummary => ({
  postId: row.post_id,
  writer: row.writer,
  sequence: row.sequence,
  savedAt: toIso(row.saved_at),
  title: row.title,
  category: row.category,
  image: row.image_url ?? '',
  excerpt: excerptOf(row.beginning),
})

/** Removes a tag that is cut off at the end. */
const excerptOf = (html: string): string =>
  Array.from(visibleText(html.replace(/<[^>]*$/, '')))
    .slice(0, EXCERPT_LENGTH)
    .join('')
