import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Audience, audiencesReadBy } from '#platform/contract/audiences.ts'
import type { Category } from '#site/contract/category-names.ts'
import { type Database, isPostgres } from '#platform/database/database.ts'
import { isReadable } from '#site/server/index.ts'
import { prepareQuery, type ValueOf } from '#platform/database/prepared-query.ts'
import { audienceToken, authorToken, categoryToken, SQLITE_ROWID } from './search-index.ts'
import { SHORT_PREFIX_MAX_LENGTH, type SearchQuery, type SearchTerm, type SoughtWord, TITLE_MARK } from './search-words.ts'

export interface SearchFilter {
  readonly query: SearchQuery
  /** Posts that this audience may not read do not match. */
  readonly audience: Audience
  readonly category?: Category | undefined
  readonly authorId?: string | undefined
}

export interface SearchPage {
  /** `relevance`: posts with all words in the title, then those with some there, then the others; each group newest first. */
  readonly sort: 'asc' | 'desc' | 'relevance'
  readonly startIndex: number
  readonly limit: number
}

/** Condition on the tokens of a row. Tokens contain only letters, digits and our own marks, so quoting is sufficient escaping. */
export type Match =
  | string
  | { readonly prefix: string }
  | { readonly all: readonly Match[] }
  | { readonly any: readonly Match[] }
  | { readonly these: Match; readonly without: Match }

/** Conditions of a search in the query language of the index. */
export interface PreparedSearch {
  readonly anywhere: string
  readonly inTitle: string
  readonly partlyInTitle: string
  readonly notInTitle: string
}

/** Conditions on audience, category and author. */
const toFilters = ({ audience, category, authorId }: Omit<SearchFilter, 'query'>): Match[] => [
  // Admins read everything.
  ...(audience === 'admins' ? [] : [{ any: audiencesReadBy(audience).map(audienceToken) }]),
  ...(category === undefined ? [] : [categoryToken(category)]),
  ...(authorId === undefined ? [] : [authorToken(authorId)]),
]

/** Returns what matches the words that begin with a prefix. */
type Begin = (prefix: string, mark: string) => readonly Match[]

const isShort = (prefix: string) => Array.from(prefix).length <= SHORT_PREFIX_MAX_LENGTH
const beginByIndex: Begin = (prefix, mark) => (isShort(prefix) ? [`${mark}~${prefix}`] : [{ prefix: mark + prefix }])

function matchWord({ forms, prefix }: SoughtWord, mark: string, begin: Begin): Match[] {
  const matches = [...forms.map((form) => mark + form), ...(prefix === undefined ? [] : begin(prefix, mark))]
  return [...new Set(matches)]
}

/** Returns the condition that a post contains a word of a search. */
export const matchTerm = (term: SearchTerm, mark = '', begin: Begin = beginByIndex): Match => ({
  any: term.map((words) => ({ all: words.map((word) => ({ any: matchWord(word, mark, begin) })) })),
})

export async function prepareSearch(db: Database, { query, ...filter }: SearchFilter): Promise<PreparedSearch> {
  const begin = await findBeginnings(db, query)
  const words = (mark: string): Match[] => query.map((term) => matchTerm(term, mark, begin))
  const filters = toFilters(filter)
  const anywhere = { all: [...words(''), ...filters] }
  const inTitle = { all: [...words(TITLE_MARK), ...filters] }
  const oneInTitle = { any: words(TITLE_MARK) }
  const write = (match: Match) => writeMatch(match, languageOf(db))
  return {
    anywhere: write(anywhere),
    inTitle: write(inTitle),
    partlyInTitle: write({ these: { all: [anywhere, oneInTitle] }, without: inTitle }),
    notInTitle: write({ these: anywhere, without: oneInTitle }),
  }
}

/** Returns the condition that a post contains all of these words. */
export const matchAll = (db: Database, words: readonly Match[], filter: Omit<SearchFilter, 'query'>): string =>
  writeMatch({ all: [...words, ...toFilters(filter)] }, languageOf(db))

const languageOf = (db: Database) => (isPostgres(db) ? 'tsquery' : 'fts5')

function writeMatch(match: Match, language: 'fts5' | 'tsquery'): string {
  const [quote, star, and, or, not] = language === 'fts5' ? ['"', '*', ' AND ', ' OR ', ' NOT '] : ["'", ':*', ' & ', ' | ', ' & !']
  const write = (part: Match): string => {
    if (typeof part === 'string') return `${quote}${part}${quote}`
    if ('prefix' in part) return `${quote}${part.prefix}${quote}${star}`
    if ('all' in part) return `(${part.all.map(write).join(and)})`
    if ('any' in part) return `(${part.any.map(write).join(or)})`
    return `(${write(part.these)}${not}${write(part.without)})`
  }
  return write(match)
}

/** With more words, the prefix search of the index is used, which reads the rows of all of them. */
const EXPANDED_WORDS_MAX = 200

/** Finds the words that begin with a prefix of the search, as far as they are not too many. */
async function findBeginnings(db: Database, query: SearchQuery): Promise<Begin> {
  const prefixes = query.flat(2).flatMap(({ prefix }) => (prefix === undefined || isShort(prefix) ? [] : [prefix]))
  const lists = await Promise.all(prefixes.map((from) => findWords(db, { from, to: `${from}\u{10FFFF}` })))
  const begun = new Map(prefixes.map((prefix, index) => [prefix, lists[index] ?? []]))
  return (prefix, mark) => {
    const rows = begun.get(prefix)
    return rows === undefined || rows.length > EXPANDED_WORDS_MAX ? beginByIndex(prefix, mark) : rows.map(({ word }) => mark + word)
  }
}

const findWords = prepareQuery<{ from: string; to: string }, { word: string }>((db, value) =>
  db
    .selectFrom('search_words')
    .select('word')
    .where('word', '>=', value('from'))
    .where('word', '<', value('to'))
    .limit(EXPANDED_WORDS_MAX + 1),
)

/** Without the CTE, PostgreSQL would scan posts until one matches instead of using the index. */
const findTrue = prepareQuery<{ matches: string }, { match: string }>((db, value) =>
  isPostgres(db)
    ? sql<{ match: string }>`
        select given.match from json_array_elements_text(${value('matches')}::json) as given (match)
        cross join lateral (
          with found as materialized (select seq from post_search where tokens @@ (select given.match::tsquery))
          select 1 from found limit 1
        ) as one`
    : sql<{ match: string }>`
        select value as match from json_each(${value('matches')})
        where exists (select 1 from post_search where post_search match json_each.value)`,
)

/** Returns those of these conditions that match at least one post. */
export async function findMatching(db: Database, matches: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await findTrue(db, { matches: JSON.stringify(matches) })
  return new Set(rows.map((row) => row.match))
}

/** Parameters of a page's query. */
export interface PageValues extends PreparedSearch {
  readonly startIndex: number
  readonly limit: number
  readonly endIndex: number
}

/** Subquery `page` with the posts of a page and the `place` of their group; join it with `posts` by {@link isPostOfPage}. */
export function selectPage(db: Database, value: ValueOf<PageValues>, sort: SearchPage['sort']) {
  const groups = sort === 'relevance' ? (['inTitle', 'partlyInTitle', 'notInTitle'] as const) : (['anywhere'] as const)
  const order = sql.raw(sort === 'asc' ? 'asc' : 'desc')
  return (isPostgres(db) ? selectOnPostgres : selectOnSqlite)(value, groups, order).as('page')
}

type SelectPage = (
  value: ValueOf<PageValues>,
  groups: readonly (keyof PreparedSearch)[],
  order: RawBuilder<unknown>,
) => RawBuilder<{ place: number }>

/**
 * A materialized CTE finds the matches first; otherwise PostgreSQL would scan posts by date until it has a page. The
 * subselect hides the words from the planner, so that it assumes rare ones and uses the index, which is faster for common
 * words, too.
 */
const selectOnPostgres: SelectPage = (value, groups, order) => {
  const matches = groups.map(
    (group, place) => sql`
      select ${sql.lit(place)} as place, seq, created_at from post_search where tokens @@ (select ${value(group)}::tsquery)`,
  )
  return sql`(
    with found as materialized (${sql.join(matches, sql` union all `)})
    select place, seq from found order by place, created_at ${order}, seq ${order}
    limit ${value('limit')} offset ${value('startIndex')})`
}

/** FTS5 returns rows in the order of rowids, which is that of the list, so it stops after a page. */
const selectOnSqlite: SelectPage = (value, groups, order) => {
  const [first, ...others] = groups.map(
    (group, place) => sql`
      select ${sql.lit(place)} as place, rowid as number from post_search where post_search match ${value(group)} order by rowid ${order}`,
  )
  const page = sql`limit ${value('limit')} offset ${value('startIndex')}`
  if (first && others.length === 0) return sql`(${first} ${page})`
  const parts = [first, ...others].map((match) => sql`select * from (${match} limit ${value('endIndex')})`)
  return sql`(${sql.join(parts, sql` union all `)} order by place, number ${order} ${page})`
}

export const isPostOfPage = (db: Database): RawBuilder<SqlBool> =>
  isPostgres(db)
    ? sql`posts.seq = page.seq`
    : sql`posts.created_at = (page.number >> 20) and (posts.seq & 1048575) = (page.number & 1048575)`

const countAll = prepareQuery<{ match: string }, { count: number }>((db, value) => {
  const holds = isPostgres(db) ? sql`tokens @@ (select ${value('match')}::tsquery)` : sql`post_search match ${value('match')}`
  return sql<{ count: number }>`select count(*) as count from post_search where ${holds}`
})

export async function countMatches(db: Database, { anywhere }: PreparedSearch): Promise<number> {
  const [row] = await countAll(db, { match: anywhere })
  return row?.count ?? 0
}

export async function isMatch(db: Database, { anywhere }: PreparedSearch, postId: string): Promise<boolean> {
  const ofPost = sql`from posts where id = ${postId} and ${isReadable('admins')}`
  const isPost = isPostgres(db) ? sql`seq = (select seq ${ofPost})` : sql`rowid = (select ${SQLITE_ROWID} ${ofPost})`
  const holds = isPostgres(db) ? sql`tokens @@ ${anywhere}::tsquery` : sql`post_search match ${anywhere}`
  const { rows } = await sql`select 1 from post_search where ${isPost} and ${holds}`.execute(db)
  return rows.length > 0
}
