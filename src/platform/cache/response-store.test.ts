import { describe, expect, it } from 'vitest'
import { prepareResponse } from '#platform/http/prepared-response.ts'
import { type CachedResponse, ResponseStore } from './response-store.ts'

const NEVER = Number.MAX_SAFE_INTEGER
const cached = (text: string, tags: string[] = [], parts: Partial<CachedResponse> = {}): CachedResponse => ({
  response: prepareResponse({ status: 200, headers: {}, bytes: new TextEncoder().encode(text) }),
  tags,
  isStorable: true,
  expiresAt: NEVER,
  ...parts,
})
const textOf = (entry: CachedResponse | undefined) => entry && new TextDecoder().decode(entry.response.identity.bytes)
const createStore = (maxBytes = 100_000, now = () => 0) => new ResponseStore({ maxBytes, now })

describe('ResponseStore', () => {
  it('renders a miss once, however many requests wait for it', async () => {
    const store = createStore()
    const rendering = Promise.withResolvers<CachedResponse>()
    let renders = 0
    const render = () => {
      renders += 1
      return rendering.promise
    }
    const loads = Array.from({ length: 1000 }, () => store.load('/', render))
    rendering.resolve(cached('home'))
    expect(new Set(await Promise.all(loads)).size).toBe(1)
    expect(renders).toBe(1)
    expect(store.get('/')).toBe(await loads[0])
  })

  it('drops the entries with an invalidated tag, and no others', async () => {
    const store = createStore()
    await store.load('/post/a', async () => cached('a', ['posts', 'comments:1']))
    await store.load('/post/b', async () => cached('b', ['posts', 'comments:2']))
    await store.load('/about', async () => cached('about'))
    store.invalidate(['comments:1'])
    expect([store.get('/post/a'), textOf(store.get('/post/b')), textOf(store.get('/about'))]).toEqual([undefined, 'b', 'about'])
    store.invalidate(['posts'])
    expect(store.size).toBe(1)
  })

  it('does not store a load that began before one of its tags was invalidated, and later requests do not join it', async () => {
    const store = createStore()
    const old = Promise.withResolvers<CachedResponse>()
    const before = store.load('/', () => old.promise)
    store.invalidate(['posts'])
    const after = store.load('/', async () => cached('new', ['posts']))
    old.resolve(cached('old', ['posts']))
    expect(textOf(await before)).toBe('old')
    expect(await after).toBe(store.get('/'))
    expect(textOf(store.get('/'))).toBe('new')
  })

  it('renders an expired entry again', async () => {
    let now = 1000
    const store = createStore(100_000, () => now)
    await store.load('/', async () => cached('home', [], { expiresAt: 2000 }))
    now = 1999
    expect(textOf(store.get('/'))).toBe('home')
    now = 2000
    expect(store.get('/')).toBeUndefined()
    expect([store.size, store.bytes]).toEqual([0, 0])
  })

  it('stays within its bytes and evicts the least recently used entry first', async () => {
    const store = createStore(13_000)
    const text = 'x'.repeat(2000)
    for (const key of ['a', 'b', 'c']) await store.load(key, async () => cached(text))
    store.get('a')
    await store.load('d', async () => cached(text))
    expect([store.get('a') !== undefined, store.get('b')]).toEqual([true, undefined])
    await store.load('huge', async () => cached('x'.repeat(20_000)))
    expect(store.get('huge')).toBeUndefined()
    for (let number = 0; number < 500; number += 1) await store.load(`/search?searchTerm=${number}`, async () => cached(text, ['posts']))
    expect(store.bytes).toBeLessThanOrEqual(13_000)
    store.clear()
    expect([store.bytes, store.size]).toEqual([0, 0])
  })

  it('stores neither unstorable responses nor failures', async () => {
    const store = createStore()
    await store.load('/missing', async () => cached('404', [], { isStorable: false }))
    await expect(store.load('/broken', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(store.size).toBe(0)
    await expect(store.load('/broken', async () => cached('whole'))).resolves.toMatchObject({ isStorable: true })
  })
})
