import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { isForeignKeyViolation, isUniqueViolation, lockInTransaction } from './database.ts'

onEachEngine('the database', (engine) => {
  const blog = useTestApp(engine)
  const error = (work: Promise<unknown>) =>
    work.then(
      () => 'no error',
      (reason: unknown) => reason,
    )

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
