import { isCategorySlug, type Category } from '#site/contract/category-names.ts'
import { LIST_LIMIT_MAX, PAGE_SIZE } from '#platform/contract/limits.ts'
import { SEARCH_TERM_MAX_LENGTH } from '#posts/contract/post-limits.ts'

export interface SearchFilters {
  readonly searchTerm: string
  readonly sort: 'asc' | 'desc'
  /** `uncategorized` stands for 'All categories' on this screen. */
  readonly category: Category
  readonly startIndex: number
  /** Number of posts shown at once: one page, or as many as 'Show More' had loaded. */
  readonly shown: number
}

const readCount = (text: string | null): number => {
  const count = Number(text ?? 0)
  return Number.isSafeInteger(count) && count > 0 ? count : 0
}

/** Reads the filters of a URL; `search` is sent by the header's form and means the same as `searchTerm`. */
export const readSearchFilters = (params: URLSearchParams): SearchFilters => {
  const category = params.get('category') ?? ''
  return {
    searchTerm: (params.get('searchTerm') ?? params.get('search') ?? '').slice(0, SEARCH_TERM_MAX_LENGTH),
    sort: params.get('sort') === 'asc' ? 'asc' : 'desc',
    category: isCategorySlug(category) ? category : 'uncategorized',
    startIndex: readCount(params.get('startIndex')),
    shown: Math.min(LIST_LIMIT_MAX, Math.max(PAGE_SIZE, readCount(params.get('shown')))),
  }
}

/** Whether these filters exclude no post. */
const areAllPosts = ({ searchTerm, category }: SearchFilters) => searchTerm.trim() === '' && category === 'uncategorized'

/** Query of the API call for these filters; empty ones are omitted. Pinned posts come first only in the unfiltered list, newest first. */
export const toPostsQuery = (filters: SearchFilters) => {
  const { searchTerm, sort, category, startIndex, shown } = filters
  return {
    ...(areAllPosts(filters) && sort === 'desc' ? { pinned: 'first' as const } : {}),
    ...(searchTerm.trim() === '' ? {} : { searchTerm }),
    sort,
    ...(category === 'uncategorized' ? {} : { category }),
    ...(startIndex === 0 ? {} : { startIndex }),
    ...(shown === PAGE_SIZE ? {} : { limit: shown }),
  }
}

/** URL of this screen with these filters. */
export const searchHref = ({ searchTerm, sort, category, startIndex, shown }: SearchFilters) => {
  const params = new URLSearchParams({ searchTerm, sort, category })
  if (startIndex > 0) params.set('startIndex', String(startIndex))
  if (shown > PAGE_SIZE) params.set('shown', String(shown))
  return `/search?${params}`
}

/** Whether these filters show all posts from the first. */
export const isPlain = (filters: SearchFilters) => areAllPosts(filters) && filters.startIndex === 0
