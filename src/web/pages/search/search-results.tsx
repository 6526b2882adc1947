import { useCallback } from 'react'
import { browserApi } from '#web/api/browser-api.ts'
import { useGrowingList } from '#web/features/load-more.ts'
import { toPostCard, type PostCard } from '#web/features/posts/post-card-data.ts'
import { PostGrid } from '#web/features/posts/post-grid.tsx'
import { ShowMore } from '#web/features/show-more.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { searchHref, toPostsQuery, type SearchFilters } from './search-filters.ts'

/** What the last search that worked found. */
export interface Found {
  readonly filters: SearchFilters
  readonly posts: readonly PostCard[]
  /** Also counts those that are not shown. */
  readonly total: number
}

interface SearchResultsProps {
  readonly found: Found
  /** Another search is under way. */
  readonly searching: boolean
}

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`

/** '26 results, 9 posts shown' */
const countText = (shown: number, { total, filters }: Found) =>
  `${counted(total, 'result')}, ${counted(shown, 'post')} shown${filters.startIndex > 0 ? ` from number ${filters.startIndex + 1} on` : ''}`

export const SearchResults = ({ found, searching }: SearchResultsProps) => {
  const { filters, posts } = found
  const load = useCallback(
    async (count: number) => {
      const query = toPostsQuery({ ...filters, startIndex: filters.startIndex + count })
      return (await browserApi('GET /api/post/getposts', { query })).posts.map(toPostCard)
    },
    [filters],
  )
  const { items, hasMore, status, showMore } = useGrowingList(posts, load)
  const nextHref = searchHref({ ...filters, startIndex: filters.startIndex + items.length })

  return (
    <>
      {/* Always there, so that a screen reader hears it change. */}
      <p role="status" className={items.length === 0 || searching ? 'sr-only' : 'mb-4 text-small text-ink-soft'}>
        {searching ? '' : countText(items.length, found)}
      </p>
      {searching ? (
        <Spinner label="Loading..." />
      ) : items.length === 0 ? (
        <EmptyState title="No Posts found.">
          <p className="text-ink-soft">Try another word, or look through all categories.</p>
        </EmptyState>
      ) : (
        <PostGrid posts={items} eagerCovers={3} heading="h2" />
      )}
      {status === 'failed' ? (
        <Alert kind="info" className="mt-6">
          More posts could not be loaded just now. Please try again in a moment.
        </Alert>
      ) : null}
      <div hidden={searching} className="mt-8 flex flex-wrap justify-center gap-3">
        {filters.startIndex > 0 ? <LinkButton href={searchHref({ ...filters, startIndex: 0 })}>Back to the first posts</LinkButton> : null}
        {hasMore ? <ShowMore busy={status === 'loading'} href={nextHref} onClick={() => void showMore()} /> : null}
      </div>
    </>
  )
}
