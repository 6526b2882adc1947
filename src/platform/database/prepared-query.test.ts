import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { prepareQuery } from './prepared-query.ts'

onEachEngine('A prepared query', (engine) => {
  const app = useTestApp(engine)
  let builds = 0
  const findUsers = prepareQuery<{ from: string; limit: number }, { username: string }>((db, value) => {
    builds += 1
    return db.selectFrom('users').select('username').where('username', '>=', value('from')).orderBy('username').limit(value('limit'))
  })

  beforeAll(async () => {
    for (const username of ['ada', 'ben', 'cleo']) await app().makeUser({ username })
  })

  it('is built once and gets the values of each run', async () => {
    expect(await findUsers(app().db, { from: 'b', limit: 9 })).toEqual([{ username: 'ben' }, { username: 'cleo' }])
    expect(await findUsers(app().db, { from: 'a', limit: 1 })).toEqual([{ username: 'ada' }])
    expect(builds).toBe(1)
  })

  it.runIf(engine === 'postgres')('is a prepared statement in PostgreSQL, planned once on each connection', async () => {
    const kept = await app()
      .db.transaction()
      .execute(async (trx) => {
        for (const from of ['a', 'b']) await findUsers(trx, { from, limit: 9 })
        return sql<{ times: number }>`
          select generic_plans + custom_plans as times from pg_prepared_statements where statement like '%"username" >= $1%'`.execute(trx)
      })
    expect(kept.rows).toHaveLength(1)
    expect(kept.rows[0]?.times).toBeGreaterThan(1)
  })
})
