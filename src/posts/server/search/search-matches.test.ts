import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { listPosts } from '#posts/server/list-posts.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { Database } from '#platform/database/database.ts'
import { audienceToken, SQLITE_ROWID } from './search-index.ts'
import { parseSearch } from './search-words.ts'

/** Number of posts, over two years. */
const COUNT = 4500
const NOW = Date.UTC(2026, 2, 14)
const HOURS_APART = 4
/** Number of the only post that is for admins. */
const HIDDEN = 3000

/** Words of a post: all have `each`, every second one `half`, the ten oldest `early`, one in the middle and the hidden one `lone`. */
const wordsOf = (number: number): string[] => [
  'each',
  audienceToken(number === HIDDEN ? 'admins' : 'public'),
  ...(number % 2 === 0 ? ['half'] : []),
  ...(number < 10 ? ['early'] : []),
  ...(number === 2000 || number === HIDDEN ? ['lone'] : []),
]
const atOf = (number: number) => NOW - (COUNT - Math.floor(number / 3) * 3) * HOURS_APART * 3_600_000

/** Writes the rows that `indexPost` would, but in bulk, which saves a minute. */
async function writePosts(db: Database, engine: 'sqlite' | 'postgres'): Promise<void> {
  for (let first = 0; first < COUNT; first += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => {
      const number = first + index
      const id = `p${number}`
      const audience = number === HIDDEN ? ('admins' as const) : ('public' as const)
      const text = { title: id, category: 'life' as const, content: 'x' }
      return {
        ...text,
        id,
        kind: 'post' as const,
        state: 'published' as const,
        slug: id,
        audience,
        created_at: atOf(number),
        updated_at: 0,
      }
    })
    await db.insertInto('posts').values(rows).execute()
  }
  const quote = engine === 'sqlite' ? (word: string) => word : (word: string) => `'${word}'`
  const tokens = Array.from({ length: COUNT }, (_, number) => ({ id: `p${number}`, tokens: wordsOf(number).map(quote).join(' ') }))
  await (
    engine === 'sqlite'
      ? sql`insert into post_search (rowid, tokens) select ${SQLITE_ROWID}, value ->> 'tokens' from json_each(${JSON.stringify(tokens)}) join posts on posts.id = value ->> 'id'`
      : sql`insert into post_search (seq, created_at, tokens) select posts.seq, posts.created_at, tokens::tsvector from json_to_recordset(${JSON.stringify(tokens)}::json) as row (id text, tokens text) join posts using (id)`
  ).execute(db)
  await sql`insert into search_words (word) values ('each'), ('half'), ('early'), ('lone')`.execute(db)
}

onEachEngine('A search through thousands of posts', (engine) => {
  const blog = useTestApp(engine)
  const numbers = Array.from({ length: COUNT }, (_, number) => number)

  beforeAll(() => writePosts(blog().db, engine))

  it.each([
    ['each', (number: number) => number >= 0],
    ['half', (number: number) => number % 2 === 0],
    ['each half', (number: number) => number % 2 === 0],
    ['early', (number: number) => number < 10],
    ['half early', (number: number) => number < 10 && number % 2 === 0],
    ['lone', (number: number) => number === 2000],
    ['half earl', (number: number) => number < 10 && number % 2 === 0],
    ['half none', () => false],
  ] as const)('finds the posts with %s, in both orders and at any start index', async (term, holds) => {
    const ids = numbers.filter((number) => holds(number) && number !== HIDDEN).map((number) => `p${number}`)
    for (const sort of ['asc', 'desc'] as const) {
      const expected = sort === 'asc' ? ids : ids.toReversed()
      for (const startIndex of [0, 3, 1990, 2244, 4490, 4499, 4500]) {
        const found = await listPosts(
          blog().db,
          { search: parseSearch(term) },
          { audience: 'public', sort, startIndex, limit: 9, now: NOW },
        )
        expect(found.posts.map((post) => post.id)).toEqual(expected.slice(startIndex, startIndex + 9))
        expect(found.matching).toBe(ids.length)
      }
    }
  })
})
