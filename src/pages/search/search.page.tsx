import { getSite } from '#site/contract/site.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { type Category, categoryLabel, isFixedCategory } from '#platform/contract/categories.ts'
import { ApiError } from '#ui/api/api-error.ts'
import type { Api } from '#ui/api/client.ts'
import { toPostCards } from '#posts/web/index.ts'
import { Island } from '#pages/islands/island.tsx'
import type { HeadOf } from '#pages/page/page-head.ts'
import { type LoaderArgs, withResponse } from '#pages/page/page-module.ts'
import { Alert } from '#ui/components/alert.tsx'
import { PageHeading } from '#ui/components/page-heading.tsx'
import { SearchFilterForm } from './search-filter-form.tsx'
import { isPlain, readSearchFilters, toPostsQuery, type SearchFilters } from './search-filters.ts'
import { SearchResults, type SearchResultsProps } from './search-results.island.tsx'

interface SearchData {
  readonly filters: SearchFilters
  /** Null if the search failed. */
  readonly found: SearchResultsProps | null
}

export const head: HeadOf<SearchData> = ({ filters }, site) => ({
  title: filters.searchTerm.trim() === '' ? 'All posts' : `Search: ${filters.searchTerm.trim()}`,
  description: 'Search the posts of the blog by word and category, newest or oldest first.',
  path: isPlain(filters) ? '/search' : null,
  noIndex: !isPlain(filters),
  ...(filters.category === 'uncategorized'
    ? {}
    : { feedsOf: { slug: filters.category, name: categoryLabel(filters.category, site.categories) } }),
})

const UNAVAILABLE = 503

/** Whether a category exists; others are ignored. */
const isKnown = async (api: Api, category: Category): Promise<boolean> => {
  if (isFixedCategory(category)) return true
  const { categories } = await api(getSite)
  return categories.own.some(({ slug }) => slug === category)
}

export const loader = async ({ url, api }: LoaderArgs) => {
  const requested = readSearchFilters(url.searchParams)
  const filters = (await isKnown(api, requested.category)) ? requested : { ...requested, category: 'uncategorized' }
  try {
    const list = await api(listPosts, { query: toPostsQuery(filters) })
    const { matchingPosts: total, suggestions = [] } = list
    return withResponse<SearchData>({ filters, found: { filters, posts: toPostCards(list), total, suggestions } }, {})
  } catch (error) {
    const status = error instanceof ApiError && error.status >= 400 ? error.status : UNAVAILABLE
    const retryAfter = error instanceof ApiError ? error.retryAfterSeconds : undefined
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    return withResponse<SearchData>({ filters, found: null }, { status, headers })
  }
}

export const Component = ({ data: { filters, found } }: { readonly data: SearchData }) => (
  <div className="wrap search-page">
    <aside>
      <SearchFilterForm filters={filters} />
    </aside>
    <section className="min-w-0">
      <PageHeading className="mb-4">Posts Results:</PageHeading>
      {found === null ? (
        <Alert kind="info" className="mb-6">
          The posts could not be searched just now. Please try again in a moment.
        </Alert>
      ) : (
        <Island component={SearchResults} props={found} hydration="act" />
      )}
    </section>
  </div>
)
