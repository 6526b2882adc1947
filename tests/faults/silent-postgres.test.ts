import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BUSY_RETRY_SECONDS } from '#platform/http/admission.ts'
import { createDatabase } from '#tests/crash/create-database.ts'
import { signIn } from '#tests/crash/person.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { type FaultyProxy, startFaultyProxy } from '#tests/support/blog/faulty-proxy.ts'
import { postgresProblem } from '#tests/support/database/postgres.ts'
import { type PostgresServer, startPostgres } from '#tests/support/database/postgres-server.ts'
import { ADMIN, type FaultBlog, OUT_OF_REACH, startFaultBlog } from './fault-blog.ts'

/** `Retry-After` of what a busy blog refuses. */
const BUSY = String(BUSY_RETRY_SECONDS)

describe.skipIf(postgresProblem())('a blog whose PostgreSQL', () => {
  let server: PostgresServer
  let proxy: FaultyProxy
  let databaseUrl: string
  let blog: FaultBlog
  let other: BlogProcess | undefined
  beforeAll(async () => {
    server = await startPostgres({ isDurable: true })
    databaseUrl = await createDatabase(server.url)
    const { hostname, port } = new URL(databaseUrl)
    proxy = await startFaultyProxy({ host: hostname, port: Number(port) })
    blog = await startFaultBlog({ DATABASE_URL: Object.assign(new URL(databaseUrl), { port: proxy.port }).href })
  })
  afterEach(() => other?.stop())
  afterAll(async () => {
    await blog?.stop()
    await proxy?.close()
    await server?.stop()
  })

  const becomesReady = () => expect.poll(async () => (await fetch(`${blog.process.url}/readyz`)).status).toBe(200)

  const readFreshPages = (count: number) => Promise.all(Array.from({ length: count }, () => blog.readFreshPage()))

  it.each([
    ['is frozen', 15, () => server.freeze()],
    // One reader: a single failed request reveals that all idle connections of the pool are dead.
    [
      'falls silent',
      1,
      () => {
        proxy.silence({ all: true })
        return () => proxy.restore()
      },
    ],
  ])('%s serves cached pages, 503 for the rest, and reads again when it is back', async (_, readers, silence) => {
    await becomesReady()
    await readFreshPages(10)
    expect((await blog.readPost()).status).toBe(200)
    const endFault = silence()
    const waiting = [blog.comment('meanwhile'), ...Array.from({ length: readers }, () => blog.readFreshPage())]
    const cached = await blog.readPost()
    const refused = await Promise.all(waiting)
    endFault()
    await expect.poll(async () => (await blog.readFreshPage()).status).toBe(200)
    // A connection that was being opened meanwhile may still fail once; those of the pool that were idle are gone.
    let failures = 0
    const countFailures = async () => {
      const failed = (await readFreshPages(10)).filter(({ status, retryAfter }) => status !== 200 && retryAfter !== BUSY).length
      failures += failed
      return failed
    }
    await expect.poll(countFailures).toBe(0)
    expect(failures).toBeLessThan(3)

    expect(cached.status).toBe(200)
    for (const { status, retryAfter } of refused) expect([status, ['5', BUSY].includes(String(retryAfter))]).toEqual([503, true])
    expect(refused[0]?.body).toMatchObject(OUT_OF_REACH)
    await expect.poll(async () => (await blog.comment('afterwards')).status).toBe(201)
  })

  it('lost only its connection for notifications shows a write of another process', async () => {
    await becomesReady()
    other = await startBlogProcess({ DATABASE_URL: databaseUrl, TRUST_PROXY: '1' })
    const titleAt = async (url: string) => /<title>([^<]*)/.exec(await (await fetch(url)).text())?.[1]
    const writer = await signIn(other, ADMIN)
    const { _id, slug } = await blog.admin.call('POST', '/api/post/create', { title: 'Before', content: '<p>a</p>' })
    expect(await titleAt(`${blog.process.url}/post/${slug}`)).toContain('Before')
    proxy.silence()
    await writer.call('PUT', `/api/post/updatepost/${_id}/${writer.id}`, { title: 'Before and after', slug, content: '<p>b</p>' })
    await expect.poll(() => titleAt(`${blog.process.url}/post/${slug}`), { interval: 200 }).toContain('and after')
  })
})
