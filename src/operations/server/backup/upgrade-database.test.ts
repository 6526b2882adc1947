import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listComments } from '#comments/contract/comments.endpoints.ts'
import { LAST_OF_0_1 } from '#migrations/bridge/index.ts'
import { migrations } from '#migrations/migrations.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { getPage } from '#site/contract/blog-pages.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { openLocks } from '#platform/database/lock.ts'
import { dropTablesOf01 } from '#platform/database/migrate.ts'
import { RUNNING_LOCK } from '#platform/database/running-lock.ts'
import { rebuildIndex } from '#posts/server/search/rebuild-index.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createBlogOf10, createOldBlog, readOldRows } from '#tests/support/safe-copies/kept-blogs.ts'
import { createPostgresDatabase } from '#tests/support/database/postgres.ts'
import { runThreeAtOnce } from '#tests/support/blog/run-module.ts'
import type { Engine } from '#tests/support/test-app.ts'
import { createClient } from '#tests/support/test-client.ts'
import { upgradeDatabase } from './upgrade-database.ts'

const VERSIONS = Object.keys(migrations)

interface Place {
  readonly url: string
  readonly db: Database
  readonly folder: string
}

/** @param version whose kept blog is in the database */
async function withPlace(engine: Engine, version: '0.1' | '1.0', work: (place: Place) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-upgrade-'))
  const { url, drop } =
    engine === 'postgres' ? await createPostgresDatabase() : { url: `sqlite:${join(folder, 'x.sqlite')}`, drop: async () => {} }
  await (version === '0.1' ? createOldBlog(url, await readOldRows()) : createBlogOf10(url))
  const db = await openDatabase(url)
  try {
    await work({ url, db, folder })
  } finally {
    await db.destroy()
    await drop()
    await rm(folder, { recursive: true, force: true })
  }
}

const upgrade = ({ db, url, folder }: Place) => upgradeDatabase({ db, databaseUrl: url, folder: join(folder, 'backups'), now: Date.now })

onEachEngine('An upgrade', (engine) => {
  const blog = useTestApp('sqlite')

  it.each([
    ['the last version 0.1', '0.1', VERSIONS],
    ['version 1.0', '1.0', VERSIONS.slice(1)],
  ] as const)('of %s shows its posts, pages and comments, and searches them', (_, version, expected) =>
    withPlace(engine, version, async (place) => {
      expect((await upgrade(place)).migrations).toEqual(expected)
      expect(await upgrade(place)).toEqual({ migrations: [], backup: null })
      await rebuildIndex(place.db, { info: () => {} })
      const visitor = createClient(blog().appWith({ db: place.db }))
      const { posts, totalPosts } = await visitor.call(listPosts, { query: { sort: 'asc' } })
      expect(posts.map((post) => post.title)).toEqual(['The night bag', 'Buses'])
      expect(totalPosts).toBe(2)
      for (const [words, title] of Object.entries({ syringes: 'The night bag', timetable: 'Buses', bus: 'Buses' })) {
        const found = await visitor.call(listPosts, { query: { searchTerm: words } })
        expect([words, ...found.posts.map((post) => post.title)]).toEqual([words, title])
      }
      expect((await visitor.call(listPosts, { query: { searchTerm: 'regretted' } })).posts).toEqual([])
      const comments = await visitor.call(listComments, { params: { postId: 'p-first' } })
      expect(comments.map(({ _id }) => _id).sort()).toEqual(['c-1', 'c-2', 'c-reply'])
      expect((await visitor.call(getPage, { params: { page: 'about' } })).page?.title).toBe('About the four of us')
      // A page of which there was only an unpublished change shows its starter text still.
      expect((await visitor.call(getPage, { params: { page: 'privacy-policy' } })).page).toBeNull()
    }),
  )

  it('of the last version 0.1 leaves its tables as they were for thirty days', () =>
    withPlace(engine, '0.1', async (place) => {
      await upgrade(place)
      const before = sql`select id from last_0_1_trashed_posts`
      await dropTablesOf01(place.db, Date.now() + 29 * DAY_MS)
      expect((await before.execute(place.db)).rows).toHaveLength(3)
      await dropTablesOf01(place.db, Date.now() + 31 * DAY_MS)
      await expect(before.execute(place.db)).rejects.toThrow('last_0_1_trashed_posts')
      await dropTablesOf01(place.db, Date.now() + 32 * DAY_MS)
    }))

  it('of the last version 0.1 waits until no process of it runs', () =>
    withPlace(engine, '0.1', async (place) => {
      await using locks = openLocks(place.url)
      const running = await locks.tryLock(RUNNING_LOCK, { mode: 'shared' })
      const message = expect.stringContaining('The blog is running on this database.')
      await expect(upgrade(place)).rejects.toMatchObject({ code: 'conflict', message })
      expect((await sql`select id from trashed_posts`.execute(place.db)).rows).toHaveLength(3)
      await running?.release()
      expect((await upgrade(place)).migrations).toEqual(VERSIONS)
    }))

  it('of an older version 0.1 is refused, and changes nothing', () =>
    withPlace(engine, '0.1', async (place) => {
      await sql`delete from kysely_migration where name = ${LAST_OF_0_1}`.execute(place.db)
      const message = expect.stringContaining('Please start the last version 0.1 on it once')
      await expect(upgrade(place)).rejects.toMatchObject({ code: 'conflict', message })
      expect((await sql`select id from trashed_posts`.execute(place.db)).rows).toHaveLength(3)
    }))

  it('happens once when several processes start at once', () =>
    withPlace(engine, '0.1', async ({ url, folder }) => {
      const script = `
        const { openDatabase } = await import('#platform/database/database.ts')
        const { upgradeDatabase } = await import('#operations/server/backup/upgrade-database.ts')
        const [, databaseUrl, folder] = process.argv
        const db = await openDatabase(databaseUrl)
        console.log(JSON.stringify(await upgradeDatabase({ db, databaseUrl, folder, now: Date.now })))
        await db.destroy()`
      const made = await runThreeAtOnce<Awaited<ReturnType<typeof upgrade>>>(script, [url, join(folder, 'backups')])
      expect(made.flatMap(({ migrations: names }) => names)).toEqual(VERSIONS)
    }))
})
