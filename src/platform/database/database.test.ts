import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { isForeignKeyViolation, isPostgres, isUniqueViolation, lockInTransaction, openDatabase } from './database.ts'

onEachEngine('the database', (engine) => {
  const blog = useTestApp(engine)
  const error = (work: Promise<unknown>) =>
    work.then(
      () => 'no error',
      (reason: unknown) => reason,
    )

  it('uses the engine in its URL', () => {
    expect(isPostgres(blog().db)).toBe(engine === 'postgres')
  })

  it('reports unique and foreign key violations alike on both engines', async () => {
    const user = await blog().makeUser()
    const { db } = blog()
    const session = { id: 's', token_hash: 't', user_id: user.id, created_at: 0, last_seen_at: 0, expires_at: 0 }
    await db.insertInto('sessions').values(session).execute()
    const twice = await error(db.insertInto('sessions').values(session).execute())
    const name = await error(
      db
        .insertInto('users')
        .values({ id: 'new', username: user.username, email: 'x@y.org', is_admin: 0, created_at: 0, updated_at: 0 })
        .execute(),
    )
    const nobody = await error(
      db
        .insertInto('sessions')
        .values({ ...session, id: 'r', token_hash: 'u', user_id: 'nobody' })
        .execute(),
    )
    expect([twice, name, nobody].map(isUniqueViolation)).toEqual([true, true, false])
    expect([twice, name, nobody].map(isForeignKeyViolation)).toEqual([false, false, true])
    for (const other of [null, undefined, 'text', new Error('other'), { code: '23505' }]) {
      expect([isUniqueViolation(other), isForeignKeyViolation(other)]).toEqual([false, false])
    }
  })

  it('returns times and counts as numbers', async () => {
    const time = 1_773_480_413_000
    const user = await blog().makeUser()
    await blog().db.updateTable('users').set({ created_at: time }).where('id', '=', user.id).execute()
    const row = await blog()
      .db.selectFrom('users')
      .select(['created_at', 'is_admin', (eb) => eb.fn.count<number>('id').over().as('count')])
      .where('id', '=', user.id)
      .executeTakeFirst()
    expect(row).toEqual({ created_at: time, is_admin: 0, count: 1 })
  })

  it('lets one transaction at a time hold a lock', async () => {
    const order: string[] = []
    const hold = (name: string) =>
      blog()
        .db.transaction()
        .execute(async (trx) => {
          await lockInTransaction(trx, 'test')
          order.push(`${name} in`)
          await sql`select 1`.execute(trx)
          order.push(`${name} out`)
        })
    await Promise.all([hold('a'), hold('b'), hold('c')])
    for (let index = 0; index < 6; index += 2) expect(order[index + 1]).toBe(order[index]?.replace('in', 'out'))
  })
})

describe('openDatabase', () => {
  it('creates the folder of its file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kindred-open-'))
    const path = join(folder, 'deep/er/blog.sqlite')
    const db = await openDatabase(`sqlite:${path}`)
    await db.selectNoFrom((eb) => eb.lit(1).as('one')).execute()
    expect((await stat(path)).isFile()).toBe(true)
    await db.destroy()
    await rm(folder, { recursive: true })
  })

  it('fails with the reason when no PostgreSQL listens there', async () => {
    const db = await openDatabase('postgres://nobody:nothing@127.0.0.1:1/none')
    await expect(db.selectFrom('users').select('id').execute()).rejects.toThrow('ECONNREFUSED')
    await db.destroy()
  })
})
