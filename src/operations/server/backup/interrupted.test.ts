import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { openDatabase } from '#platform/database/database.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { readBackup, rowsOf } from '#tests/support/safe-copies/backup-files.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { killBackupProcess } from '#tests/support/safe-copies/kill-backup-process.ts'
import { restoreInto } from '#tests/support/safe-copies/restore-into.ts'
import { runHere } from '#tests/support/blog/run-here.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createBackup } from './create-backup.ts'
import { readShapes } from './read-rows.ts'

const PICTURES = 40

async function fill(blog: TestApp, name: string): Promise<void> {
  for (let number = 0; number < 10; number += 1) await blog.makePost({ title: `${name} ${number}`, content: `<p>${name.repeat(500)}</p>` })
  const { files } = blog.storage
  for (let number = 0; number < PICTURES; number += 1) {
    const folder = randomBytes(12).toString('base64url')
    const row = {
      folder,
      user_id: null,
      kind: 'post',
      address: `/files/${folder}/x.jpg`,
      bytes: 40_000,
      created_at: 1,
      unused_since: null,
    } as const
    await blog.db.insertInto('pictures').values(row).execute()
    for (const file of ['x.jpg', 'y.webp']) await files.write(`${folder}/${file}`, randomBytes(20_000))
  }
}

const settingsOf = ({ folder, databaseUrl }: TestApp) => ({ DATA_DIR: folder, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' })
const stateOf = async ({ db }: TestApp) => {
  const tables = await readShapes(db)
  const rows = await Promise.all(tables.filter(({ name }) => name !== 'pictures').map(({ name, key }) => rowsOf(db, name, key)))
  // The engines may order the columns of a table differently.
  return JSON.stringify(rows.map((table) => table.map((row) => Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))))
}

onEachEngine('A restore that is killed', (engine) => {
  const blog = useTestApp(engine)
  let other: TestApp
  let path: string
  /** The folder of the first file that is restored. */
  let first: string
  beforeAll(async () => {
    await fill(blog(), 'Old')
    other = await createTestApp({ engine: 'sqlite' })
    await fill(other, 'New')
    path = join(other.folder, 'new.tar')
    await createBackup({ databaseUrl: other.databaseUrl, files: other.storage.files, path, now: Date.now })
    const [key = ''] = (await readBackup(path)).files.keys()
    first = key.slice(0, key.indexOf('/'))
    return () => other.close()
  })

  it('leaves the old blog or the new one, and can be repeated', async () => {
    const settings = settingsOf(blog())
    const old = await stateOf(blog())
    const fresh = await stateOf(other)
    let killed = 0
    const countBackups = async () => (await readdir(join(blog().folder, 'backups')).catch(() => [])).length
    const isThere = async () => (await blog().storage.files.list(first)).length > 0
    const moments = [
      // While what is here is backed up; while files are written; while rows are replaced.
      { hasBegun: async (before: number) => (await countBackups()) > before, laterMs: 0 },
      { hasBegun: isThere, laterMs: 0 },
      { hasBegun: isThere, laterMs: 100 },
      { hasBegun: isThere, laterMs: 200 },
    ]
    for (const { hasBegun, laterMs } of moments) {
      const before = await countBackups()
      await blog().storage.files.removeFolder(first)
      const isAtIt = async () => {
        if (!(await hasBegun(before))) return false
        await sleep(laterMs)
        return true
      }
      if (await killBackupProcess(['restore', path], settings, isAtIt)) killed += 1
      await settle()
      expect([old, fresh]).toContain(await stateOf(blog()))
      await expectWhole()
      expect((await readdir(blog().folder)).filter((name) => /^\.|etilqs/.test(name))).toEqual([])
    }
    expect(killed).toBeGreaterThan(0)
    await restoreInto(blog(), path, { force: true })
    expect(await stateOf(blog())).toBe(fresh)
    const content = await readBackup(path)
    for (const [key, bytes] of content.files)
      expect(Buffer.from((await blog().storage.files.read(key)) ?? []).equals(bytes), key).toBe(true)
    const word = await blog()
      .visitor()
      .call(listPosts, { query: { searchTerm: 'new' } })
    expect(word.totalPosts).toBe(10)
  })

  /** PostgreSQL takes a moment to notice a closed connection and to roll its transaction back. */
  async function settle(): Promise<void> {
    if (engine === 'sqlite') return
    for (;;) {
      const { rows } = await sql`
        select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
        union all select pid from pg_locks join pg_database on pg_database.oid = database
        where locktype = 'advisory' and datname = current_database()`.execute(blog().db)
      if (rows.length === 0) return
      await sleep(20)
    }
  }

  async function expectWhole(): Promise<void> {
    if (engine !== 'sqlite') return
    // As the next process finds it.
    const db = await openDatabase(blog().databaseUrl)
    expect((await sql`pragma integrity_check`.execute(db)).rows).toEqual([{ integrity_check: 'ok' }])
    expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([])
    await db.destroy()
  }
})

describe('A backup', () => {
  const blog = useTestApp('sqlite')
  beforeAll(() => fill(blog(), 'Old'))

  it('leaves no file of its name when it is killed, and the next one is complete', async () => {
    const settings = settingsOf(blog())
    const { folder } = blog()
    await createBackup({ databaseUrl: blog().databaseUrl, files: blog().storage.files, path: join(folder, 'whole.tar'), now: Date.now })
    const { size } = await stat(join(folder, 'whole.tar'))
    /** Returns true once this many bytes have been written. */
    const isWritten = async (name: string, part: number) => {
      const half = (await readdir(folder)).find((entry) => entry.startsWith(`.${name}.`))
      return half !== undefined && ((await stat(join(folder, half)).catch(() => undefined))?.size ?? 0) >= size * part
    }
    const finished: string[] = []
    let killed = 0
    for (const part of [0, 0.4]) {
      const name = `killed-${part}.tar`
      if (await killBackupProcess(['backup', join(folder, name)], settings, () => isWritten(name, part))) killed += 1
      if ((await readdir(folder)).includes(name)) finished.push(join(folder, name))
    }
    // A backup that was killed right after it got its name is complete.
    for (const file of finished) expect((await readBackup(file)).files.size).toBe(2 * PICTURES)
    expect(killed).toBeGreaterThan(0)
    const verified = await runHere(['verify', join(blog().folder, 'whole.tar')], settings)
    expect([verified.exitCode, verified.output]).toEqual([0, expect.stringContaining(`${PICTURES} pictures and files`)])
  })
})
