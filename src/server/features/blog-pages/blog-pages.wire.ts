import { blogPagePath, isFixedPage } from '#contract/blog-pages.ts'
import type { BlogPage, ListedPage } from '#contract/endpoints/blog-pages.ts'
import type { BlogPageRow, ListedPageRow } from '#server/features/blog-pages.ts'

const iso = (at: number) => new Date(at).toISOString()

export const toBlogPage = (row: Pick<BlogPageRow, 'id' | 'title' | 'content' | 'updated_at'>): BlogPage => ({
  _id: row.id,
  title: row.title,
  content: row.content,
  updatedAt: iso(row.updated_at),
})

export const toListedPage = (row: Omit<ListedPageRow, 'position' | 'editor_id' | 'created_at'>): ListedPage => {
  const isFixed = isFixedPage(row.id)
  return {
    _id: row.id,
    title: row.title,
    path: blogPagePath(row),
    slug: row.slug,
    place: row.place,
    isEmpty: !row.has_text && !(isFixed && row.title !== ''),
    isFixed,
    updatedAt: row.revision === 0 ? null : iso(row.updated_at),
  }
}
