import { useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { toPostCard } from '#web/features/posts/post-card-data.ts'
import type { HeadOf } from '#web/page-head.ts'
import { Alert } from '#web/ui/alert.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SearchFilterForm } from './search-filter-form.tsx'
import { isPlain, readSearchFilters, toPostsQuery, type SearchFilters } from './search-filters.ts'
import { SearchResults, type Found } from './search-results.tsx'
import { type LoaderArgs, withAnswer } from '#web/router/page-module.ts'
import { useLoaderData, useRouterState } from '#web/router/router-context.tsx'

interface SearchData {
  readonly filters: SearchFilters
  /** Null when the search failed: what was there before stays (spec §8). */
  readonly found: Found | null
}

export const head: HeadOf<SearchData> = ({ filters }) => ({
  title: filters.searchTerm.trim() === '' ? 'All posts' : `Search: ${filters.searchTerm.trim()}`,
  description: 'Search the posts of the blog by word and category, newest or oldest first.',
  path: isPlain(filters) ? '/search' : null,
  noIndex: !isPlain(filters),
})

const UNAVAILABLE = 503

export const loader = async ({ url, api, signal }: LoaderArgs) => {
  const filters = readSearchFilters(url.searchParams)
  try {
    const { posts, matchingPosts: total } = await api('GET /api/post/getposts', { query: toPostsQuery(filters) }, { signal })
    return withAnswer<SearchData>({ filters, found: { filters, posts: posts.map(toPostCard), total } }, {})
  } catch (error) {
    if (signal.aborted) throw error
    const status = error instanceof ApiError && error.status >= 400 ? error.status : UNAVAILABLE
    const retryAfter = error instanceof ApiError ? error.retryAfterSeconds : undefined
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    return withAnswer<SearchData>({ filters, found: null }, { status, headers })
  }
}

const NOTHING_YET: Found = { filters: readSearchFilters(new URLSearchParams()), posts: [], total: 0 }

/** The last search that worked: this one, or the one before it when this one failed. */
const useLastFound = (found: Found | null): Found | null => {
  const [last, setLast] = useState(found)
  if (found !== null && found !== last) setLast(found)
  return found ?? last
}

export const Component = () => {
  const { filters, found } = useLoaderData<typeof loader>()
  const last = useLastFound(found)
  const { location, pending } = useRouterState()
  const searching = pending?.pathname === '/search'

  return (
    <div className="wrap grid gap-8 py-8 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-12 lg:py-12">
      <aside>
        <SearchFilterForm key={location.search} filters={filters} />
      </aside>
      <section aria-busy={searching} className="min-w-0">
        <PageHeading className="mb-4">Posts Results:</PageHeading>
        {found === null && !searching ? (
          <Alert kind="info" className="mb-6">
            The posts could not be searched just now. Please try again in a moment.
          </Alert>
        ) : null}
        {last === null && !searching ? null : <SearchResults found={last ?? NOTHING_YET} searching={searching} />}
      </section>
    </div>
  )
}
