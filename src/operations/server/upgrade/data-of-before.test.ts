import { spawnSync } from 'node:child_process'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { dropOldTables } from '#migrations/bridge/index.ts'
import { type Database, isPostgres, listTables, openDatabase } from '#platform/database/database.ts'
import { openLocks } from '#platform/database/lock.ts'
import { migrate } from '#platform/database/migrate.ts'
import { loadConfig } from '#platform/process/config.ts'
import { projectFolder } from '#platform/process/project-folder.ts'
import { createOldBlog, readOldRows } from '#tests/support/safe-copies/kept-blogs.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { createPostgresDatabase } from '#tests/support/database/postgres.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { createLogger } from '#platform/process/logger.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { dataOfBefore, removeOldCopy } from './data-of-before.ts'

const logger = createLogger('silent')

onEachEngine('The data of before an upgrade', (engine) => {
  async function createBlog() {
    const folder = makeFolder()
    const database =
      engine === 'postgres' ? await createPostgresDatabase() : { url: `sqlite:${join(folder, 'x.sqlite')}`, drop: async () => {} }
    onTestFinished(() => database.drop())
    return { folder, url: database.url, data: dataOfBefore(loadConfig({ DATA_DIR: folder, DATABASE_URL: database.url })) }
  }

  it('are put back over a newer schema, row by row, as often as it takes', async () => {
    const { url, data } = await createBlog()
    await fill(url)
    const before = await withDatabase(url, dump)
    expect(before['backup_place']).toHaveLength(1)
    await data.keep()
    await withDatabase(url, changeAsNewerVersion)
    expect(await data.countNew('posts')).toBe(1)
    expect(Math.abs(Date.now() - Number(await data.madeAt()))).toBeLessThan(60_000)
    await data.putBack()
    await data.putBack()
    await data.delete()
    expect(await data.madeAt()).toBeNull()
    expect(await withDatabase(url, dump)).toEqual(before)
    expect(await withDatabase(url, migrate)).toEqual([])
  })

  it('are deleted thirty days after the upgrade', async () => {
    const { url, data } = await createBlog()
    await withDatabase(url, migrate)
    await data.keep()
    const remove = (now: number) => removeOldCopy({ databaseUrl: url, now: () => now, logger })
    await remove(Date.now() + 29 * DAY_MS)
    expect(await data.madeAt()).not.toBeNull()
    await remove(Date.now() + 31 * DAY_MS)
    expect(await data.madeAt()).toBeNull()
  })

  it.runIf(engine === 'postgres')('are put back beside the tables of another program, and those of version 0.1', async () => {
    const { url, data } = await createBlog()
    await fill(url)
    await withDatabase(url, async (db) => {
      for (const name of ['shopping', 'last_0_1_posts']) await sql`create table ${sql.table(name)} as select 'milk' as what`.execute(db)
    })
    await data.keep()
    await data.putBack()
    await data.delete()
    await withDatabase(url, async (db) => {
      for (const name of ['shopping', 'last_0_1_posts'])
        expect((await sql`select what from ${sql.table(name)}`.execute(db)).rows).toEqual([{ what: 'milk' }])
    })
  })

  it.runIf(engine === 'postgres')('are put back by a role that does not own the schema', async () => {
    const { url } = await createBlog()
    const role = new URL(url).pathname.slice(1)
    await withDatabase(url, async (db) => {
      await sql.raw(`create role ${role} login password 'role'; grant all on schema public to ${role}`).execute(db)
    })
    onTestFinished(() =>
      withDatabase(url, async (db) => void (await sql.raw(`drop owned by ${role} cascade; drop role ${role}`).execute(db))),
    )
    const own = Object.assign(new URL(url), { username: role, password: 'role' }).href
    const ofRole = dataOfBefore(loadConfig({ DATA_DIR: makeFolder(), DATABASE_URL: own }))
    await fill(own)
    const before = await withDatabase(own, dump)
    await ofRole.keep()
    await withDatabase(own, changeAsNewerVersion)
    await ofRole.putBack()
    await ofRole.delete()
    expect(await withDatabase(own, dump)).toEqual(before)
  })

  it.runIf(engine === 'sqlite')('leave nothing on a disk that is full', async () => {
    const { folder, url, data } = await createBlog()
    await fill(url)
    const before = readdirSync(folder)
    // A limit of the size of files fails as a full disk does, in the middle of a write.
    const script = `trap '' XFSZ; ulimit -f 256; exec "$0" src/operations/server/upgrade/data-of-before.ts keep`
    const env = { PATH: process.env['PATH'], DATA_DIR: folder, DATABASE_URL: url }
    const { status, stderr } = spawnSync('bash', ['-c', script, process.execPath], { cwd: projectFolder, env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringMatching(/full|disk/)])
    expect(readdirSync(folder)).toEqual(before)
    // One that was killed meanwhile.
    for (const name of ['part', 'part-journal']) writeFileSync(join(folder, `x.sqlite.before-upgrade.${name}`), '')
    await data.delete()
    expect(readdirSync(folder)).toEqual(before)
  })

  it.runIf(engine === 'sqlite')('are put back without room for another copy', async () => {
    const { folder, url, data } = await createBlog()
    await fill(url)
    await data.keep()
    const copy = statSync(join(folder, 'x.sqlite.before-upgrade')).ino
    await data.putBack()
    expect(statSync(join(folder, 'x.sqlite')).ino).toBe(copy)
    expect(readdirSync(folder)).toEqual(['x.sqlite'])
  })

  it('are neither kept nor put back while another process writes', async () => {
    const { url, data } = await createBlog()
    await withDatabase(url, migrate)
    await using locks = openLocks(url)
    await locks.tryLock('running', { mode: 'shared' })
    const refused = await Promise.allSettled([data.keep(), data.putBack()])
    const reason = expect.objectContaining({ message: expect.stringContaining('running on this database') })
    expect(refused).toEqual([1, 2].map(() => ({ status: 'rejected', reason })))
  })
})

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(url)
  return work(db).finally(() => db.destroy())
}

/** Rows of most tables, also of those that a backup leaves out. */
async function fill(url: string): Promise<void> {
  await createOldBlog(url, await readOldRows())
  await withDatabase(url, async (db) => {
    await migrate(db)
    await dropOldTables(db)
  })
}

/** Rows of every table, and on PostgreSQL where its sequences are. */
async function dump(db: Database): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {}
  for (const { name } of await listTables(db)) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
    all[name] = rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted()
  }
  if (isPostgres(db))
    all['pg_sequences'] = (await sql<object>`select sequencename, last_value from pg_sequences order by 1`.execute(db)).rows
  return all
}

async function changeAsNewerVersion(db: Database): Promise<void> {
  await sql`create table of_a_newer_version (id integer primary key)`.execute(db)
  if (isPostgres(db)) {
    await sql`create function of_a_newer_version() returns integer language sql as 'select 1'`.execute(db)
    await sql`create type kind_of_a_newer_version as enum ('a')`.execute(db)
    await sql`alter table of_a_newer_version add column kind kind_of_a_newer_version`.execute(db)
  }
  await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '2026-11-25T00:00:00Z')`.execute(db)
  await sql`update users set username = username || ' changed'`.execute(db)
  await sql`delete from sessions`.execute(db)
  await sql`delete from backup_place`.execute(db)
  await sql`delete from outbox`.execute(db)
  await sql`alter table comments add column mood text`.execute(db)
  const [post] = await db.selectFrom('posts').selectAll().where('state', '=', 'draft').limit(1).execute()
  const { seq: _seq, ...row } = post ?? {}
  await db
    .insertInto('posts')
    .values({ ...row, id: 'a-new-post', slug: 'a-new-post' } as never)
    .execute()
}
