import { isCategory, type Category } from '#contract/categories.ts'
import { SEARCH_TERM_MAX_LENGTH } from '#contract/limits.ts'

export interface SearchFilters {
  readonly searchTerm: string
  readonly sort: 'asc' | 'desc'
  /** `uncategorized` stands for 'All categories' on this screen (decisions, Posts). */
  readonly category: Category
  readonly startIndex: number
}

/** Reads the address; `search` is what the header's form sends and means the same as `searchTerm`. */
export const readSearchFilters = (params: URLSearchParams): SearchFilters => {
  const category = params.get('category') ?? ''
  const startIndex = Number(params.get('startIndex') ?? 0)
  return {
    searchTerm: (params.get('searchTerm') ?? params.get('search') ?? '').slice(0, SEARCH_TERM_MAX_LENGTH),
    sort: params.get('sort') === 'asc' ? 'asc' : 'desc',
    category: isCategory(category) ? category : 'uncategorized',
    startIndex: Number.isSafeInteger(startIndex) && startIndex > 0 ? startIndex : 0,
  }
}

/** The query of the API call for these filters; what would not narrow the search is left out. */
export const toPostsQuery = ({ searchTerm, sort, category, startIndex }: SearchFilters) => ({
  ...(searchTerm.trim() === '' ? {} : { searchTerm }),
  sort,
  ...(category === 'uncategorized' ? {} : { category }),
  ...(startIndex === 0 ? {} : { startIndex }),
})

/** The address of this screen with these filters. */
export const searchHref = ({ searchTerm, sort, category, startIndex }: SearchFilters) => {
  const params = new URLSearchParams({ searchTerm, sort, category })
  if (startIndex > 0) params.set('startIndex', String(startIndex))
  return `/search?${params}`
}

/** Whether these filters show all posts from the first. */
export const isPlain = ({ searchTerm, category, startIndex }: SearchFilters) =>
  searchTerm.trim() === '' && category === 'uncategorized' && startIndex === 0
