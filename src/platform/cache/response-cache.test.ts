import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#platform/contract/limits.ts'
import { prepareResponse } from '#platform/http/prepared-response.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { type CachedApi, startCachedApi } from '#tests/support/blog/cached-api.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { createResponseCache } from './response-cache.ts'
import { ResponseStore } from './response-store.ts'

interface Wire {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly bytes: Buffer
}

/** Reads the bytes as they were sent: fetch() would decode them. */
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
/** Resolves when this process has noticed all writes so far; they arrive in commit order. */
async function allNoticed(api: CachedApi): Promise<void> {
  const response = prepareResponse({ status: 200, headers: {}, bytes: new Uint8Array() })
  await api.store.load('marker', async () => ({ response, tags: ['marker'], isStorable: true, expiresAt: Number.MAX_SAFE_INTEGER }))
  await api.test.blog.feed.write(async (_trx, invalidate) => invalidate('marker'))
  await expect
    .poll(async () => {
      await ask(`${api.url}/about`)
      return api.store.get('marker')
    })
    .toBeUndefined()
}

const read = async (api: CachedApi, path: string) => (await fetch(api.url + path)).json()

onEachEngine('the response cache', (engine) => {
  let api: CachedApi
  let admin: TestUser
  beforeAll(async () => {
    api = await startCachedApi(engine)
    admin = await api.test.makeAdmin()
  })
  afterAll(async () => api.close())

  it('renders a response once for all encodings, and sends 304 to a client that has it', async () => {
    await api.test.makePost({ title: 'Cached', content: `<p>${'word '.repeat(500)}</p>` })
    const path = `${api.url}/api/post/getposts?slug=cached`
    await allNoticed(api)
    const before = api.store.misses
    const responses = await Promise.all(['br', 'gzip', 'identity'].map((encoding) => ask(path, { 'accept-encoding': encoding })))
    expect(responses.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
    expect(new Set(responses.map(({ headers }) => headers['etag'])).size).toBe(1)
    expect(responses.map(({ headers }) => Number(headers['content-length']))).toEqual(responses.map(({ bytes }) => bytes.byteLength))
    const again = await ask(path, { 'if-none-match': String(responses[0]?.headers['etag']) })
    expect([again.status, again.bytes.byteLength]).toEqual([304, 0])
    expect((await ask(path, { 'if-none-match': '*' })).status).toBe(304)
    expect(api.store.misses - before).toBe(1)
    expect(responses[0]?.headers).toMatchObject({ vary: 'Accept-Encoding, Cookie', 'x-content-type-options': 'nosniff' })
    expect(responses[0]?.headers['cache-control']).toBe('public, no-cache')
  })

  it('shares responses within an audience, and lets proxies store only public ones', async () => {
    const { _id } = await api.test.makePost({ title: 'Shared by audience' })
    await allNoticed(api)
    const path = `${api.url}/api/comment/getPostComments/${_id}`
    const [reader, other] = [await api.test.makeUser(), await api.test.makeUser()]
    const statusOf = async (headers: Record<string, string>) => {
      const response = await ask(path, headers)
      return [response.headers['cache-status'], response.headers['cache-control']]
    }
    const isPublic = 'public, no-cache'
    expect(await statusOf({})).toEqual(['kindred; fwd=miss; stored', isPublic])
    expect(await statusOf({ cookie: reader.cookie ?? '' })).toEqual(['kindred; fwd=miss; stored', 'private, no-cache'])
    expect(await statusOf({ cookie: other.cookie ?? '' })).toEqual(['kindred; hit', 'private, no-cache'])
    const family = [await api.test.makeUser({ isFamily: true }), await api.test.makeUser({ isFamily: true })]
    const seen = []
    for (const { cookie = '' } of family) seen.push(...(await statusOf({ cookie })))
    expect(seen).toEqual(['kindred; fwd=miss; stored', 'private, no-cache', 'kindred; hit', 'private, no-cache'])
    expect(await statusOf({ cookie: 'kindred-session=made-up' })).toEqual(['kindred; hit', isPublic])
    expect(await statusOf({ cookie: 'theme=dark' })).toEqual(['kindred; hit', isPublic])
  })

  it('never serves a response from before an acknowledged write', async () => {
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
      expect(await read(api, `/api/comment/getPostComments/${_id}`)).toMatchObject([{ likes: ['like-1'] }])
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

  it('stores neither private calls nor errors', async () => {
    for (const path of ['/api/user/getusers', '/api/auth/session', '/api/comment/getcomments']) {
      expect((await ask(api.url + path, { cookie: admin.cookie ?? '' })).status).toBe(200)
      expect((await ask(api.url + path)).status).toBe(401)
      expect(api.store.get(`readers ${path}`)).toBeUndefined()
    }
    expect((await ask(`${api.url}/api/user/nobody`)).status).toBe(404)
    expect(api.store.get('public /api/user/nobody')).toBeUndefined()
  })

  describe('with a second process on the same database', () => {
    /** SQLite is checked at each read, so the first one must be right; PostgreSQL's notification takes a moment. */
    const expectCount = async (reader: CachedApi, path: string, wanted: number): Promise<void> => {
      const count = async () => (await read(reader, path)).length
      if (engine === 'sqlite') expect(await count()).toBe(wanted)
      else await expect.poll(count, { interval: 0 }).toBe(wanted)
    }

    it('serves what the other process wrote', async () => {
      const other = await startCachedApi(engine, api.test)
      const post = await api.test.makePost({ title: 'Shared' })
      const path = `/api/comment/getPostComments/${post._id}`
      for (let round = 1; round <= 10; round += 1) {
        expect((await read(other, path)).length).toBe(round - 1)
        await send(api, admin, { method: 'POST', path: '/api/comment/create', body: { content: `comment ${round}`, postId: post._id } })
        await expectCount(other, path, round)
      }
      await other.close()
    })
  })
})

onEachEngine('An expired response', (engine) => {
  let api: CachedApi
  beforeAll(async () => {
    api = await startCachedApi(engine)
  })
  afterAll(async () => api.close())

  it('is rendered again after an hour', async () => {
    const path = `${api.url}/api/site`
    const status = async () => (await ask(path)).headers['cache-status']
    await ask(path)
    api.test.clock.advance(HOUR_MS - 1)
    expect(await status()).toBe('kindred; hit')
    api.test.clock.advance(1)
    expect(await status()).toBe('kindred; fwd=miss; stored')
  })
})

describe('While changes of other processes may be missed', () => {
  const open = (isLive: boolean) => {
    const store = new ResponseStore({ maxBytes: 1_000_000, now: () => 0 })
    const feed = { isLive: () => isLive, isBehind: () => false, catchUp: async () => {} }
    const cache = createResponseCache({
      store,
      feed,
      roleOfSession: async () => 'family',
      isSameForAllRoles: () => false,
      now: () => 0,
      publicUrl: 'http://localhost',
      cdnSeconds: 60,
    })
    const render = async () => new Response('word '.repeat(500), { headers: { 'content-type': 'application/json' } })
    return async (headers: Record<string, string>) => {
      const response = await cache.respond(new Request('http://localhost/api/site', { headers }), '/api/site', render)
      const { 'cache-status': status, 'x-request-id': _, ...others } = Object.fromEntries(response.headers)
      return { status, others, stored: store.size }
    }
  }

  it.each<[Record<string, string>, string]>([
    [{}, 'public, max-age=0, must-revalidate, s-maxage=60'],
    [{ cookie: 'kindred-session=x' }, 'private, no-cache'],
    [{ cookie: 'kindred-session=x', 'accept-encoding': 'br' }, 'private, no-cache'],
  ])(
    'a response for %o is not stored, and has the headers and encoding of a cached one: a CDN may keep what visitors get',
    async (headers, cacheControl) => {
      const cached = await open(true)(headers)
      const silent = await open(false)(headers)
      expect(silent.others).toEqual(cached.others)
      expect(silent.others).toMatchObject({ 'cache-control': cacheControl, vary: 'Accept-Encoding, Cookie' })
      expect([silent.stored, silent.status]).toEqual([0, undefined])
    },
  )
})
