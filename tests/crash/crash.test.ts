import { describe, expect, it } from 'vitest'
import { createPostgresDatabase, postgresProblem } from '#tests/support/database/postgres.ts'
import { runCrashes } from './crash-run.ts'

const KILLS = 2

/** The short form of `npm run test:all -- crash`. Concurrent, because each waits for restarts. */
describe.concurrent('a blog that is killed during writes', () => {
  it('keeps every write that it acknowledged (sqlite)', async () => {
    const seed = Date.now() % 1_000_000
    const figures = await runCrashes({ seed, kills: KILLS })
    expect(figures.problems, `seed ${seed}`).toEqual([])
    expect(figures.kills).toBeGreaterThanOrEqual(KILLS)
    expect(figures.acknowledged).toBeGreaterThan(KILLS)
  })

  it.skipIf(postgresProblem())('keeps every write that it acknowledged (postgres)', async () => {
    const database = await createPostgresDatabase()
    const seed = Date.now() % 1_000_000
    const figures = await runCrashes({ seed, kills: KILLS, postgres: { url: database.url } })
    await database.drop()
    expect(figures.problems, `seed ${seed}`).toEqual([])
    expect(figures.acknowledged).toBeGreaterThan(KILLS)
  })
})
