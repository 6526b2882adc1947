import { sql } from 'kysely'
import { type Audience, AUDIENCES } from '#platform/contract/audiences.ts'
import type { Category } from '#site/contract/category-names.ts'
import { type Database, isPostgres } from '#platform/database/database.ts'
import { isReadable } from '#site/server/index.ts'
import { searchTokens, type TextWords } from './search-words.ts'

/**
 * Full-text index `post_search`: tokens without positions for each post's words, title, category, author and audience.
 * On PostgreSQL it is a table with the posts' `seq` and date. FTS5 on SQLite has only a rowid, which combines both
 * ({@link SQLITE_ROWID}), so that rows are read in the order of the lists. The rowid exceeds JavaScript's safe integers.
 */

/** Increment with every change to the content of the index: each blog then rebuilds its index from the next start on, while it serves. */
export const SEARCH_VERSION = 5

/** Rowid in the index of a row of `posts`. The triggers of SQLite use the same formula. */
export const SQLITE_ROWID = sql`((posts.created_at << 20) + (posts.seq & 1048575))`

export interface IndexedPost {
  readonly seq: number
  readonly title: string
  readonly text: string
}

/** Adds a published post to the index, or replaces it there. Triggers remove those that are deleted, move in time, or are no longer published. */
export async function indexPost(db: Database, post: IndexedPost): Promise<void> {
  await addWords(db, [await addTokens(db, post)])
}

/** Words of a post and its audience. */
export interface PostWords extends TextWords {
  readonly audience: Audience
}

/** Writes the tokens of a published post. @returns words for {@link addWords} */
export async function addTokens(db: Database, post: IndexedPost): Promise<PostWords> {
  const { seq } = post
  const row = await db
    .selectFrom('posts')
    .select(['category', 'author_id', 'audience', 'created_at'])
    .where('seq', '=', seq)
    .where(isReadable('admins'))
    .$narrowType<{ audience: Audience }>()
    .executeTakeFirstOrThrow()
  const { tokens, words, written } = searchTokens(post)
  tokens.push(categoryToken(row.category), audienceToken(row.audience))
  if (row.author_id !== null) tokens.push(authorToken(row.author_id))
  if (isPostgres(db)) {
    const vector = tokens.map((token) => `'${token}'`).join(' ')
    await sql`
      insert into post_search (seq, created_at, tokens) values (${seq}, ${row.created_at}, ${vector}::tsvector)
      on conflict (seq) do update set created_at = excluded.created_at, tokens = excluded.tokens`.execute(db)
  } else {
    const rowid = sql`((${row.created_at} << 20) + (${seq} & 1048575))`
    await sql`delete from post_search where rowid = ${rowid}`.execute(db)
    await sql`insert into post_search (rowid, tokens) values (${rowid}, ${tokens.join(' ')})`.execute(db)
  }
  return { words, written, audience: row.audience }
}

/**
 * Stores for each word the widest audience for which it was ever written. Call once per transaction: words are sorted, so
 * that two writers of the same words cannot deadlock on PostgreSQL. An update there also locks rows that it leaves
 * unchanged, so only changed words are written.
 */
export async function addWords(db: Database, posts: readonly PostWords[]): Promise<void> {
  const widest = new Map<string, number | null>()
  for (const { words, written, audience } of posts) {
    const place = AUDIENCES.indexOf(audience)
    for (const word of words) {
      const before = widest.get(word) ?? null
      widest.set(word, written.has(word) ? Math.min(place, before ?? place) : before)
    }
  }
  const rows = JSON.stringify([...widest].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([word, place]) => ({ word, place })))
  const given = isPostgres(db)
    ? sql`json_to_recordset(${rows}::json) as given (word text, place integer)`
    : sql`(select value ->> 'word' as word, value ->> 'place' as place from json_each(${rows})) as given`
  await sql`
    insert into search_words (word, written_for)
    select given.word, given.place from ${given} left join search_words as known on known.word = given.word
    where known.word is null or given.place < coalesce(known.written_for, ${AUDIENCES.length})
    order by given.word
    on conflict (word) do update set written_for = excluded.written_for
    where excluded.written_for < coalesce(search_words.written_for, ${AUDIENCES.length})`.execute(db)
}

/** Empties the index. */
export async function clearIndex(db: Database): Promise<void> {
  if (isPostgres(db)) await sql`delete from post_search`.execute(db)
  else await sql`insert into post_search (post_search) values ('delete-all')`.execute(db)
  await db.deleteFrom('search_words').execute()
}

/** Replaces hyphens, which would split the token. */
export const categoryToken = (category: Category) => `#${category.replaceAll('-', '~')}`
/** `##` cannot be the start of a category token. */
export const audienceToken = (audience: Audience) => `##${audience}`
export const authorToken = (id: string) => `@${id.replaceAll(/[^a-z0-9]/gi, '')}`
