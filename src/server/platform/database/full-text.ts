import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Database, isPostgres } from './database.ts'
import { indexedWords, type SearchQuery } from './search-words.ts'

/** The only place beside connecting that knows which database it talks to. */

/** Puts a post's words into the index, in place of those it had. `seq` is the post's row number. */
export async function indexPost(db: Database, post: { seq: number; title: string; text: string }): Promise<void> {
  const title = indexedWords(post.title)
  const body = indexedWords(post.text)
  if (isPostgres(db)) {
    const vector = [...title.map((word) => `'${word}':1A`), ...body.map((word) => `'${word}':1D`)].join(' ')
    await sql`update posts set search = ${vector}::tsvector where seq = ${post.seq}`.execute(db)
    return
  }
  await sql`delete from post_search where rowid = ${post.seq}`.execute(db)
  await sql`insert into post_search (rowid, title, body) values (${post.seq}, ${title.join(' ')}, ${body.join(' ')})`.execute(db)
}

/** A condition on `posts`: holds all the words. Words are letters and digits only, so quoting them is enough. */
export function matchesSearch(db: Database, query: SearchQuery): Expression<SqlBool> {
  if (isPostgres(db)) return sql<SqlBool>`posts.search @@ ${postgresQuery(query)}::tsquery`
  return sql<SqlBool>`posts.seq in (select rowid from post_search where post_search match ${sqliteQuery(query)})`
}

/** Best first: a word of the title weighs ten times one of the body. */
export function searchRank(db: Database, query: SearchQuery): RawBuilder<number> {
  if (isPostgres(db)) return sql<number>`-ts_rank('{0.1, 0.1, 0.1, 1.0}', posts.search, ${postgresQuery(query)}::tsquery)`
  return sql<number>`(select bm25(post_search, 10.0, 1.0) from post_search where post_search match ${sqliteQuery(query)} and rowid = posts.seq)`
}

function postgresQuery({ stems, last }: SearchQuery): string {
  return [...stems.map((stem) => `'${stem}'`), `('${last.stem}' | '${last.prefix}':*)`].join(' & ')
}

function sqliteQuery({ stems, last }: SearchQuery): string {
  return [...stems.map((stem) => `"${stem}"`), `("${last.stem}" OR "${last.prefix}"*)`].join(' AND ')
}
