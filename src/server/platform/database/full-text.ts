import { type AliasedRawBuilder, sql, type SqlBool } from 'kysely'
import type { Category } from '#contract/categories.ts'
import { type Database, isPostgres } from './database.ts'
import { prepareQuery } from './prepared-query.ts'
import { SHORT_PREFIX_MAX_LENGTH, type SearchQuery, searchTokens, TITLE_MARK } from './search-words.ts'
import { monthOf } from './tallies.ts'

/**
 * The full-text index; beside connecting the only place that knows which database it talks to.
 * A row's number is the post's date and the last twenty bits of its row number, so the index is read in the order
 * of the lists. It is beyond what a JavaScript number holds, and travels as text.
 */

/** Goes up with everything that changes what stands in the index; the blog then makes it anew when it starts. */
export const SEARCH_VERSION = 1

/** Of `posts`; the migration's triggers take rows out by the same number. */
const ROW_NUMBER = sql`((posts.created_at << 20) + (posts.seq & 1048575))`

/** Puts a post into the index, in place of what it had there. `seq` is the post's row number. */
export async function indexPost(db: Database, post: { seq: number; title: string; text: string }): Promise<void> {
  const row = await db
    .selectFrom('posts')
    .select(['category', 'author_id', 'created_at'])
    .where('seq', '=', post.seq)
    .executeTakeFirstOrThrow()
  const { tokens, words } = searchTokens(post)
  tokens.push(categoryToken(row.category))
  if (row.author_id !== null) tokens.push(authorToken(row.author_id))
  if (isPostgres(db)) {
    const vector = [...tokens, monthToken(monthOf(row.created_at))].map((token) => `'${token}'`).join(' ')
    await sql`
      insert into post_search (rowid, tokens) select ${ROW_NUMBER}, ${vector}::tsvector from posts where seq = ${post.seq}
      on conflict (rowid) do update set tokens = excluded.tokens`.execute(db)
    // In one order, so that two writers of the same words wait for each other and not in a circle.
    await sql`insert into search_words (word) select unnest(${words.toSorted()}::text[]) on conflict do nothing`.execute(db)
    return
  }
  await sql`delete from post_search where rowid = (select ${ROW_NUMBER} from posts where seq = ${post.seq})`.execute(db)
  await sql`insert into post_search (rowid, tokens) select ${ROW_NUMBER}, ${tokens.join(' ')} from posts where seq = ${post.seq}`.execute(
    db,
  )
  await sql`insert into search_words (word) select value from json_each(${JSON.stringify(words)}) where true on conflict do nothing`.execute(
    db,
  )
}

/** Empties the index. */
export async function clearIndex(db: Database): Promise<void> {
  if (isPostgres(db)) await sql`delete from post_search`.execute(db)
  else await sql`insert into post_search (post_search) values ('delete-all')`.execute(db)
  await db.deleteFrom('search_words').execute()
}

const categoryToken = (category: Category) => `#${category}`
const authorToken = (id: string) => `@${id.replaceAll(/[^a-z0-9]/gi, '')}`
/** PostgreSQL alone has them: its index gives rows in no order, so the newest are asked for by their months. */
const monthToken = (month: number) => `=${month}`

/** What a row must hold. Tokens are letters, digits and marks of ours, so quoting them is enough. */
type Match =
  | string
  | { readonly prefix: string }
  | { readonly all: readonly Match[] }
  | { readonly any: readonly Match[] }
  | { readonly these: Match; readonly without: Match }

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

export interface SearchFilter {
  readonly query: SearchQuery
  readonly category?: Category | undefined
  readonly authorId?: string | undefined
  /** One post alone. */
  readonly postId?: string | undefined
}

export interface SearchPage {
  /** `relevance`: first those that have all the words in their title, then those that have one there; among equals the newest first. */
  readonly sort: 'asc' | 'desc' | 'relevance'
  readonly startIndex: number
  readonly limit: number
}

/** @returns row numbers of the index, for {@link rowsOfIndex} */
export async function searchPosts(db: Database, filter: SearchFilter, page: SearchPage): Promise<string[]> {
  const { anywhere, allInTitle, oneInTitle } = await matchesOf(db, filter)
  const direction = page.sort === 'asc' ? 'asc' : 'desc'
  const steps: Match[] =
    page.sort === 'relevance'
      ? [allInTitle, { these: { all: [anywhere, oneInTitle] }, without: allInTitle }, { these: anywhere, without: oneInTitle }]
      : [anywhere]
  const found: string[] = []
  let skip = page.startIndex
  for (const [index, match] of steps.entries()) {
    const rows = await readNumbers(db, { match, postId: filter.postId, direction, startIndex: skip, limit: page.limit - found.length })
    found.push(...rows)
    if (found.length === page.limit || index === steps.length - 1) break
    skip = rows.length > 0 ? 0 : skip - (skip === 0 ? 0 : await countIndex(db, match))
  }
  return found
}

/** Longer lists of words that begin with one are left to the index itself, which reads all their rows. */
const EXPANDED_WORDS_MAX = 200

async function matchesOf(db: Database, { query, category, authorId }: SearchFilter) {
  const { stem, prefix } = query.last
  const begun = await wordsThatBegin(db, prefix)
  const last = (mark: string): Match =>
    begun === null ? { any: [mark + stem, { prefix: mark + prefix }] } : { any: [...new Set([stem, ...begun])].map((word) => mark + word) }
  const words = (mark: string): Match[] => [...query.stems.map((word) => mark + word), last(mark)]
  const filters = [...(category === undefined ? [] : [categoryToken(category)]), ...(authorId === undefined ? [] : [authorToken(authorId)])]
  return {
    anywhere: { all: [...words(''), ...filters] },
    allInTitle: { all: [...words(TITLE_MARK), ...filters] },
    oneInTitle: { any: words(TITLE_MARK) },
  } satisfies Record<string, Match>
}

/** Tokens that stand for every word with this beginning; null when they are too many. */
async function wordsThatBegin(db: Database, prefix: string): Promise<string[] | null> {
  if (Array.from(prefix).length <= SHORT_PREFIX_MAX_LENGTH) return [`~${prefix}`]
  const rows = await findWords(db, { from: prefix, to: `${prefix}\u{10FFFF}` })
  return rows.length > EXPANDED_WORDS_MAX ? null : rows.map((row) => row.word)
}

const findWords = prepareQuery<{ from: string; to: string }, { word: string }>((db, value) =>
  db
    .selectFrom('search_words')
    .select('word')
    .where('word', '>=', value('from'))
    .where('word', '<', value('to'))
    .limit(EXPANDED_WORDS_MAX + 1),
)

interface IndexRead {
  readonly match: Match
  readonly postId: string | undefined
  readonly direction: 'asc' | 'desc'
  readonly startIndex: number
  readonly limit: number
}

async function readNumbers(db: Database, { match, postId, direction, ...page }: IndexRead): Promise<string[]> {
  const values = { ...page, match: writeMatch(match, isPostgres(db) ? 'tsquery' : 'fts5') }
  const rows = await (postId === undefined ? NUMBERS[direction](db, values) : NUMBER_OF_POST(db, { ...values, postId }))
  return rows.map((row) => row.number)
}

interface NumberValues {
  readonly match: string
  readonly startIndex: number
  readonly limit: number
}

/** SQLite reads the index in the order of its rows, and stops when it has enough; PostgreSQL looks through the nearest months first. */
const prepareNumbers = (direction: 'asc' | 'desc') =>
  prepareQuery<NumberValues, { number: string }>((db, value) => {
    const [match, skipped, limit] = [value('match'), value('startIndex'), value('limit')]
    const numbers = isPostgres(db)
      ? sql<{ number: string }>`
          select number::text from search_posts(${match}::tsquery, ${sql.lit(direction === 'desc')}, ${skipped}, ${limit}) as number`
      : sql<{ number: string }>`
          select cast(rowid as text) as number from post_search where post_search match ${match}
          order by rowid ${sql.raw(direction)} limit ${limit} offset ${skipped}`
    return { compile: () => numbers.compile(db) }
  })

const NUMBERS = { asc: prepareNumbers('asc'), desc: prepareNumbers('desc') }

const NUMBER_OF_POST = prepareQuery<NumberValues & { postId: string }, { number: string }>((db, value) => {
  const holds = isPostgres(db) ? sql`tokens @@ ${value('match')}::tsquery` : sql`post_search match ${value('match')}`
  const numbers = sql<{ number: string }>`
    select cast(rowid as text) as number from post_search
    where ${holds} and rowid = (select ${ROW_NUMBER} from posts where posts.id = ${value('postId')})
    limit ${value('limit')} offset ${value('startIndex')}`
  return { compile: () => numbers.compile(db) }
})

async function countIndex(db: Database, match: Match): Promise<number> {
  const { rows } = await (
    isPostgres(db)
      ? sql<{ count: number }>`select count(*) as count from search_posts(${writeMatch(match, 'tsquery')}::tsquery, true, 0, null)`
      : sql<{ count: number }>`select count(*) as count from post_search where post_search match ${writeMatch(match, 'fts5')}`
  ).execute(db)
  return rows[0]?.count ?? 0
}

/** Row numbers of the index as a table `found` with their `place`; `posts` joins it where {@link isPostOfRow} holds. */
export const rowsOfIndex = (db: Database, numbers: readonly string[]): AliasedRawBuilder<{ number: string; place: number }, 'found'> =>
  isPostgres(db)
    ? sql<{
        number: string
        place: number
      }>`(select number, place from unnest(${numbers}::bigint[]) with ordinality as row (number, place))`.as('found')
    : sql<{
        number: string
        place: number
      }>`(select cast(value as integer) as number, key as place from json_each(${JSON.stringify(numbers)}))`.as('found')

export const isPostOfRow = sql<SqlBool>`posts.created_at = (found.number >> 20) and (posts.seq & 1048575) = (found.number & 1048575)`
