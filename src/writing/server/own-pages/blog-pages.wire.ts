import { blogPagePath, isFixedPage } from '#site/contract/blog-pages.ts'
import type { BlogPage, ListedPage } from '#site/contract/blog-pages.endpoints.ts'
import type { BlogPageRow, ListedPageRow } from '#site/server/index.ts'
import { toIso } from '#platform/contract/format-date.ts'

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
