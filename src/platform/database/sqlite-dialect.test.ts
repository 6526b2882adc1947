import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTick } from 'node:timers/promises'
import { type Generated, Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NodeSqliteDialect } from './sqlite-dialect.ts'

interface Notes {
  notes: { id: Generated<number>; text: string }
}

describe('Kysely on node:sqlite', () => {
  let folder: string
  let db: Kysely<Notes>
  const open = () => new Kysely<Notes>({ dialect: new NodeSqliteDialect(join(folder, 'x.sqlite')) })
  const add = (where: Kysely<Notes>, text: string) => where.insertInto('notes').values({ text }).execute()
  const texts = async (where = db) => (await where.selectFrom('notes').select('text').orderBy('id').execute()).map((row) => row.text)

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindred-sqlite-'))
    db = open()
    await sql`create table notes (id integer primary key, text text not null unique check (text <> 'bad'))`.execute(db)
  })
  afterEach(async () => {
    await db.destroy()
    await rm(folder, { recursive: true })
  })

  it('makes commits durable and checks foreign keys', async () => {
    const pragma = async (name: string) =>
      Object.values((await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db)).rows[0] ?? {})[0]
    expect([await pragma('journal_mode'), await pragma('synchronous'), await pragma('foreign_keys'), await pragma('busy_timeout')]).toEqual(
      ['wal', 2, 1, 0],
    )
  })

  it('lets no other query slip into a transaction', async () => {
    const begun = Promise.withResolvers<void>()
    const othersStarted = Promise.withResolvers<void>()
    const inside = db.transaction().execute(async (trx) => {
      await add(trx, 'one')
      begun.resolve()
      await othersStarted.promise
      await nextTick()
      await add(trx, 'two')
      throw new Error('rolled back')
    })
    await begun.promise
    const others = Promise.all([add(db, 'other'), texts()])
    othersStarted.resolve()
    await expect(inside).rejects.toThrow('rolled back')
    const [, seen] = await others
    expect(seen).not.toContain('one')
    expect(await texts()).toEqual(['other'])
  })

  it('reads committed rows without waiting for an open transaction', async () => {
    await add(db, 'before')
    await db.transaction().execute(async (trx) => {
      await add(trx, 'inside')
      expect(await texts()).toEqual(['before'])
      expect(await texts(trx)).toEqual(['before', 'inside'])
    })
    expect(await texts()).toEqual(['before', 'inside'])
  })

  it('waits for the write of another process without blocking the event loop', async () => {
    const other = new DatabaseSync(join(folder, 'x.sqlite'))
    other.exec('begin exclusive')
    let isWritten = false
    const writes = Promise.all([
      add(db, 'single').then(() => (isWritten = true)),
      db.transaction().execute((trx) => add(trx, 'in a transaction')),
    ])
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await texts()).toEqual([])
      await nextTick()
    }
    expect(isWritten).toBe(false)
    other.exec('commit')
    other.close()
    await writes
    expect(await texts()).toEqual(['single', 'in a transaction'])
  })

  it('runs transactions one after the other', async () => {
    await add(db, '0')
    const raise = () =>
      db.transaction().execute(async (trx) => {
        const [last = '0'] = (await texts(trx)).slice(-1)
        await nextTick()
        await add(trx, String(Number(last) + 1))
      })
    await Promise.all(Array.from({ length: 10 }, raise))
    expect(await texts()).toEqual(Array.from({ length: 11 }, (_, number) => String(number)))
  })

  it('rolls back a transaction in which a statement fails, and remains usable', async () => {
    const attempt = db.transaction().execute(async (trx) => {
      await add(trx, 'good')
      await add(trx, 'bad')
    })
    await expect(attempt).rejects.toThrow('CHECK constraint failed')
    expect(await texts()).toEqual([])
    await add(db, 'later')
    expect(await texts()).toEqual(['later'])
  })

  it('survives a transaction that SQLite itself rolled back', async () => {
    const attempt = db.transaction().execute(async (trx) => {
      await add(trx, 'good')
      await sql`insert or rollback into notes (text) values ('bad')`.execute(trx)
    })
    await expect(attempt).rejects.toThrow('CHECK constraint failed')
    await add(db, 'works')
    expect(await texts()).toEqual(['works'])
  })

  it('writes rows whose ids are above 2^53, as those of the full-text index are', async () => {
    await sql`create table large (id integer primary key, text text)`.execute(db)
    const { numAffectedRows } = await sql.raw("insert into large values (1859628997541888001, 'x')").execute(db)
    expect(numAffectedRows).toBe(1n)
  })
})
