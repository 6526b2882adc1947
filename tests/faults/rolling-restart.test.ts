import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { BUSY_RETRY_SECONDS } from '#platform/http/admission.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { missingNginx, type Nginx, startNginx } from '#tests/support/blog/nginx.ts'
import { createPostgresDatabase, postgresProblem, type TestDatabase } from '#tests/support/database/postgres.ts'
import { unlessMissing } from '#tests/support/requirement.ts'

const ADMIN = { email: 'boss@example.org', password: 'a long password of boss' }
const WRITERS = 10
/** Below the rate limit of thirty comments in five minutes. */
const COMMENTS_EACH = 28
const PAUSE_MS = 300

describe.skipIf(postgresProblem())('a rolling restart behind nginx', unlessMissing(missingNginx), () => {
  let database: TestDatabase
  let nginx: Nginx
  let dataDir: string
  let blogs: BlogProcess[]
  const settings: Record<string, string>[] = []

  beforeAll(async () => {
    database = await createPostgresDatabase()
    dataDir = await mkdtemp(join(tmpdir(), 'kindred-rolling-'))
    const ports = [await findFreePort(), await findFreePort()] as const
    nginx = await startNginx(ports)
    for (const port of ports) {
      settings.push({
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        PUBLIC_URL: nginx.url,
        TRUST_PROXY: '1',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
      })
    }
    blogs = await Promise.all(settings.map((each) => startBlogProcess(each)))
  })
  afterAll(async () => {
    // Closes nginx's idle connections, which the blogs would wait for.
    await nginx.stop()
    await Promise.all(blogs.map((blog) => blog.stop()))
    await database.drop()
    await rm(dataDir, { recursive: true })
  })

  const post = (path: string, body: object, cookie = '') =>
    fetch(nginx.url + path, { method: 'POST', headers: { cookie, 'content-type': 'application/json' }, body: JSON.stringify(body) })
  async function signIn(account: { email: string; password: string }): Promise<string> {
    const response = await post('/api/auth/signin', account)
    expect(response.status).toBe(200)
    return response.headers.get('set-cookie')?.split(';')[0] ?? ''
  }

  it('fails no request and loses no acknowledged comment', async () => {
    const admin = await signIn(ADMIN)
    const { _id: postId, slug } = await (await post('/api/post/create', { title: 'A post', content: '<p>Text.</p>' }, admin)).json()
    const cookies: string[] = []
    for (let number = 0; number < WRITERS; number += 1) {
      const account = { username: `reader${number}`, email: `reader${number}@example.org`, password: 'a long password' }
      expect((await post('/api/auth/signup', account)).status).toBe(201)
      cookies.push(await signIn(account))
    }
    const load = startLoad({ url: nginx.url, slug, postId, cookies, post })
    onTestFinished(async () => void (await load.end()))
    await load.halfWritten
    const former = blogs.map(({ pid }) => pid)
    for (const [index, each] of settings.entries()) {
      await blogs[index]?.stop()
      expect(blogs[index]?.ending()).toBe('exit code 0')
      blogs[index] = await startBlogProcess(each)
      expect((await fetch(`http://127.0.0.1:${each['PORT']}/readyz`)).status).toBe(200)
    }
    const before = load.countReads()
    await expect.poll(load.countReads).toBeGreaterThan(before + 50)
    await expect.poll(() => load.writeComment('A comment after the restarts')).toBe(true)
    const { failures, written } = await load.end()
    expect(failures).toEqual([])
    expect(blogs.map(({ pid }) => pid).filter((pid) => former.includes(pid))).toEqual([])
    const db = await openDatabase(database.url)
    const stored = await db.selectFrom('comments').select('id').execute()
    await db.destroy()
    const ids = new Set(stored.map(({ id }) => id))
    expect(written.filter((id) => !ids.has(id))).toEqual([])
    // Each acknowledged comment was written once.
    expect(ids.size).toBe(written.length)
  })
})

interface Load {
  readonly url: string
  readonly slug: string
  readonly postId: string
  readonly cookies: readonly string[]
  readonly post: (path: string, body: object, cookie?: string) => Promise<Response>
}

/** Starts readers without pauses and members who comment, all over keep-alive connections. */
function startLoad({ url, slug, postId, cookies, post }: Load) {
  const failures: string[] = []
  const written: string[] = []
  let reads = 0
  let isOver = false
  const halfWritten = Promise.withResolvers<void>()
  const attempt = async (name: string, work: () => Promise<Response>): Promise<string | undefined> => {
    try {
      const response = await work()
      const text = await response.text()
      if (response.ok) return text
      // The blog refuses like this what a busy machine cannot serve in time; a stopping or starting one must not refuse.
      if (response.status === 503 && response.headers.get('retry-after') === String(BUSY_RETRY_SECONDS)) return undefined
      failures.push(`${name}: ${response.status} ${text.slice(0, 200)}`)
    } catch (error) {
      failures.push(`${name}: ${String((error as Error).cause ?? error)}`)
    }
    return undefined
  }
  const read = async (path: string, cookie: string) => {
    while (!isOver) {
      if ((await attempt(path, () => fetch(url + path, { headers: { cookie } }))) !== undefined) reads += 1
    }
  }
  const comment = async (cookie: string, content: string): Promise<boolean> => {
    const text = await attempt('comment', () => post('/api/comment/create', { postId, content }, cookie))
    if (text !== undefined) written.push((JSON.parse(text) as { _id: string })._id)
    return text !== undefined
  }
  const write = async (cookie: string) => {
    for (let number = 0; number < COMMENTS_EACH && !isOver; number += 1) {
      await comment(cookie, `Comment ${number}`)
      if (written.length === 2 * WRITERS) halfWritten.resolve()
      await sleep(PAUSE_MS)
    }
  }
  const running = Promise.all([
    ...['/', `/post/${slug}`, '/api/post/getposts'].map((path) => read(path, '')),
    // Responses to requests with a session are not cached.
    ...cookies.slice(0, 2).map((cookie) => read('/api/auth/session', cookie)),
    ...cookies.map((cookie) => write(cookie)),
  ])
  return {
    halfWritten: halfWritten.promise,
    countReads: () => reads,
    /** The writers may have written all of theirs by now; each may write two more. @returns whether it is acknowledged */
    writeComment: (content: string) => comment(cookies[0] ?? '', content),
    async end() {
      isOver = true
      await running
      return { failures, written }
    },
  }
}
