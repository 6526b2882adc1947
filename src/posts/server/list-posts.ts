import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { Audience } from '#platform/contract/audiences.ts'
import { isCategorySlug } from '#site/contract/category-names.ts'
import { LAST_MONTH_MS } from '#site/contract/site-limits.ts'
import { PAGE_SIZE } from '#platform/contract/limits.ts'
import { PINNED_POSTS_MAX } from '#posts/contract/post-limits.ts'
import type { Database } from '#platform/database/database.ts'
import { readBounded } from '#platform/database/read-bounded.ts'
import { type PreparedQuery, prepareQuery } from '#platform/database/prepared-query.ts'
import type { Schema } from '#migrations/schema.ts'
import { forEachAudience, isReadable, type RowCounts, selectPostCounts } from '#site/server/index.ts'
import { findPostOfSlug, SHOWN_COLUMNS, type ShownPost } from './posts.store.ts'
import {
  countMatches,
  isMatch,
  isPostOfPage,
  type PageValues,
  prepareSearch,
  type SearchFilter,
  type SearchPage,
  selectPage,
} from './search/search-matches.ts'
import type { SearchQuery } from './search/search-words.ts'

/** All given conditions must hold. `slug` is the current slug of a post or a former one. */
export interface PostFilter {
  readonly id?: string | undefined
  readonly slug?: string | undefined
  readonly authorId?: string | undefined
  readonly category?: string | undefined
  readonly search?: SearchQuery | 'no words' | undefined
}

export interface PostPage {
  readonly posts: ShownPost[]
  /** Number of all posts that the audience may read. */
  readonly total: number
  readonly lastMonth: number
  /** Number of posts that match the filter. */
  readonly matching: number
  /** Whether the posts that the audience may read have several authors. */
  readonly hasSeveralWriters: boolean
}

/** Orders posts by publication date, then by creation; an edit does not move a post. */
export async function listPosts(db: Database, filter: PostFilter, options: ListOptions): Promise<PostPage> {
  const [[facts], { posts, matching }] = await Promise.all([
    FACTS[options.audience](db, { since: options.now - LAST_MONTH_MS }),
    filter.search === undefined ? listByDate(db, filter, options) : listFound(db, filter, options),
  ])
  const { total, lastMonth, severalWriters } = facts as BlogFacts
  return {
    posts,
    total,
    lastMonth,
    matching: matching ?? total,
    hasSeveralWriters: severalWriters === 1,
  }
}

interface ReadPage extends SearchPage {
  /** Posts that this audience may not read are not found. */
  readonly audience: Audience
}

export interface ListOptions extends ReadPage {
  readonly now: number
  /** Puts pinned posts first; without effect on a filtered or ascending list. */
  readonly pinnedFirst?: boolean
}

interface BlogFacts extends RowCounts {
  readonly severalWriters: 0 | 1
}

/** There are several authors if the first and the last one in the order of the index differ. */
const FACTS = forEachAudience((audience) =>
  prepareQuery<{ since: number }, BlogFacts>((_, value) => {
    const author = (order: 'asc' | 'desc') =>
      sql`select author_id from posts where author_id is not null and ${isReadable(audience)} order by author_id ${sql.raw(order)} limit 1`
    const isSeveral = sql`case when (${author('asc')}) < (${author('desc')}) then 1 else 0 end`
    return sql<BlogFacts>`select ${selectPostCounts(audience, value('since'))}, ${isSeveral} as "severalWriters"`
  }),
)

/** Length of what a post has in a list beside its text. */
const POST_FACTS_LENGTH = 700

interface Found {
  readonly posts: ShownPost[]
  /** Null for all posts. */
  readonly matching: number | null
}

const NOTHING: Found = { posts: [], matching: 0 }
const FILTERS = ['id', 'slug', 'authorId', 'category'] as const
type DateFilter = Pick<PostFilter, (typeof FILTERS)[number]>

async function listByDate(db: Database, filter: PostFilter, options: ReadPage & { pinnedFirst?: boolean }): Promise<Found> {
  const { search: _, ...given } = filter
  const names = FILTERS.filter((name) => given[name] !== undefined)
  if (names.length === 0 && options.pinnedFirst === true && options.sort !== 'asc') {
    const { rows } = await readPosts(options, (range) => listPinnedFirst(db, { ...options, ...range }))
    return { posts: rows, matching: null }
  }
  const { rows, isCut } = await readPosts(options, (range) => pageQuery(names, { ...options, ...range })(db, { ...given, ...range }))
  if (names.length === 0) return { posts: rows, matching: null }
  const known = isCut ? undefined : lengthOfList(rows.length, options)
  return { posts: rows, matching: known ?? (await countMatching(db, given, options.audience)) }
}

/** Reads a page of posts, or the part of it that is not too long. */
const readPosts = <Row extends ShownPost>(range: ReadPage, read: (range: Pick<ReadPage, 'startIndex' | 'limit'>) => Promise<Row[]>) =>
  readBounded({ range, pageSize: PAGE_SIZE, lengthOf: ({ content }) => content.length + POST_FACTS_LENGTH, read })

async function listPinnedFirst(db: Database, { audience, startIndex, limit, sort }: ReadPage): Promise<ShownPost[]> {
  const pinned = await PINNED[audience](db, { limit: PINNED_POSTS_MAX })
  const first = pinned.slice(startIndex, startIndex + limit)
  const rest = { startIndex: Math.max(0, startIndex - pinned.length), limit: limit - first.length }
  if (rest.limit === 0) return first
  // A pinned post above these rows shifts them by one; a pinned post among them is left out.
  const rows = await pageQuery([], { ...rest, sort, audience })(db, { ...rest, limit: rest.limit + pinned.length })
  const [top] = rows
  const above = pinned.filter((pin) => top && (pin.created_at - top.created_at || pin.seq - top.seq) > 0).length
  return [...first, ...rows.filter((row) => row.pinned === 0).slice(above, above + rest.limit)]
}

const PINNED = forEachAudience((audience) =>
  prepareQuery<{ limit: number }, NumberedPost>((db, value) =>
    db
      .selectFrom('posts')
      .leftJoin('users', 'users.id', 'posts.author_id')
      .select(['posts.seq', ...SHOWN_COLUMNS])
      .where((eb) => eb('posts.pinned', '=', eb.lit(1)))
      .where(isReadable(audience))
      .orderBy('posts.created_at', 'desc')
      .orderBy('posts.seq', 'desc')
      .limit(value('limit')),
  ),
)

/** Returns the length of the list if the page shows it: the page is not full and not beyond the end. */
const lengthOfList = (rows: number, { startIndex, limit }: SearchPage): number | undefined =>
  rows < limit && (rows > 0 || startIndex === 0) ? startIndex + rows : undefined

async function countMatching(db: Database, filter: DateFilter, audience: Audience): Promise<number> {
  const { count } = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(matching(filter))
    .where(isReadable(audience))
    .executeTakeFirstOrThrow()
  return count
}

type NumberedPost = ShownPost & { readonly seq: number }
type DateValues = DateFilter & { readonly startIndex: number; readonly limit: number }

const PAGE_QUERIES = new Map<string, PreparedQuery<DateValues, NumberedPost>>()

/** Returns the prepared query for this audience, set of filters and order, with or without skipped rows. */
function pageQuery(names: readonly (keyof DateFilter)[], options: ReadPage): PreparedQuery<DateValues, NumberedPost> {
  const sort = options.sort === 'asc' ? 'asc' : 'desc'
  const skips = options.startIndex > 0
  const { audience } = options
  const key = [audience, ...names, sort, skips].join()
  let query = PAGE_QUERIES.get(key)
  if (query === undefined) PAGE_QUERIES.set(key, (query = preparePage(names, { audience, sort, skips })))
  return query
}

interface PageShape {
  readonly audience: Audience
  readonly sort: 'asc' | 'desc'
  readonly skips: boolean
}

const preparePage = (names: readonly (keyof DateFilter)[], { audience, sort, skips }: PageShape) =>
  prepareQuery<DateValues, NumberedPost>((db, value) => {
    const page = db
      .selectFrom('posts')
      .where(matching(Object.fromEntries(names.map((name) => [name, value(name)]))))
      .where(isReadable(audience))
      .orderBy('posts.created_at', sort)
      .orderBy('posts.seq', sort)
      .limit(value('limit'))
    if (!skips) return page.leftJoin('users', 'users.id', 'posts.author_id').select(['posts.seq', ...SHOWN_COLUMNS])
    // Skipped rows are read from the index alone.
    return (
      db
        .selectFrom(page.select('posts.seq').offset(value('startIndex')).as('page'))
        // With an inner join SQLite would read all posts and search the page for each.
        .crossJoin('posts')
        .leftJoin('users', 'users.id', 'posts.author_id')
        .whereRef('posts.seq', '=', 'page.seq')
        .select(['posts.seq', ...SHOWN_COLUMNS])
        .orderBy('posts.created_at', sort)
        .orderBy('posts.seq', sort)
    )
  })

/** The index holds ids without hyphens, so another text without them could match an id. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** @returns null if nothing can match */
export function toSearchFilter({ search: query, category, authorId }: PostFilter, audience: Audience): SearchFilter | null {
  if (query === undefined || query === 'no words') return null
  if (authorId !== undefined && !UUID.test(authorId)) return null
  if (category === undefined) return { query, audience, authorId }
  return isCategorySlug(category) ? { query, audience, authorId, category } : null
}

async function listFound(db: Database, filter: PostFilter, options: ReadPage): Promise<Found> {
  const searchFilter = toSearchFilter(filter, options.audience)
  if (searchFilter === null) return NOTHING
  const search = await prepareSearch(db, searchFilter)
  if (filter.id !== undefined || filter.slug !== undefined)
    return listOne(db, filter, { ...options, isFound: (id) => isMatch(db, search, id) })
  const { audience, sort } = options
  const { rows, isCut } = await readPosts(options, (range) =>
    FOUND[audience][sort](db, { ...search, ...range, endIndex: range.startIndex + range.limit }),
  )
  const known = isCut ? undefined : lengthOfList(rows.length, options)
  return { posts: rows, matching: known ?? (await countMatches(db, search)) }
}

/** Searches within one post. */
async function listOne(
  db: Database,
  filter: PostFilter,
  options: ReadPage & { isFound: (id: string) => Promise<boolean> },
): Promise<Found> {
  const id = filter.id ?? (await findPostOfSlug(db, filter.slug ?? ''))
  return id !== null && (await options.isFound(id)) ? listByDate(db, filter, options) : NOTHING
}

const prepareFound = (audience: Audience, sort: SearchPage['sort']) =>
  prepareQuery<PageValues, ShownPost>((db, value) => {
    const order = sort === 'asc' ? 'asc' : 'desc'
    return (
      db
        .selectFrom(selectPage(db, value, sort))
        .crossJoin('posts')
        .leftJoin('users', 'users.id', 'posts.author_id')
        .where(isPostOfPage(db))
        // Checked again, as the index was read a moment earlier.
        .where(isReadable(audience))
        .select(SHOWN_COLUMNS)
        .orderBy('page.place')
        .orderBy('posts.created_at', order)
        .orderBy('posts.seq', order)
    )
  })

const FOUND = forEachAudience((audience) => ({
  asc: prepareFound(audience, 'asc'),
  desc: prepareFound(audience, 'desc'),
  relevance: prepareFound(audience, 'relevance'),
}))

function matching(filter: DateFilter) {
  return (eb: ExpressionBuilder<Schema, 'posts'>): Expression<SqlBool> => {
    const conditions: Expression<SqlBool>[] = []
    if (filter.id !== undefined) conditions.push(eb('posts.id', '=', filter.id))
    if (filter.authorId !== undefined) conditions.push(eb('posts.author_id', '=', filter.authorId))
    if (filter.category !== undefined) conditions.push(eb(eb.ref('posts.category').$castTo<string>(), '=', filter.category))
    if (filter.slug !== undefined) {
      const owner = eb.selectFrom('post_slugs').select('post_slugs.post_id').where('post_slugs.slug', '=', filter.slug)
      conditions.push(eb('posts.id', '=', owner))
    }
    return eb.and(conditions)
  }
}
