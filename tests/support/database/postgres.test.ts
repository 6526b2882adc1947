import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createPostgresDatabase, postgresProblem } from './postgres.ts'

const query = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

// Without migrations: this test must not create the template that the others share.
describe.skipIf(postgresProblem())('a PostgreSQL for tests', () => {
  it('gives each caller a database of its own', async () => {
    const [one, other] = await Promise.all([createPostgresDatabase(), createPostgresDatabase()])
    await query(one.url, 'create table only_here (id int)')
    expect(await query(other.url, `select to_regclass('only_here') as found`)).toEqual([{ found: null }])
    await Promise.all([one.drop(), other.drop()])
    await expect(query(one.url, 'select 1')).rejects.toThrow('does not exist')
  })

  it('folds the case of letters beyond ASCII, as a real installation does', async () => {
    const database = await createPostgresDatabase()
    expect(await query(database.url, `select lower('ÉTÉ') as folded`)).toEqual([{ folded: 'été' }])
    await database.drop()
  })
})
