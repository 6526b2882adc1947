import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BlogProcess, runScript, startBlogProcess } from '#tests/support/blog-process.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { createPostgresDatabase, type TestDatabase } from '#tests/support/postgres.ts'

const ADMIN = { email: 'boss@example.org', password: 'a long password of boss' }

/** Process ids of the workers that came up, in their order. */
const servingPids = (blog: BlogProcess) =>
  Array.from(blog.output().matchAll(/"pid":(\d+),"msg":"a worker serves"/g), ([, pid]) => Number(pid))

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Readers and a writer who never pause. */
function startVisits(blog: BlogProcess, cookie: string) {
  const failures: string[] = []
  const written: string[] = []
  let reads = 0
  let isOver = false
  const visit = async (work: () => Promise<Response>) => {
    while (!isOver) {
      try {
        const response = await work()
        const text = await response.text()
        if (!response.ok) failures.push(`${response.status} ${text.slice(0, 300)}`)
        else if (response.status === 201) written.push(JSON.parse(text).slug)
        else reads += 1
      } catch (error) {
        failures.push(String((error as Error).cause ?? error))
      }
    }
  }
  const write = () =>
    fetch(`${blog.url}/api/post/create`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ title: `Written while it changes hands ${written.length}`, content: '<p>text</p>' }),
    })
  // No search for words: one address may make 120 a minute, and here each write makes all answers old.
  const readers = ['/', '/api/post/getposts', '/search', '/projects'].map((path) => visit(() => fetch(blog.url + path)))
  // The session makes it a call that is made anew each time.
  const member = visit(() => fetch(`${blog.url}/api/auth/session`, { headers: { cookie } }))
  const visits = Promise.all([...readers, member, visit(write)])
  return async () => {
    isOver = true
    await visits
    return { failures, written, reads }
  }
}

onEachEngine('WORKERS=2', (engine) => {
  let database: TestDatabase | undefined
  let blog: BlogProcess
  let cookie: string

  beforeAll(async () => {
    database = engine === 'postgres' ? await createPostgresDatabase() : undefined
    blog = await startBlogProcess({
      WORKERS: '2',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...(database && { DATABASE_URL: database.url }),
    })
    const answer = await fetch(`${blog.url}/api/auth/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    })
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  })
  afterAll(async () => {
    await blog?.stop()
    await database?.drop()
  })

  it('says once how to go on, and prepares the database once', async () => {
    await expect.poll(() => servingPids(blog)).toHaveLength(2)
    for (const line of ['database migrated', 'Created the first admin', 'Kindred is ready: ']) {
      expect(blog.output().split(line), line).toHaveLength(2)
    }
  })

  it('replaces every worker, and no request is lost', async () => {
    const before = servingPids(blog)
    const endVisits = startVisits(blog, cookie)
    await sleep(300)
    blog.send('SIGUSR2')
    await expect.poll(() => blog.output(), { timeout: 30_000 }).toContain('every worker was replaced')
    await sleep(300)
    const { failures, written, reads } = await endVisits()
    expect(failures).toEqual([])
    expect([reads, written.length].map((count) => count > 20)).toEqual([true, true])
    const { totalPosts } = await (await fetch(`${blog.url}/api/post/getposts`)).json()
    expect(totalPosts).toBe(written.length)
    expect(servingPids(blog)).toHaveLength(4)
    expect(before.filter(isAlive)).toEqual([])
  })

  it('puts another worker in the place of one that was killed', async () => {
    const known = servingPids(blog)
    process.kill(known.at(-1) ?? 0, 'SIGKILL')
    await expect.poll(() => servingPids(blog)).toHaveLength(known.length + 1)
    expect(blog.output()).toMatch(/"signal":"SIGKILL".*"msg":"a worker ended; another one takes its place"/)
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(blog.url, { headers: { connection: 'close' } })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('ends as a whole, in order', async () => {
    const pids = servingPids(blog)
    const startedAt = performance.now()
    await blog.stop()
    expect(blog.ending()).toBe('exit code 0')
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(pids.filter(isAlive)).toEqual([])
  })
})

describe('WORKERS', () => {
  it('that cannot start are told in one line, and end it all with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const blog = await startBlogProcess()
    const { exitCode, output } = await runScript('src/server/main.mjs', [], {
      WORKERS: '2',
      DATA_DIR: blog.dataDir,
      PORT: String(port),
    }).finally(() => blog.stop())
    other.close()
    expect(exitCode).toBe(1)
    expect(output).toBe(`Port ${port} on 127.0.0.1 is taken by another program. Set PORT to a free one, or stop the other.\n`)
  })
})
