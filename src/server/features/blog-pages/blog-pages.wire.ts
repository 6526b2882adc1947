import { blogPagePath, isFixedPage } from '#contract/blog-pages.ts'
import type { BlogPage, ListedPage } from '#contract/endpoints/blog-pages.ts'
import type { BlogPageRow, ListedPageRow } from '#server/features/blog-pages.ts'
import { toIso } from '#server/platform/to-iso.ts'

export const toBlogPage = (row: Pick<BlogPageRow, 'id' | 'title' | 'content' | 'audience' | 'updated_at'>): BlogPage => ({
  _id: row.id,
  title: row.title,
  content: row.content,
  audience: row.audience,
  updatedAt: toIso(row.updated_at),
})

export const toListedPage = (row: Pick<ListedPageRow, 'id' | 'slug' | 'title' | 'place' | 'audience' | 'has_text'>): ListedPage => ({
  _id: row.id,
  title: row.title,
  path: blogPagePath(row),
  slug: row.slug,
  place: row.place,
  audience: row.audience,
  isEmpty: !row.has_text && !(isFixedPage(row.id) && row.title !== ''),
})
