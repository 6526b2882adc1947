import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, it, onTestFinished } from 'vitest'
import { createFirstAdmin } from '#accounts/server/index.ts'
import { createSession } from '#accounts/server/sessions/sessions.store.ts'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { openLocks } from '#platform/database/lock.ts'
import { loadConfig } from '#platform/process/config.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { createPostgresDatabase } from '#tests/support/postgres.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { keptDataOf } from './data-of-before.ts'

onEachEngine('The data of before an upgrade', (engine) => {
  it('are put back over a newer schema, as often as it takes', async () => {
    const folder = makeFolder()
    const database =
      engine === 'postgres' ? await createPostgresDatabase() : { url: `sqlite:${join(folder, 'x.sqlite')}`, drop: async () => {} }
    onTestFinished(() => database.drop())
    const withDatabase = async <T>(work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> => {
      const db = await openDatabase(database.url)
      try {
        return await work(db)
      } finally {
        await db.destroy()
      }
    }
    const people = () => withDatabase((db) => db.selectFrom('users').select(['id', 'username']).orderBy('id').execute())
    const sessions = () => withDatabase((db) => db.selectFrom('sessions').selectAll().execute())
    await withDatabase(async (db) => {
      await migrate(db)
      await createFirstAdmin(db, { email: 'ruth@example.org', password: 'a long password' }, { now: Date.now, newId })
    })
    const before = await people()
    await withDatabase((db) => createSession(db, { userId: before[0]?.id ?? '', now: Date.now() }))
    const signedIn = await sessions()
    expect(signedIn).toHaveLength(1)
    const { path, keep, putBack } = keptDataOf(loadConfig({ DATA_DIR: folder, DATABASE_URL: database.url }))
    await keep()
    expect(existsSync(path)).toBe(true)
    // What a newer version does.
    await withDatabase(async (db) => {
      await sql`create table of_a_newer_version (id integer primary key)`.execute(db)
      await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '2026-11-25T00:00:00Z')`.execute(db)
      await sql`update users set username = 'changed'`.execute(db)
    })
    await putBack()
    await putBack()
    expect(await people()).toEqual(before)
    expect(await sessions()).toEqual(signedIn)
    await withDatabase(async (db) => {
      await expect(sql`select * from of_a_newer_version`.execute(db)).rejects.toThrow(/of_a_newer_version/)
      expect(await migrate(db)).toEqual([])
    })
  }, 120_000)

  it.runIf(engine === 'postgres')(
    'are not kept while another process writes to them',
    async () => {
      const database = await createPostgresDatabase()
      onTestFinished(() => database.drop())
      const { keep } = keptDataOf(loadConfig({ DATA_DIR: makeFolder(), DATABASE_URL: database.url }))
      await using locks = openLocks(database.url)
      await locks.tryLock('running', { mode: 'shared' })
      await expect(keep()).rejects.toThrow(/running on this database/)
    },
    30_000,
  )
})
