import type { FixedPageId } from '#contract/blog-pages.ts'
import type { BlogPage } from '#contract/endpoints/blog-pages.ts'
import type { Api } from '#web/api/client.ts'

/** The family's own words on a page of every blog; null where the starter text stands. */
export const loadPageWords = async (api: Api, id: FixedPageId): Promise<BlogPage | null> =>
  (await api('GET /api/page/:page', { params: { page: id } })).page
