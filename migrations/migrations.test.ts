import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { migrations } from './migrations.ts'
import { CATEGORIES } from '#site/contract/category-names.ts'
import { migrate } from '#platform/database/migrate.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { withDatabase, withEmptyDatabase } from '#tests/support/import-export/old-blogs.ts'
import { runThreeAtOnce } from '#tests/support/blog/run-module.ts'

onEachEngine('The migrations', (engine) => {
  it('run once when several processes start at the same time', async () => {
    const script = `
      const { openDatabase } = await import('#platform/database/database.ts')
      const { migrate } = await import('#platform/database/migrate.ts')
      const db = await openDatabase(process.argv[1])
      console.log(JSON.stringify(await migrate(db)))
      await db.destroy()`
    await withEmptyDatabase(engine, async (url) => {
      const done = (await runThreeAtOnce<string[]>(script, [url])).flat()
      // Each migration once, in any process.
      expect(done.sort()).toEqual(Object.keys(migrations))
      expect(await withDatabase(url, migrate)).toEqual([])
    })
  })

  it.each([
    ['a newer version', '9999-from-the-future', '9999-from-the-future'],
    ['a version before the last 0.1', '0001-initial', 'start the last version 0.1 on it once'],
  ])('refuse the database of %s without changing it', async (_, name, problem) => {
    await withEmptyDatabase(engine, (url) =>
      withDatabase(url, async (db) => {
        await migrate(db)
        await sql`insert into kysely_migration (name, timestamp) values (${name}, '2099-01-01')`.execute(db)
        await expect(migrate(db)).rejects.toThrow(problem)
        await sql`delete from kysely_migration where name = ${name}`.execute(db)
        expect(await migrate(db)).toEqual([])
      }),
    )
  })
})

onEachEngine('The schema', (engine) => {
  const blog = useTestApp(engine)
  const user = { id: 'u', username: 'user', email: 'u@example.org', is_admin: 0, created_at: 1, updated_at: 1 } as const
  const post = {
    id: 'p',
    kind: 'post',
    state: 'published',
    audience: 'public',
    title: 'T',
    slug: 't',
    category: 'life',
    content: '<p>x</p>',
    created_at: 1,
    updated_at: 1,
  } as const
  const comment = { id: 'c', post_id: 'p', user_id: 'u', state: 'shown', content: 'x', created_at: 1, updated_at: 1 } as const

  beforeAll(async () => {
    await blog().db.insertInto('users').values(user).execute()
    await blog().db.insertInto('posts').values(post).execute()
    await blog().db.insertInto('comments').values(comment).execute()
    await blog().db.insertInto('likes').values({ comment_id: 'c', user_id: 'u', created_at: 1 }).execute()
  })

  it.each([
    ['a name twice', 'users', { ...user, id: 'u2', email: 'x@y.org' }],
    ['an email twice', 'users', { ...user, id: 'u2', username: 'other' }],
    ['capitals in a name', 'users', { ...user, id: 'u2', username: 'Other', email: 'x@y.org' }],
    ['capitals in an email', 'users', { ...user, id: 'u2', username: 'other', email: 'X@y.org' }],
    ['a short name', 'users', { ...user, id: 'u2', username: 'ab', email: 'x@y.org' }],
    ['a half admin', 'users', { ...user, id: 'u2', username: 'other', email: 'x@y.org', is_admin: 2 }],
    ['a slug twice', 'posts', { ...post, id: 'p2' }],
    ['no title', 'posts', { ...post, id: 'p2', slug: 's', title: '' }],
    ['a long title', 'posts', { ...post, id: 'p2', slug: 's', title: 'x'.repeat(201) }],
    ['no category', 'posts', { ...post, id: 'p2', slug: 's', category: '' }],
    ['a long category', 'posts', { ...post, id: 'p2', slug: 's', category: 'x'.repeat(41) }],
    ['a published post that nobody may read', 'posts', { ...post, id: 'p2', slug: 's', audience: null }],
    ['a published post without an address', 'posts', { ...post, id: 'p2', slug: '' }],
    ['a planned post without a time', 'posts', { ...post, id: 'p2', slug: 's', state: 'planned' }],
    ['a post in the trash since never', 'posts', { ...post, id: 'p2', slug: 's', state: 'trashed', state_before: 'published' }],
    ['a post in the trash that was nothing before', 'posts', { ...post, id: 'p2', slug: 's', state: 'trashed', trashed_at: 1 }],
    ['an unknown state', 'posts', { ...post, id: 'p2', slug: 's', state: 'lost' }],
    ['an unpublished page', 'posts', { ...post, id: 'p2', slug: 's', kind: 'page', state: 'draft' }],
    ['a comment that was deleted at no time', 'comments', { ...comment, id: 'c2', state: 'deleted', state_before: 'shown' }],
    ['a comment that is shown and deleted', 'comments', { ...comment, id: 'c2', deleted_at: 1 }],
    ['an unknown author', 'posts', { ...post, id: 'p2', slug: 's', author_id: 'nobody' }],
    ['an empty comment', 'comments', { ...comment, id: 'c2', content: '' }],
    ['a comment on nothing', 'comments', { ...comment, id: 'c2', post_id: 'nothing' }],
    ['a like twice', 'likes', { comment_id: 'c', user_id: 'u', created_at: 2 }],
    ['a like of nothing', 'likes', { comment_id: 'nothing', user_id: 'u', created_at: 2 }],
    ['a session of nobody', 'sessions', { token_hash: 't', user_id: 'nobody', created_at: 1, expires_at: 1 }],
    ['a slug of no post', 'post_slugs', { slug: 'x', post_id: 'nothing' }],
  ] as const)('refuses %s', async (_, table, row) => {
    await expect(
      blog()
        .db.insertInto(table)
        .values(row as never)
        .execute(),
    ).rejects.toThrow(/constraint/i)
  })

  it('accepts every category of the contract', async () => {
    for (const category of CATEGORIES)
      await blog()
        .db.insertInto('posts')
        .values({ ...post, id: category, slug: category, category })
        .execute()
    const rows = await blog().db.selectFrom('posts').select('category').distinct().execute()
    expect(rows.map((row) => row.category).toSorted()).toEqual(CATEGORIES.toSorted())
  })

  it('never reuses the row number of a deleted post', async () => {
    const numberOf = async (id: string) => {
      const row = await blog()
        .db.insertInto('posts')
        .values({ ...post, id, slug: id })
        .returning('seq')
        .executeTakeFirstOrThrow()
      await blog().db.deleteFrom('posts').where('id', '=', id).execute()
      return row.seq
    }
    const first = await numberOf('first')
    expect(await numberOf('second')).toBeGreaterThan(first)
  })
})

describe('The names of the migrations', () => {
  it('are unique numbers in ascending order', () => {
    const names = Object.keys(migrations)
    expect(names).toEqual([...new Set(names)].sort())
    for (const name of names) expect(name).toMatch(/^\d{4}-[a-z0-9-]+$/)
  })
})
