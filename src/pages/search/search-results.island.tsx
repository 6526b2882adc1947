import { Fragment, useState } from 'react'
import { plural } from '#platform/contract/plural.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { PAGE_SIZE } from '#platform/contract/limits.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { append } from '#ui/lists/growing-list.tsx'
import { type PostCard, PostGrid, toPostCards } from '#posts/web/index.ts'
import { ShowMore } from '#ui/lists/show-more.tsx'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { useForm } from '#ui/forms/form.tsx'
import { LinkButton } from '#ui/components/button.tsx'
import { searchHref, toPostsQuery, type SearchFilters } from './search-filters.ts'

export interface SearchResultsProps {
  readonly filters: SearchFilters
  readonly posts: readonly PostCard[]
  /** Number of matching posts, also of those that are not shown. */
  readonly total: number
  /** Search terms with results, if this one has none. */
  readonly suggestions: readonly string[]
}

const counted = (count: number, one: string) => plural(count, `1 ${one}`, `${one}s`)

/** '26 results, 9 posts shown' */
const countText = (shown: number, { total, filters }: SearchResultsProps) =>
  `${counted(total, 'result')}, ${counted(shown, 'post')} shown${filters.startIndex > 0 ? ` from number ${filters.startIndex + 1} on` : ''}`

const NOT_LOADED = { message: 'More posts could not be loaded just now. Please try again in a moment.' }

/** Posts that the server rendered, and those that Show More added. */
const useResults = ({ filters, posts, total }: SearchResultsProps) => {
  const isFull = posts.length === filters.shown
  // Long posts end a list before its limit.
  const isCut = posts.length > 0 && filters.startIndex + posts.length < total
  const [{ items, hasMore }, setList] = useState({ items: posts, hasMore: isFull || isCut })
  const nextPage = { ...filters, shown: PAGE_SIZE, startIndex: filters.startIndex + items.length }
  const form = useForm({
    toFailure: () => NOT_LOADED,
    send: async () => {
      const page = toPostCards(await browserApi(listPosts, { query: toPostsQuery(nextPage) }))
      setList({ items: append(items, page), hasMore: page.length === PAGE_SIZE })
      // After Back or a reload, the list has the same length.
      const shown = Math.ceil((items.length + page.length) / PAGE_SIZE) * PAGE_SIZE
      history.replaceState(history.state, '', searchHref({ ...filters, shown }))
    },
  })
  return { items, hasMore, nextHref: searchHref(nextPage), form }
}

/** 'Did you mean hospital or hospice?' */
const DidYouMean = ({ filters, suggestions }: Pick<SearchResultsProps, 'filters' | 'suggestions'>) => (
  <p className="mb-2 wrap-anywhere">
    Did you mean{' '}
    {suggestions.map((searchTerm, index) => (
      <Fragment key={searchTerm}>
        <span>{index === 0 ? '' : index === suggestions.length - 1 ? ' or ' : ', '}</span>
        <a dir="auto" href={searchHref({ ...filters, searchTerm, startIndex: 0 })} className="link font-semibold">
          {searchTerm}
        </a>
      </Fragment>
    ))}
    <span>?</span>
  </p>
)

export const SearchResults = (props: SearchResultsProps) => {
  const { filters, suggestions } = props
  const { items, hasMore, nextHref, form } = useResults(props)

  return (
    <>
      {/* Always mounted, so that screen readers announce changes. */}
      <p role="status" className={items.length === 0 ? 'sr-only' : 'mb-4 text-small text-ink-soft'}>
        {countText(items.length, props)}
      </p>
      {items.length === 0 ? (
        <EmptyState title="No Posts found.">
          {suggestions.length === 0 ? null : <DidYouMean filters={filters} suggestions={suggestions} />}
          <p className="text-ink-soft">Try another word, or look through all categories.</p>
        </EmptyState>
      ) : (
        <PostGrid posts={items} eagerCovers={1} heading="h2" />
      )}
      <div className="mt-6 row justify-center gap-3">
        {filters.startIndex > 0 ? (
          <LinkButton href={searchHref({ ...filters, shown: PAGE_SIZE, startIndex: 0 })}>Back to the first posts</LinkButton>
        ) : null}
        {hasMore ? <ShowMore href={nextHref} form={form} /> : null}
      </div>
    </>
  )
}
