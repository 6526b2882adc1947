import { describe, expect, it } from 'vitest'
import { createPostgresDatabase, postgresProblem } from '#tests/support/database/postgres.ts'
import { runMails } from '#tests/mail/mail-run.ts'

/** The short form of `npm run test:all -- mail`. */
describe('mails to followers', () => {
  it.skipIf(postgresProblem())('reach every follower once while two processes send them and one is killed', async () => {
    const database = await createPostgresDatabase()
    const figures = await runMails({ followers: 40, kills: 1, faults: ['closes'], faultMs: 500, postgresUrl: database.url })
    await database.drop()
    expect(figures.problems).toEqual([])
    expect(figures.kills).toBe(1)
    expect(figures.mails).toBeGreaterThan(60)
  })
})
