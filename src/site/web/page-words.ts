import type { FixedPageId } from '#site/contract/blog-pages.ts'
import { type BlogPage, getPage } from '#site/contract/blog-pages.endpoints.ts'
import type { Api } from '#ui/api/client.ts'

/** Loads the family's own text of a fixed page; null if the page has its starter text. */
export const loadPageWords = async (api: Api, id: FixedPageId): Promise<BlogPage | null> =>
  (await api(getPage, { params: { page: id } })).page
