import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from './migrations.ts'
import { CATEGORIES } from '#platform/contract/categories.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { loadFixture } from '#tests/support/database-fixtures.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createPostgresDatabase } from '#tests/support/postgres.ts'
import { runThreeAtOnce } from '#tests/support/run-module.ts'

onEachEngine('the migrations', (engine) => {
  let folder: string
  let address: string
  let drop: () => Promise<void>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindred-migrate-'))
    const database =
      engine === 'postgres' ? await createPostgresDatabase() : { url: `sqlite:${join(folder, 'x.sqlite')}`, drop: async () => {} }
    address = database.url
    drop = database.drop
  })
  afterAll(async () => {
    await drop()
    await rm(folder, { recursive: true })
  })
  const withDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const db = await openDatabase(address)
    return work(db).finally(() => db.destroy())
  }

  it('run once when several processes start at the same time', async () => {
    const script = `
      const { openDatabase } = await import('#platform/database/database.ts')
      const { migrate } = await import('#platform/database/migrate.ts')
      const db = await openDatabase(process.argv[1])
      console.log(JSON.stringify(await migrate(db)))
      await db.destroy()`
    const done = (await runThreeAtOnce<string[]>(script, [address])).flat()
    // Each migration once, in any process.
    expect(done.sort()).toEqual(Object.keys(migrations))
    expect(await withDatabase(migrate)).toEqual([])
  })

  it('refuse the database of a newer version without changing it', async () => {
    await withDatabase(async (db) => {
      await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2099-01-01')`.execute(db)
      await expect(migrate(db)).rejects.toThrow('9999-from-the-future')
      await sql`delete from kysely_migration where name = '9999-from-the-future'`.execute(db)
      expect(await migrate(db)).toEqual([])
    })
  })
})

onEachEngine('A database of migration 4', (engine) => {
  it('gets counters, report counts and picture references in the upgrade', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kindred-upgrade-'))
    const { url, drop } =
      engine === 'postgres' ? await createPostgresDatabase() : { url: `sqlite:${join(folder, 'x.sqlite')}`, drop: async () => {} }
    const db = await openDatabase(url)
    try {
      const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
      expect((await migrator.migrateTo('0004-changes')).error).toBeUndefined()
      const at = Date.UTC(2024, 1, 29, 23, 59)
      await sql`insert into users (id, username, email, created_at, updated_at) values ('u', 'user', 'u@example.org', ${at}, ${at})`.execute(
        db,
      )
      for (const [id, image] of [
        ['a', '/files/coverpicture0000/x.webp'],
        ['b', null],
      ] as const) {
        await sql`
          insert into posts (id, author_id, title, slug, category, image_url, content, created_at, updated_at)
          values (${id}, 'u', ${id}, ${id}, 'life', ${image}, '<img src="/files/insideofthetext_/y.webp">', ${at}, ${at})`.execute(db)
      }
      await sql`insert into comments (id, post_id, user_id, content, created_at, updated_at) values ('c', 'a', 'u', 'x', ${at}, ${at})`.execute(
        db,
      )
      await sql`insert into comment_reports (comment_id, user_id, reason, created_at) values ('c', 'u', '', ${at})`.execute(db)

      await migrate(db)
      const counters = await db.selectFrom('counters').select(['name', 'count']).orderBy('name').execute()
      expect(counters).toEqual([
        { name: 'comments', count: 1 },
        { name: 'posts:public', count: 2 },
        { name: 'users', count: 1 },
      ])
      const pictures = await db.selectFrom('post_pictures').select(['folder', 'post_id']).orderBy('folder').orderBy('post_id').execute()
      expect(pictures.map((row) => `${row.folder} ${row.post_id}`)).toEqual([
        'coverpicture0000 a',
        'insideofthetext_ a',
        'insideofthetext_ b',
      ])
      expect(await db.selectFrom('comments').select(['id', 'report_count']).execute()).toEqual([{ id: 'c', report_count: 1 }])
    } finally {
      await db.destroy()
      await drop()
      await rm(folder, { recursive: true })
    }
  })
})

onEachEngine('A database of migration 48', (engine) => {
  it('keeps the pictures of two drafts of one writer apart after the upgrade', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kindred-upgrade-'))
    const { url, drop } =
      engine === 'postgres' ? await createPostgresDatabase() : { url: `sqlite:${join(folder, 'x.sqlite')}`, drop: async () => {} }
    const db = await openDatabase(url)
    const insertDraft = (id: string) =>
      sql`
        insert into post_drafts (user_id, post_id, id, writer, sequence, title, category, content, saved_at)
        values ('u', 'new', ${id}, 'w', 1, '', 'life', '<img src="/files/insideofthetext_/y.webp">', 1)`.execute(db)
    const holders = async () =>
      (await db.selectFrom('kept_pictures').select('holder').orderBy('holder').execute()).map(({ holder }) => holder)
    try {
      const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
      expect((await migrator.migrateTo('0048-print-copies')).error).toBeUndefined()
      await sql`insert into users (id, username, email, created_at, updated_at) values ('u', 'user', 'u@example.org', 1, 1)`.execute(db)
      await insertDraft('a')
      await migrate(db)
      await insertDraft('b')
      expect(await holders()).toEqual(['post_drafts/u/new/a', 'post_drafts/u/new/b'])
      await db.deleteFrom('post_drafts').where('id', '=', 'a').execute()
      expect(await holders()).toEqual(['post_drafts/u/new/b'])
    } finally {
      await db.destroy()
      await drop()
      await rm(folder, { recursive: true })
    }
  })
})

describe('the names of the migrations', () => {
  it('are unique numbers in ascending order', () => {
    const names = Object.keys(migrations)
    expect(names).toEqual(names.toSorted())
    for (const name of names) expect(name).toMatch(/^\d{4}-[a-z-]+$/)
    expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length)
  })
})

onEachEngine('The schema', (engine) => {
  const blog = useTestApp(engine)
  const user = { id: 'u', username: 'user', email: 'u@example.org', is_admin: 0, created_at: 1, updated_at: 1 } as const
  const post = { id: 'p', title: 'T', slug: 't', category: 'life', content: '<p>x</p>', created_at: 1, updated_at: 1 } as const
  const comment = { id: 'c', post_id: 'p', user_id: 'u', content: 'x', created_at: 1, updated_at: 1 }

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

onEachEngine('A database of migration 33', (engine) => {
  it('keeps what waits to be mailed, and which posts were mailed to whom', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kindred-upgrade-'))
    const { url, drop } =
      engine === 'postgres' ? await createPostgresDatabase() : { url: `sqlite:${join(folder, 'x.sqlite')}`, drop: async () => {} }
    const db = await openDatabase(url)
    try {
      await loadFixture(db, '0033-imports-in-the-browser')
      await migrate(db)
      const columns = ['id', 'kind', 'email', 'follower_id', 'priority', 'state', 'attempts', 'since', 'problem'] as const
      const none = { email: null, follower_id: null, since: null, problem: null }
      expect(await db.selectFrom('outbox').select(columns).orderBy('id').execute()).toEqual([
        { ...none, id: 'd-1', kind: 'post', follower_id: 'f-member', priority: 3, state: 'sent', attempts: 1 },
        {
          ...none,
          id: 'd-2',
          kind: 'digest',
          follower_id: 'f-visitor',
          priority: 3,
          state: 'waiting',
          attempts: 1,
          problem: 'Greylisted.',
        },
        {
          ...none,
          id: 'd-3',
          kind: 'comments',
          follower_id: 'f-member',
          priority: 2,
          state: 'failed',
          attempts: 9,
          since: 1_763_900_000_000,
          problem: 'Refused.',
        },
        { ...none, id: 'm-1', kind: 'reset_password', email: 'ines@example.org', priority: 0, state: 'waiting', attempts: 2 },
        {
          ...none,
          id: 'm-2',
          kind: 'invited',
          email: 'aunt@example.org',
          priority: 2,
          state: 'waiting',
          attempts: 1,
          problem: 'It cannot be reached.',
        },
      ])
      const invited = await db.selectFrom('outbox').select('give_up_at').where('id', '=', 'm-2').executeTakeFirst()
      expect(invited).toEqual({ give_up_at: 1_764_000_100_000 + 14 * 86_400_000 })
      expect(await db.selectFrom('mailed_posts').selectAll().orderBy('mail_id').execute()).toEqual([
        { follower_id: 'f-member', post_id: 'p-first', mail_id: 'd-1' },
        { follower_id: 'f-visitor', post_id: 'p-first', mail_id: 'd-2' },
      ])
    } finally {
      await db.destroy()
      await drop()
      await rm(folder, { recursive: true })
    }
  })
})

onEachEngine('A database of migration 37', (engine) => {
  it('keeps its drafts, which the form that wrote them can go on saving', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kindred-upgrade-'))
    const { url, drop } =
      engine === 'postgres' ? await createPostgresDatabase() : { url: `sqlite:${join(folder, 'x.sqlite')}`, drop: async () => {} }
    const db = await openDatabase(url)
    try {
      await loadFixture(db, '0037-pages-of-a-users-rows')
      await migrate(db)
      const columns = ['id', 'writer', 'sequence', 'title', 'published_as', 'published_revision'] as const
      expect(await db.selectFrom('post_drafts').select(columns).execute()).toEqual([
        { id: 'w-1', writer: 'w-1', sequence: 4, title: 'The night bag', published_as: null, published_revision: null },
      ])
    } finally {
      await db.destroy()
      await drop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
