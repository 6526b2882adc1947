import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { deleteRateLimits } from '#tests/crash/check-database.ts'
import { createDatabase } from '#tests/crash/create-database.ts'
import { postgresProblem } from '#tests/support/database/postgres.ts'
import { type PostgresServer, startPostgres } from '#tests/support/database/postgres-server.ts'
import { type FaultBlog, OUT_OF_REACH, startFaultBlog } from './fault-blog.ts'

describe.skipIf(postgresProblem())('a blog whose PostgreSQL is restarted', () => {
  let server: PostgresServer
  let blog: FaultBlog
  let databaseUrl: string
  beforeAll(async () => {
    // A separate server, because other tests share the one of the run.
    server = await startPostgres({ isDurable: true })
    databaseUrl = await createDatabase(server.url)
    blog = await startFaultBlog({ DATABASE_URL: databaseUrl })
  })
  afterAll(async () => {
    await blog?.stop()
    await server?.stop()
  })

  it.each(['SIGINT', 'SIGKILL'] as const)('(%s) responds with 503 in the meantime, and reconnects by itself', async (signal) => {
    await deleteRateLimits(databaseUrl)
    const acknowledged: string[] = []
    let isOver = false
    onTestFinished(() => void (isOver = true))
    const write = async (name: string) => {
      for (let number = 0; !isOver && number < 400; number += 1) {
        const content = `${name} ${number}`
        const status = await blog.comment(content).then(
          (seen) => seen.status,
          () => 0,
        )
        if (status === 201) acknowledged.push(content)
        else await sleep(20)
      }
    }
    const before = (await blog.readComments()).length
    const writers = [write(`${signal} one`), write(`${signal} two`), write(`${signal} three`)]
    await sleep(150)
    await server.kill(signal)
    const refused = await blog.comment('while it is away')
    expect(refused).toMatchObject({ status: 503, retryAfter: '5', body: OUT_OF_REACH })
    expect(await blog.readFreshPage()).toMatchObject({ status: 503, retryAfter: '5' })
    const page = await blog.readPost()
    expect(page).toMatchObject({ status: 503, retryAfter: '5' })
    expect(page.body).toContain('The blog cannot reach its data just now.')
    await server.restart()
    await expect.poll(async () => (await blog.readFreshPage()).status).toBe(200)
    isOver = true
    await Promise.all(writers)
    expect(acknowledged.length).toBeGreaterThan(0)
    const there = await blog.readComments()
    expect(acknowledged.filter((content) => !there.includes(content))).toEqual([])
    expect(there.length).toBeGreaterThan(before)
    expect(blog.process.ending()).toBe(null)
    expect(blog.process.output()).toMatch(/"level":50.*request failed/)
  })
})
