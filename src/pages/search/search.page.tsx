import { getSite } from '#site/contract/site.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { type Category, categoryLabel, isFixedCategory } from '#site/contract/category-names.ts'
import type { Api } from '#ui/api/client.ts'
import { toPostCards } from '#posts/web/index.ts'
import { Island } from '#pages/islands/island.tsx'
import type { HeadOf } from '#pages/page/page-head.ts'
import type { LoaderArgs } from '#pages/page/page-module.ts'
import { PageHeading } from '#ui/components/page-heading.tsx'
import { SearchFilterForm } from './search-filter-form.tsx'
import { isPlain, readSearchFilters, toPostsQuery } from './search-filters.ts'
import { SearchResults, type SearchResultsProps } from './search-results.island.tsx'

export const head: HeadOf<SearchResultsProps> = ({ filters }, site) => ({
  title: filters.searchTerm.trim() === '' ? 'All posts' : `Search: ${filters.searchTerm.trim()}`,
  description: 'Search the posts of the blog by word and category, newest or oldest first.',
  path: isPlain(filters) ? '/search' : null,
  noIndex: !isPlain(filters),
  ...(filters.category === 'uncategorized'
    ? {}
    : { feedsOf: { slug: filters.category, name: categoryLabel(filters.category, site.categories) } }),
})

/** Whether a category exists; others are ignored. */
const isKnown = async (api: Api, category: Category): Promise<boolean> => {
  if (isFixedCategory(category)) return true
  const { categories } = await api(getSite)
  return categories.own.some(({ slug }) => slug === category)
}

export const loader = async ({ url, api }: LoaderArgs): Promise<SearchResultsProps> => {
  const requested = readSearchFilters(url.searchParams)
  const filters = (await isKnown(api, requested.category)) ? requested : { ...requested, category: 'uncategorized' }
  const list = await api(listPosts, { query: toPostsQuery(filters) })
  const { matchingPosts: total, suggestions = [] } = list
  return { filters, posts: toPostCards(list), total, suggestions }
}

export const Component = ({ data }: { readonly data: SearchResultsProps }) => (
  <div className="wrap search-page">
    <aside>
      <SearchFilterForm filters={data.filters} />
    </aside>
    <section className="min-w-0">
      <PageHeading className="mb-4">Posts Results:</PageHeading>
      <Island component={SearchResults} props={data} hydration="act" />
    </section>
  </div>
)
