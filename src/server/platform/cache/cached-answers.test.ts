import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { onEachEngine } from '#tests/support/engines.ts'
import { type CachedApi, startCachedApi } from '#tests/support/cached-api.ts'
import type { TestUser } from '#tests/support/test-app.ts'

interface Wire {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly bytes: Buffer
}

/** A request as it goes over the wire: fetch() would decode the body. */
function ask(url: string, headers: Record<string, string> = {}): Promise<Wire> {
  const { promise, resolve, reject } = Promise.withResolvers<Wire>()
  get(url, { headers }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }))
  }).on('error', reject)
  return promise
}

const send = async (api: CachedApi, user: TestUser, call: { method: string; path: string; body?: unknown }) => {
  const response = await fetch(api.url + call.path, {
    method: call.method,
    headers: { cookie: user.cookie ?? '', 'content-type': 'application/json' },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  })
  expect(response.ok).toBe(true)
  return response.json()
}
const read = async (api: CachedApi, path: string) => (await fetch(api.url + path)).json()

onEachEngine('kept answers', (engine) => {
  let api: CachedApi
  let admin: TestUser
  beforeAll(async () => {
    api = await startCachedApi(engine)
    admin = await api.test.makeAdmin()
  })
  afterAll(async () => api.close())

  it('are made once, and say 304 to who has them, whichever encoding they came in', async () => {
    await api.test.makePost({ title: 'Kept', content: `<p>${'word '.repeat(500)}</p>` })
    const path = `${api.url}/api/post/getposts?slug=kept`
    const before = api.made()
    const answers = await Promise.all(['br', 'gzip', 'identity'].map((encoding) => ask(path, { 'accept-encoding': encoding })))
    expect(answers.map((answer) => answer.headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
    expect(new Set(answers.map((answer) => answer.headers['etag'])).size).toBe(1)
    expect(answers.map((answer) => Number(answer.headers['content-length']))).toEqual(answers.map((answer) => answer.bytes.byteLength))
    const again = await ask(path, { 'if-none-match': String(answers[0]?.headers['etag']) })
    expect([again.status, again.bytes.byteLength]).toEqual([304, 0])
    expect(api.made() - before).toBe(1)
    expect(answers[0]?.headers).toMatchObject({ vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' })
    expect(answers[0]?.headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=\d$/)
    const kept = api.cache.get('/api/post/getposts?slug=kept')
    expect(kept?.br?.bytes.byteLength).toBe(answers[0]?.bytes.byteLength)
    expect(kept?.gzip?.bytes.byteLength).toBe(answers[1]?.bytes.byteLength)
  })

  it('never show what was before a write that has been answered', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { _id, slug } = await send(api, admin, {
        method: 'POST',
        path: '/api/post/create',
        body: { title: `Round ${round}`, content: '<p>a</p>' },
      })
      expect((await read(api, '/api/post/getposts')).posts[0].slug).toBe(slug)
      const comment = await send(api, admin, { method: 'POST', path: '/api/comment/create', body: { content: 'first', postId: _id } })
      expect(await read(api, `/api/comment/getPostComments/${_id}`)).toMatchObject([{ content: 'first', likes: [] }])
      await send(api, admin, { method: 'PUT', path: `/api/comment/likeComment/${comment._id}` })
      expect(await read(api, `/api/comment/getPostComments/${_id}`)).toMatchObject([{ likes: [admin.id] }])
      await send(api, admin, { method: 'PUT', path: `/api/comment/editComment/${comment._id}`, body: { content: 'second' } })
      expect(await read(api, `/api/comment/getPostComments/${_id}`)).toMatchObject([{ content: 'second' }])
      await send(api, admin, { method: 'PUT', path: `/api/user/update/${admin.id}`, body: { username: `writer${round}` } })
      expect(await read(api, `/api/comment/getPostComments/${_id}`)).toMatchObject([{ user: { username: `writer${round}` } }])
      expect(await read(api, `/api/user/${admin.id}`)).toMatchObject({ username: `writer${round}` })
      await send(api, admin, { method: 'DELETE', path: `/api/comment/deleteComment/${comment._id}` })
      expect(await read(api, `/api/comment/getPostComments/${_id}`)).toEqual([])
      await send(api, admin, { method: 'DELETE', path: `/api/post/deletepost/${_id}/${admin.id}` })
      expect((await read(api, '/api/post/getposts')).posts[0]?.slug).not.toBe(slug)
    }
  })

  it('of other posts stay when one is commented on', async () => {
    const [one, two] = [await api.test.makePost({ title: 'One' }), await api.test.makePost({ title: 'Two' })]
    await read(api, `/api/comment/getPostComments/${one._id}`)
    await read(api, `/api/comment/getPostComments/${two._id}`)
    await send(api, admin, { method: 'POST', path: '/api/comment/create', body: { content: 'x', postId: one._id } })
    const before = api.made()
    await read(api, `/api/comment/getPostComments/${two._id}`)
    expect(api.made()).toBe(before)
    await read(api, `/api/comment/getPostComments/${one._id}`)
    expect(api.made()).toBe(before + 1)
  })

  it('for feed readers and search engines say that nothing is new, until something is', async () => {
    for (const path of ['/feed.xml', '/sitemap.xml', '/robots.txt']) {
      const { etag = '' } = (await ask(api.url + path)).headers as { etag?: string }
      expect((await ask(api.url + path, { 'if-none-match': etag })).status).toBe(304)
      await send(api, admin, { method: 'POST', path: '/api/post/create', body: { title: 'News', content: '<p>a</p>' } })
      expect((await ask(api.url + path, { 'if-none-match': etag })).status).toBe(path === '/robots.txt' ? 304 : 200)
    }
  })

  it('of a private call are not kept, and a wrong id is no entry', async () => {
    for (const path of ['/api/user/getusers', '/api/auth/session', '/api/comment/getcomments']) {
      expect((await ask(api.url + path, { cookie: admin.cookie ?? '' })).status).toBe(200)
      expect((await ask(api.url + path)).status).toBe(401)
      expect(api.cache.get(path)).toBeUndefined()
    }
    expect((await ask(`${api.url}/api/user/nobody`)).status).toBe(404)
    expect(api.cache.get('/api/user/nobody')).toBeUndefined()
  })

  describe('of a second process on the same data', () => {
    /** SQLite is asked at each read, so the first one must be right; PostgreSQL's message takes a moment. */
    const countUntil = async (reader: CachedApi, path: string, wanted: number): Promise<number> => {
      const patienceEndsAt = performance.now() + (engine === 'sqlite' ? 0 : 1000)
      for (;;) {
        const { length } = await read(reader, path)
        if (length === wanted || performance.now() > patienceEndsAt) return length
      }
    }

    it('are as new as those of the one that wrote', async () => {
      const other = await startCachedApi(engine, api.test)
      const post = await api.test.makePost({ title: 'Shared' })
      const path = `/api/comment/getPostComments/${post._id}`
      for (let round = 1; round <= 10; round += 1) {
        expect((await read(other, path)).length).toBe(round - 1)
        await send(api, admin, { method: 'POST', path: '/api/comment/create', body: { content: `comment ${round}`, postId: post._id } })
        expect(await countUntil(other, path, round)).toBe(round)
      }
      await other.close()
    })

    it('show the newest posts on every page, asked for once until one is written', async () => {
      const other = await startCachedApi(engine, api.test)
      const seen = engine === 'sqlite' ? (look: () => Promise<void>) => look() : vi.waitFor
      let pages = 0
      /** Of a page that nobody has asked for yet. */
      const firstTitle = async (reader: CachedApi) => (await (await fetch(`${reader.url}/post/${(pages += 1)}`)).text()).split(', ')[0]
      for (const title of ['Newest 1', 'Newest 2', 'Newest 3']) {
        await send(api, admin, { method: 'POST', path: '/api/post/create', body: { title, content: '<p>a</p>' } })
        expect(await firstTitle(api)).toBe(title)
        // PostgreSQL's word of the write, which makes all forget once more, may still be under way; SQLite has one try.
        await seen(async () => {
          expect(await firstTitle(other)).toBe(title)
          const asked = api.sharedCalls.misses
          expect([await firstTitle(api), await firstTitle(api), api.sharedCalls.misses]).toEqual([title, title, asked])
        })
      }
      await other.close()
    })
  })
})
