import type { Audience } from '#platform/contract/audiences.ts'
import type { postEndpoints } from '#posts/contract/posts.endpoints.ts'
import { SEARCH_TERM_MAX_LENGTH } from '#posts/contract/post-limits.ts'
import type { Database } from '#platform/database/database.ts'
import { findMatchLine } from './search/match-line.ts'
import { parseSearch } from './search/search-words.ts'
import { suggestSearches } from './search/suggest-searches.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { POSTS_TAG, userTags } from '#platform/cache/cache-tags.ts'
import { listPosts, type PostFilter, toSearchFilter } from './list-posts.ts'
import type { ShownPost } from './posts.store.ts'
import { toPost } from './posts.wire.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
}

/** Posts and their search. */
export function postRoutes({ db, now }: Dependencies): Handlers<typeof postEndpoints> {
  return {
    async listPosts({ query, audience, addCacheTags }) {
      addCacheTags(POSTS_TAG)
      const filter = readFilter(query)
      const { startIndex, limit, sort = query.order ?? 'desc' } = query
      const options = { audience, sort, startIndex, limit, now: now(), pinnedFirst: query.pinned === 'first' }
      const page = await listPosts(db, filter, options)
      addCacheTags(...userTags(new Set(page.posts.flatMap((post) => post.author_id ?? []))))
      return {
        posts: page.posts.map(toListed(filter.search)),
        totalPosts: page.total,
        lastMonthPosts: page.lastMonth,
        matchingPosts: page.matching,
        hasSeveralWriters: page.hasSeveralWriters,
        ...(page.matching === 0 ? await suggest(db, query, audience) : {}),
      }
    },
  }
}

/** Adds the line that matches to a post that a search found. */
const toListed = (search: PostFilter['search']) => (row: ShownPost) => {
  const match = search === undefined || search === 'no words' ? undefined : findMatchLine(search, row.content)
  return match === undefined ? toPost(row) : { ...toPost(row), match }
}

interface PostQuery {
  userId?: string | undefined
  postId?: string | undefined
  slug?: string | undefined
  category?: string | undefined
  searchTerm?: string | undefined
}

/** Returns suggestions for a search through lists that found nothing. */
async function suggest(db: Database, query: PostQuery, audience: Audience): Promise<{ suggestions?: string[] }> {
  const filter = readFilter(query)
  const searchFilter = filter.id === undefined && filter.slug === undefined ? toSearchFilter(filter, audience) : null
  if (searchFilter === null) return {}
  const { query: _, ...others } = searchFilter
  const suggestions = await suggestSearches(db, termOf(query), others)
  return suggestions.length === 0 ? {} : { suggestions }
}

const termOf = ({ searchTerm = '' }: PostQuery) => searchTerm.slice(0, SEARCH_TERM_MAX_LENGTH)

/** An empty parameter counts as missing. */
function readFilter(query: PostQuery): PostFilter {
  const given = (value: string | undefined) => (value === '' ? undefined : value)
  return {
    id: given(query.postId),
    slug: given(query.slug),
    authorId: given(query.userId),
    category: given(query.category),
    search: parseSearch(termOf(query)),
  }
}
