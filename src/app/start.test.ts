import { ACCOUNT_RATE_LIMITS } from '#accounts/contract/account-limits.ts'
import { writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { request } from 'node:http'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { makeDataFolder } from '#tests/support/blog/data-folder.ts'
import { type RunningBlog, startBlog } from './start.ts'

describe('startBlog', () => {
  let folder: string
  let lines: string[]
  let running: RunningBlog[]
  beforeEach(() => {
    folder = makeDataFolder()
    lines = []
    running = []
  })
  afterEach(() => Promise.all(running.map((blog) => blog.close())))

  /** Blocks the rendering of the page /slow. */
  let slow: { begun: PromiseWithResolvers<void>; mayEnd: PromiseWithResolvers<void> }
  beforeEach(() => {
    slow = { begun: Promise.withResolvers(), mayEnd: Promise.withResolvers() }
  })
  const renderPage = async ({ pathname }: URL) => {
    if (pathname === '/slow') {
      slow.begun.resolve()
      await slow.mayEnd.promise
    }
    return { status: 200, headers: { 'content-type': 'text/html' }, html: '<p>page</p>' }
  }
  const loadPages = async () => ({ renderPage, renderMail: () => '', inlineScripts: [], inlineStyles: [] })
  const start = async (env: Record<string, string> = {}) => {
    const blog = await startBlog({
      env: { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', ...env },
      loadPages,
      print: (line) => void lines.push(line),
    })
    running.push(blog)
    return blog
  }
  const connect = (url: string) =>
    fetch(url).then(
      () => 'accepted',
      () => 'refused',
    )
  const refusesConnections = (url: string) => expect.poll(() => connect(url)).toBe('refused')
  /** Sends a path unchanged, which fetch would normalise. */
  const rawStatus = (url: string, path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port } = new URL(url)
      request({ hostname, port, path }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })

  it('limits one client address behind a proxy, and no other', async () => {
    const { url } = await start({ TRUST_PROXY: '1' })
    const tryLink = async (from: string) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
      return (await fetch(`${url}/api/auth/link`, { method: 'POST', headers, body: JSON.stringify({ token: 'x'.repeat(43) }) })).status
    }
    for (let times = 0; times < ACCOUNT_RATE_LIMITS.linksPerAddress.max; times += 1) expect(await tryLink('203.0.113.5')).toBeLessThan(429)
    expect(await tryLink('203.0.113.5')).toBe(429)
    expect(await tryLink('203.0.113.6')).toBeLessThan(429)
  })

  it('makes a data folder, serves, and prints in two lines how to continue with an empty blog', async () => {
    const { url } = await start({ DATA_DIR: join(folder, 'new/data') })
    expect(lines).toEqual([
      `Kindred is ready: ${url}`,
      expect.stringMatching(/^To set up your blog, open this link: {2}http:\/\/127\.0\.0\.1:\d+\/setup#[\w-]{43}$/),
    ])
    expect(await (await fetch(`${url}/api/post/getposts`)).json()).toEqual({
      posts: [],
      totalPosts: 0,
      lastMonthPosts: 0,
      matchingPosts: 0,
      hasSeveralWriters: false,
    })
    expect(await (await fetch(url)).text()).toBe('<p>page</p>')
    const head = await fetch(`${url}/api/site`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('publishes a planned post that became due while it was stopped, and one that becomes due', async () => {
    const plan = async (id: string, publishAt: number) => {
      const db = await openDatabase(`sqlite:${join(folder, 'kindred.sqlite')}`)
      const text = { title: id, slug: id, category: 'life' as const, content: '<p>x</p>', audience: 'public' as const }
      const times = { publish_at: publishAt, created_at: publishAt, updated_at: 1 }
      await db
        .insertInto('posts')
        .values({ id, kind: 'post', state: 'planned', ...text, ...times })
        .execute()
      await db.destroy()
    }
    const first = await start()
    await first.close()
    await plan('while-away', 1000)
    const { url } = await start()
    const read = async () => (await (await fetch(`${url}/api/post/getposts`)).json()).posts.map(({ slug }: { slug: string }) => slug)
    await expect.poll(read).toEqual(['while-away'])
    await plan('in-a-moment', Date.now() + 500)
    await expect.poll(read).toEqual(['in-a-moment', 'while-away'])
  })

  it('survives any path, and serves no private file', async () => {
    const { url } = await start()
    await writeFile(join(folder, 'secret.webp'), 'secret')
    for (const path of [
      '/files/../secret.webp',
      '/files/a/../../secret.webp',
      '/files/./secret.webp',
      '/files/%2e%2e/secret.webp',
      '/files/..%2f/secret.webp',
      '/files/a/.',
      '/files/a/..',
      '/files/a/%00',
      '/files/%',
    ]) {
      expect([200, 404], path).toContain(await rawStatus(url, path))
      const text = await (await fetch(`${url}${path}`)).text()
      expect(text).not.toContain('secret')
    }
    expect(await rawStatus(url, '/api/user/%ff')).toBe(404)
    expect(await rawStatus(url, '//evil.example/api/site')).toBeLessThan(500)
    expect((await fetch(`${url}/api/site`)).status).toBe(200)
  })

  it('creates the first admin, once', async () => {
    const env = { ADMIN_EMAIL: 'boss@example.org', ADMIN_PASSWORD: 'long enough 1' }
    const first = await start(env)
    expect(lines).toEqual(['Created the first admin, boss@example.org.', `Kindred is ready: ${first.url}`])
    const signIn = (url: string, password: string) =>
      fetch(`${url}/api/auth/signin`, {
        method: 'POST',
        body: JSON.stringify({ email: env.ADMIN_EMAIL, password }),
        headers: { 'content-type': 'application/json' },
      })
    expect(await (await signIn(first.url, env.ADMIN_PASSWORD)).json()).toMatchObject({ username: 'admin', isAdmin: true })
    running = []
    await first.close()
    const again = await start({ ...env, ADMIN_PASSWORD: 'another word by now' })
    expect((await signIn(again.url, 'another word by now')).status).toBe(401)
    expect(lines.slice(2)).toEqual([`Kindred is ready: ${again.url}`])
  })

  it('finishes a running request when it closes, and takes no new ones', async () => {
    const { url, close } = await start()
    running = []
    const pending = fetch(`${url}/slow`)
    await slow.begun.promise
    const closed = close()
    await refusesConnections(url)
    slow.mayEnd.resolve()
    expect(await (await pending).text()).toBe('<p>page</p>')
    await closed
  })

  it('serves one more request on an idle connection of a proxy while it stops, then closes it', async () => {
    const { url, close } = await start({ TRUST_PROXY: '1' })
    running = []
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1')
    const request = async () => {
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
      const [bytes] = (await once(socket, 'data')) as [Buffer]
      return bytes.toString()
    }
    expect(await request()).toMatch(/^HTTP\/1\.1 200 OK\r\n(?!.*Connection: close)/s)
    const ended = once(socket, 'close')
    const closed = close()
    await refusesConnections(url)
    expect(await request()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close/s)
    await Promise.all([closed, ended])
  })

  it('builds a missing search index while it serves', async () => {
    await (await start()).close()
    const db = await openDatabase(`sqlite:${join(folder, 'kindred.sqlite')}`)
    const post = { id: 'kettle', slug: 'kettle', title: 'Kettle', content: '<p>x</p>', category: 'life', audience: 'public' } as const
    await db
      .insertInto('posts')
      .values({ ...post, kind: 'post', state: 'published', created_at: 1, updated_at: 1 })
      .execute()
    await db.deleteFrom('search_state').execute()
    await db.destroy()
    const { url } = await start()
    const count = async () => (await (await fetch(`${url}/api/post/getposts?searchTerm=kettle`)).json()).matchingPosts
    await expect.poll(count).toBe(1)
  })
})
