import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPage } from '#site/contract/blog-pages.endpoints.ts'
import { getSite } from '#site/contract/site.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { migrations } from '#migrations/migrations.ts'
import { FIXED_PAGE_IDS } from '#site/contract/blog-pages.ts'
import { AppError } from '#platform/contract/errors.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { listAppliedMigrations } from '#platform/database/migrate.ts'
import { openFolderStorage } from '#media/server/files/open-storage.ts'
import { rebuildIndex } from '#posts/server/search/rebuild-index.ts'
import { readBackup } from '#tests/support/backup-files.ts'
import { fixtureNames, loadFixture, readFixture } from '#tests/support/database-fixtures.ts'
import { ENGINES, onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createPostgresDatabase } from '#tests/support/postgres.ts'
import { runThreeAtOnce } from '#tests/support/run-module.ts'
import { isComplete } from '#tests/support/sweep.ts'
import { createDatabase, type Engine, TEST_ORIGIN } from '#tests/support/test-app.ts'
import { createClient } from '#tests/support/test-client.ts'
import { KEPT_TABLES } from './backup-tables.ts'
import { openArchive } from './open-archive.ts'
import { restoreBackup } from './restore-backup.ts'
import { upgradeDatabase } from './upgrade-database.ts'

const VERSIONS = Object.keys(migrations)
const KEPT = KEPT_TABLES.map((table) => table.name)

interface Empty {
  readonly url: string
  readonly db: Database
  readonly folder: string
  readonly remove: () => Promise<void>
}

async function createEmpty(engine: Engine): Promise<Empty> {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-upgrade-'))
  const database =
    engine === 'postgres' ? await createPostgresDatabase() : { url: `sqlite:${join(folder, 'x.sqlite')}`, drop: async () => {} }
  const db = await openDatabase(database.url)
  // Waiting for the disk would double the time of the test.
  if (engine === 'sqlite') await sql`pragma synchronous = off`.execute(db)
  const remove = async () => {
    await db.destroy()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  return { url: database.url, db, folder, remove }
}

const upgrade = ({ db, url, folder }: Empty) => upgradeDatabase({ db, databaseUrl: url, folder: join(folder, 'backups'), now: Date.now })

/** Tables that a later version dropped or emptied; PostgreSQL never has `changes`. */
const DROPPED = new Set(['changes', 'leases', 'mail_pace'])
/** Tables whose rows a later version moved to another one. */
const MOVED: Readonly<Record<string, { readonly table: string; readonly columns: Readonly<Record<string, string>> }>> = {
  deliveries: { table: 'outbox', columns: {} },
  delivery_posts: { table: 'mailed_posts', columns: { delivery_id: 'mail_id' } },
}

/** Expects every other row of the version with its old values. */
async function expectKept(db: Database, name: string, tables?: readonly string[]): Promise<void> {
  for (const [table, lines] of Map.groupBy(await readFixture(name), (line) => line.table)) {
    if (tables?.includes(table) === false) continue
    const { table: now, columns: renamed } = MOVED[table] ?? { table, columns: {} as Record<string, string> }
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(now)}`.execute(db).catch(() => ({ rows: undefined }))
    if ((!rows || table === 'mail_pace') && DROPPED.has(table)) continue
    for (const { row } of lines) {
      const values = Object.entries(row).map(([column, value]) => [renamed[column] ?? column, value] as const)
      const wanted = Object.fromEntries(values.filter(([column]) => rows?.[0] && column in rows[0]))
      expect(rows, `${table} of ${name}`).toContainEqual(expect.objectContaining(wanted))
    }
  }
}

const isOnBothEngines = (name: string) => name === VERSIONS[0] || name === VERSIONS.at(-2)

/** Two of sixteen. */
const isTaken = (index: number) => isComplete || Math.floor(index / 2) % 8 === 0

/**
 * The oldest and the newest version are upgraded on both engines, the others alternate. In a complete sweep, each
 * migration runs on both with rows of one of the two versions before it; in `npm test`, of one of the sixteen before it.
 */
const isUpgradedOn = (engine: Engine, name: string) => {
  const index = VERSIONS.indexOf(name)
  return isOnBothEngines(name) || (isTaken(index) && ENGINES[index % 2] === engine)
}

describe('Database fixtures', () => {
  it('exist for every migration before the newest (scripts/make-database-fixture.mjs)', () => {
    expect(fixtureNames()).toEqual(VERSIONS.filter((name) => fixtureNames().includes(name)))
    expect(VERSIONS.slice(0, -1).filter((name) => !fixtureNames().includes(name))).toEqual([])
  })
})

onEachEngine('An upgrade', (engine) => {
  const blog = useTestApp('sqlite')

  /** Expects search to find the posts, as after a start of the blog on that database. */
  async function expectFound(db: Database): Promise<void> {
    await rebuildIndex(db, { info: () => {} })
    const visitor = createClient(blog().appWith({ db }))
    for (const [words, title] of Object.entries({ syringes: 'The night bag', timetable: 'Buses', bus: 'Buses' })) {
      const { posts, totalPosts } = await visitor.call(listPosts, { query: { searchTerm: words } })
      expect([words, totalPosts, posts.map((post) => post.title)]).toEqual([words, 2, [title]])
    }
  }

  describe.each(fixtureNames().filter((name) => isUpgradedOn(engine, name)))('from %s', (name) => {
    let place: Empty
    let made: Awaited<ReturnType<typeof upgrade>>
    beforeAll(async () => {
      place = await createEmpty(engine)
      await loadFixture(place.db, name)
      made = await upgrade(place)
    })
    afterAll(() => place.remove())

    it('keeps every row, and search finds them', async () => {
      const newer = VERSIONS.slice(VERSIONS.indexOf(name) + 1)
      expect(made.migrations).toEqual(newer)
      expect(await listAppliedMigrations(place.db)).toEqual(VERSIONS)
      await expectKept(place.db, name)
      await expectFound(place.db)
      const sessions = await place.db.selectFrom('sessions').select('id').execute()
      expect(sessions.every(({ id }) => id !== null && id.length > 10)).toBe(true)
      expect(await upgrade(place)).toEqual({ migrations: [], backup: null })
    })

    it('keeps names from the environment and pages that admins wrote; other pages show the current starter texts', async () => {
      const words = { name: 'Unsere Tage', mark: '🌿 Tage', author: 'Familie Lindqvist', contact: 'us@example.org' }
      const site = { ...words, socialUrl: 'https://social.example/us', socialLabel: 'Us elsewhere' }
      const config = { publicUrl: TEST_ORIGIN, trustedProxies: 0, site }
      const visitor = createClient(blog().appWith({ db: place.db, config }))
      const written = (await readFixture(name)).filter(({ table }) => table === 'blog_pages')
      const hasOwnLink = (await readFixture(name)).some(({ row }) => row['name'] === 'blog.socialUrl')
      const link = hasOwnLink ? { url: 'https://social.example/four', label: 'Pictures' } : { url: site.socialUrl, label: site.socialLabel }
      expect(await visitor.call(getSite)).toMatchObject({ ...words, links: [link] })
      for (const id of FIXED_PAGE_IDS) {
        const row = written.find((line) => line.row['id'] === id)?.row
        const { page } = await visitor.call(getPage, { params: { page: id } })
        // Null: the web shows its starter text (starter-texts.test.ts).
        expect(page && { title: page.title, content: page.content }, id).toEqual(
          row ? { title: row['title'], content: row['content'] } : null,
        )
      }
    })

    it('makes a backup first, which is read and upgraded with every row', async () => {
      if (name === VERSIONS.at(-1)) return
      const backup = made.backup ?? 'none'
      expect((await readBackup(backup)).manifest).toMatchObject({ schema: name, files: null })
      const archive = await openArchive(backup, place.folder)
      expect(archive.problems).toEqual([])
      expect(await listAppliedMigrations(archive.rows)).toEqual(VERSIONS)
      await expectKept(archive.rows, name, KEPT)
      await archive.close()
    })

    // A restore copies the upgraded rows of the archive, so their first version matters only up to there.
    if (!isOnBothEngines(name)) return
    it('makes a backup that can be restored on the other database', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'kindred-older-'))
      const { url, db, remove } = await createDatabase(engine === 'sqlite' ? 'postgres' : 'sqlite', folder)
      const { files } = openFolderStorage(folder)
      const order = { db, databaseUrl: url, files, scratch: folder, folder, force: false, now: Date.now, say: () => {} }
      await restoreBackup({ ...order, path: made.backup ?? 'none' })
      await expectKept(db, name, KEPT)
      await expectFound(db)
      await remove()
      await rm(folder, { recursive: true, force: true })
    })
  })

  it('happens once, with one backup, when several processes start at once', async () => {
    const place = await createEmpty(engine)
    await loadFixture(place.db, '0001-initial')
    const script = `
      const { openDatabase } = await import('#platform/database/database.ts')
      const { upgradeDatabase } = await import('#upkeep/server/backup/upgrade-database.ts')
      const [, databaseUrl, folder] = process.argv
      const db = await openDatabase(databaseUrl)
      console.log(JSON.stringify(await upgradeDatabase({ db, databaseUrl, folder, now: Date.now })))
      await db.destroy()`
    const folder = join(place.folder, 'backups')
    const made = await runThreeAtOnce<Awaited<ReturnType<typeof upgrade>>>(script, [place.url, folder])
    expect(made.flatMap(({ migrations: names }) => names)).toEqual(VERSIONS.slice(1))
    expect(made.filter(({ backup }) => backup !== null)).toHaveLength(1)
    expect(await readdir(folder)).toHaveLength(1)
    await place.remove()
  })

  it('makes no backup of an empty database', async () => {
    const place = await createEmpty(engine)
    expect(await upgrade(place)).toEqual({ migrations: VERSIONS, backup: null })
    expect(await readdir(place.folder)).not.toContain('backups')
    await place.remove()
  })

  it('does not begin when the backup fails, or when the database is newer than the code', async () => {
    const place = await createEmpty(engine)
    await loadFixture(place.db, '0002-accounts')
    await writeFile(join(place.folder, 'backups'), 'a file where a folder should be')
    const refusal = async () => {
      const error = await upgrade(place).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(AppError)
      return (error as AppError).message
    }
    expect(await refusal()).toContain('The backup before the upgrade failed, so nothing was changed: ')
    expect(await listAppliedMigrations(place.db)).toEqual(['0001-initial', '0002-accounts'])
    await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2099-01-01')`.execute(place.db)
    expect(await refusal()).toMatch(/^This database was made by a newer version of Kindred \(9999-from-the-future; this one knows up to 0/)
    await expectKept(place.db, '0002-accounts')
    await place.remove()
  })
})
