import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { CATEGORIES } from '#contract/categories.ts'
import { DAY_MS, LAST_MONTH_MS } from '#contract/limits.ts'
import { listPosts } from '#server/features/posts/posts.store.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { Database } from './database.ts'
import { addUpTallies, countByMonth, countRows, findPageStart, monthOf, startOfMonth, type TallyName } from './tallies.ts'

const NOW = Date.UTC(2026, 2, 14, 9, 26, 53)
const MOMENTS = [
  NOW,
  NOW - LAST_MONTH_MS,
  NOW - LAST_MONTH_MS + 1,
  Date.UTC(2024, 1, 29, 23, 59, 59, 999),
  Date.UTC(2024, 2, 1),
  Date.UTC(1969, 11, 31, 23, 59, 59, 999),
  Date.UTC(1970, 0, 1),
  Date.UTC(1931, 5, 7, 12),
  Date.UTC(2100, 0, 1),
]

const insertPosts = (db: Database, posts: readonly { id: string; at: number; category?: string; author?: string | null }[]) =>
  db
    .insertInto('posts')
    .values(
      posts.map(({ id, at, category, author }) => ({
        id,
        author_id: author ?? null,
        title: id,
        slug: id,
        category: (category ?? 'life') as 'life',
        content: 'x',
        created_at: at,
        updated_at: at,
      })),
    )
    .execute()
const insertUser = (db: Database, id: string, at: number) =>
  db
    .insertInto('users')
    .values({ id, username: `user${id}`, email: `${id}@example.org`, is_admin: 0, created_at: at, updated_at: at })
    .execute()
const insertComment = (db: Database, comment: { id: string; post: string; user: string | null; at: number }) =>
  db
    .insertInto('comments')
    .values({
      id: comment.id,
      post_id: comment.post,
      user_id: comment.user,
      content: 'x',
      created_at: comment.at,
      updated_at: comment.at,
    })
    .execute()

/** What the tallies say, added up, and what the rows say. */
async function compareTallies(db: Database): Promise<void> {
  const told: Record<string, number> = {}
  for (const { name, level, bucket, count } of await db.selectFrom('tallies').selectAll().execute()) {
    const key = `${name} ${level} ${bucket}`
    told[key] = (told[key] ?? 0) + count
  }
  const counted: Record<string, number> = {}
  const add = (name: string, at: number) => {
    const date = new Date(at)
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
    for (const key of [
      `${name} year ${date.getUTCFullYear()}`,
      `${name} month ${month}`,
      `${name} day ${month * 32 + date.getUTCDate()}`,
    ]) {
      counted[key] = (counted[key] ?? 0) + 1
    }
  }
  for (const post of await db.selectFrom('posts').select(['created_at', 'category', 'author_id']).execute()) {
    add('posts', post.created_at)
    add(`posts/category/${post.category}`, post.created_at)
    if (post.author_id !== null) add(`posts/author/${post.author_id}`, post.created_at)
  }
  for (const table of ['comments', 'users'] as const) {
    for (const row of await db.selectFrom(table).select('created_at').execute()) add(table, row.created_at)
  }
  expect(Object.fromEntries(Object.entries(told).filter(([, count]) => count !== 0))).toEqual(counted)
}

onEachEngine('the tallies', (engine) => {
  const blog = useTestApp(engine)

  it('hold after anything that is written, moved and taken away, with all that goes with it', { timeout: 60_000 }, async () => {
    const { db } = blog()
    const id = fc.integer({ min: 0, max: 5 }).map(String)
    const at = fc.constantFrom(...MOMENTS)
    const step = fc.oneof(
      fc.record({ kind: fc.constant('user' as const), id, at }),
      fc.record({ kind: fc.constant('post' as const), id, at, category: fc.constantFrom(...CATEGORIES), author: fc.option(id) }),
      fc.record({ kind: fc.constant('comment' as const), id, at, post: id, user: fc.option(id) }),
      fc.record({ kind: fc.constant('move' as const), table: fc.constantFrom('users', 'posts', 'comments'), id, at }),
      fc.record({ kind: fc.constant('change' as const), id, category: fc.constantFrom(...CATEGORIES) }),
      fc.record({ kind: fc.constant('delete' as const), table: fc.constantFrom('users', 'posts', 'comments'), id }),
    )
    const run = async (one: typeof step extends fc.Arbitrary<infer T> ? T : never) => {
      if (one.kind === 'user') await insertUser(db, one.id, one.at)
      else if (one.kind === 'post') await insertPosts(db, [one])
      else if (one.kind === 'comment') await insertComment(db, one)
      else if (one.kind === 'change') await db.updateTable('posts').set({ category: one.category }).where('id', '=', one.id).execute()
      else if (one.kind === 'delete')
        await db
          .deleteFrom(one.table as 'posts')
          .where('id', '=', one.id)
          .execute()
      else
        await db
          .updateTable(one.table as 'posts')
          .set({ created_at: one.at })
          .where('id', '=', one.id)
          .execute()
    }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        // A row that is there already, or belongs to none, is refused; that must leave no trace either.
        for (const one of steps) await run(one).catch(() => {})
        await compareTallies(db)
      }),
      { numRuns: 15 },
    )
    for (const table of ['posts', 'users'] as const) await db.deleteFrom(table).execute()
    await compareTallies(db)
  })

  it('hold when many write at once, and do not pile up', async () => {
    const { db } = blog()
    await insertPosts(db, [{ id: 'busy', at: NOW }])
    const write = (number: number) =>
      db.transaction().execute(async (trx) => {
        await insertComment(trx, { id: `busy${number}`, post: 'busy', user: null, at: NOW })
        if (number % 10 === 0)
          await trx
            .deleteFrom('comments')
            .where('id', '=', `busy${number - 10}`)
            .execute()
      })
    await Promise.all(Array.from({ length: 300 }, (_, number) => write(number)))
    await compareTallies(db)
    const ofYear = db.selectFrom('tallies').select('count').where('name', '=', 'comments').where('level', '=', 'year')
    const rows = await ofYear.where('bucket', '=', 2026).execute()
    expect(rows.length).toBeLessThan(engine === 'sqlite' ? 2 : 200)
    // Twice at once, and with a writer beside them.
    await Promise.all([addUpTallies(db), write(1000), addUpTallies(db)])
    await addUpTallies(db)
    await compareTallies(db)
    const all = await db.selectFrom('tallies').select(['name', 'level', 'bucket']).execute()
    expect(new Set(all.map(({ name, level, bucket }) => `${name} ${level} ${bucket}`)).size).toBe(all.length)
  })

  it('give the last thirty days to the millisecond', async () => {
    const { db } = blog()
    await db.deleteFrom('posts').execute()
    const ages = [0, 1, DAY_MS, LAST_MONTH_MS - DAY_MS, LAST_MONTH_MS - 1, LAST_MONTH_MS, LAST_MONTH_MS + 1, 2 * LAST_MONTH_MS, -DAY_MS]
    await insertPosts(
      db,
      ages.map((age, index) => ({ id: `age${index}`, at: NOW - age })),
    )
    for (const now of [NOW, NOW + 1, NOW - 1, NOW + DAY_MS, startOfMonth(monthOf(NOW)) + LAST_MONTH_MS]) {
      const lastMonth = ages.filter((age) => NOW - age > now - LAST_MONTH_MS).length
      expect(await countRows(db, 'posts', { now, tally: 'posts/category/life' })).toEqual({
        total: ages.length,
        lastMonth,
        ofTally: ages.length,
      })
    }
    const { posts } = await countByMonth(db, { first: monthOf(NOW), last: monthOf(NOW) })
    expect(posts.get(monthOf(NOW))).toBe(ages.filter((age) => monthOf(NOW - age) === monthOf(NOW)).length)
  })
})

onEachEngine('a page far down a list', (engine) => {
  const blog = useTestApp(engine)
  const COUNT = 1300

  beforeAll(async () => {
    // In no order, with many of one moment, over the ends of days, months and years; one month holds 744.
    const posts = Array.from({ length: COUNT }, (_, index) => {
      const number = (index * 571) % COUNT
      const at = number < 300 ? NOW : Date.UTC(2019, 11, 30) + Math.floor((number - 300) / 3) * 3 * 3_600_000
      return { id: `far${index}`, at, category: number % 2 === 0 ? 'life' : 'health' }
    })
    await insertPosts(blog().db, posts)
  })

  it.each(['asc', 'desc'] as const)('is the same as if all before it were read (%s)', async (sort) => {
    const { db } = blog()
    const all = await db.selectFrom('posts').select(['id', 'category']).orderBy('created_at', sort).orderBy('seq', sort).execute()
    for (const category of [undefined, 'life']) {
      const ids = all.filter((row) => category === undefined || row.category === category).map((row) => row.id)
      for (const startIndex of [
        0, 1, 499, 500, 501, 502, 503, 555, 649, 650, 899, 1000, 1007, 1008, 1009, 1100, 1251, 1252, 1298, 1299, 1300, 5000,
      ]) {
        const { posts } = await listPosts(db, { category }, { sort, startIndex, limit: 9, now: NOW })
        expect(posts.map((post) => post.id)).toEqual(ids.slice(startIndex, startIndex + 9))
      }
    }
  })

  it('skips rows of one month alone, and of one day where the month has many', async () => {
    const skipped = async (name: TallyName) => (await findPageStart(blog().db, name, { startIndex: 1100, sort: 'desc' })).skip
    expect(await skipped('posts')).toBeLessThan(24)
    await insertPosts(
      blog().db,
      Array.from({ length: 600 }, (_, index) => ({ id: `other${index}`, at: Date.UTC(2030, index % 12), category: 'other' })),
    )
    const { skip, before } = await findPageStart(blog().db, 'posts/category/other', { startIndex: 510, sort: 'desc' })
    expect([skip, before]).toEqual([10, Date.UTC(2030, 2)])
  })
})
