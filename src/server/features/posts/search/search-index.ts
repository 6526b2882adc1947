import { sql } from 'kysely'
import type { Audience } from '#contract/audiences.ts'
import type { Category } from '#contract/categories.ts'
import { type Database, isPostgres } from '#server/platform/database/database.ts'
import { searchTokens } from './search-words.ts'

/**
 * The full-text index `post_search`: tokens without positions, of each post's words, title, category, author and
 * audience.
 * PostgreSQL has it as a table with the posts' `seq` and date. FTS5 on SQLite has only a rowid, which is made of both
 * ({@link SQLITE_ROWID}), so that it is read in the order of the lists; it exceeds JavaScript's safe integers.
 */

/** Raise it with every change to what the index holds: each blog then rebuilds its index when it starts. */
export const SEARCH_VERSION = 2

/** Of a row of `posts`; the triggers of migration 8 delete by the same number. */
export const SQLITE_ROWID = sql`((posts.created_at << 20) + (posts.seq & 1048575))`

export interface IndexedPost {
  readonly seq: number
  readonly title: string
  readonly text: string
}

/** Adds a post to the index, or replaces what the index has of it. */
export async function indexPost(db: Database, post: IndexedPost): Promise<void> {
  await addWords(db, await addTokens(db, post))
}

/** Call before the date of a post changes, and {@link indexPost} after it. */
export async function removeFromIndex(db: Database, postId: string): Promise<void> {
  if (isPostgres(db)) return
  await sql`delete from post_search where rowid = (select ${SQLITE_ROWID} from posts where id = ${postId})`.execute(db)
}

/** @returns the words of the post, for {@link addWords} */
export async function addTokens(db: Database, post: IndexedPost): Promise<string[]> {
  const { seq } = post
  const row = await db
    .selectFrom('posts')
    .select(['category', 'author_id', 'audience', 'created_at'])
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow()
  const { tokens, words } = searchTokens(post)
  tokens.push(categoryToken(row.category), audienceToken(row.audience))
  if (row.author_id !== null) tokens.push(authorToken(row.author_id))
  if (isPostgres(db)) {
    const vector = tokens.map((token) => `'${token}'`).join(' ')
    await sql`
      insert into post_search (seq, created_at, tokens) values (${seq}, ${row.created_at}, ${vector}::tsvector)
      on conflict (seq) do update set created_at = excluded.created_at, tokens = excluded.tokens`.execute(db)
  } else {
    await sql`delete from post_search where rowid = (select ${SQLITE_ROWID} from posts where seq = ${seq})`.execute(db)
    await sql`insert into post_search (rowid, tokens) select ${SQLITE_ROWID}, ${tokens.join(' ')} from posts where seq = ${seq}`.execute(db)
  }
  return words
}

/** Sorted and once a transaction, so that two writers of the same words cannot deadlock on PostgreSQL. */
export async function addWords(db: Database, words: readonly string[]): Promise<void> {
  const values = isPostgres(db)
    ? sql`select unnest(${words.toSorted()}::text[])`
    : sql`select value from json_each(${JSON.stringify(words)}) where true`
  await sql`insert into search_words (word) ${values} on conflict do nothing`.execute(db)
}

/** Empties the index. */
export async function clearIndex(db: Database): Promise<void> {
  if (isPostgres(db)) await sql`delete from post_search`.execute(db)
  else await sql`insert into post_search (post_search) values ('delete-all')`.execute(db)
  await db.deleteFrom('search_words').execute()
}

/** A hyphen would separate two tokens. */
export const categoryToken = (category: Category) => `#${category.replaceAll('-', '~')}`
/** No category begins like it. */
export const audienceToken = (audience: Audience) => `##${audience}`
export const authorToken = (id: string) => `@${id.replaceAll(/[^a-z0-9]/gi, '')}`
