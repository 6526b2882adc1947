import { expect, it } from 'vitest'
import { createTestApp, TEST_ORIGIN, TEST_SITE } from '#tests/support/test-app.ts'
import { createMemoryLimit } from './memory-limit.ts'

it('A limit in memory counts each key and window separately', () => {
  const take = createMemoryLimit({ name: 'test', max: 2, windowMs: 10_000 })
  for (const key of ['a', 'a', 'b']) take(key, 0)
  expect(() => take('a', 4001)).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 6 }))
  take('b', 4001)
  take('a', 10_000)
})

it('A limit in memory evicts the oldest keys when there are too many', () => {
  const take = createMemoryLimit({ name: 'test', max: 1, windowMs: 10_000 })
  for (let index = 0; index <= 20_000; index += 1) take(`key ${index}`, 0)
  take('key 0', 1)
  expect(() => take('key 20000', 1)).toThrow('a lot at once')
})

it('Searches are limited by the client address that the trusted proxy saw', async () => {
  const blog = await createTestApp({
    engine: 'sqlite',
    overrides: { config: { publicUrl: TEST_ORIGIN, trustedProxies: 1, site: TEST_SITE } },
  })
  let searches = 0
  /** A search that is cached does not count. */
  const search = (forwardedFor: string) =>
    blog.visitor().get(`/api/post/getposts?searchTerm=kettle${(searches += 1)}`, { 'x-forwarded-for': forwardedFor })
  for (let turn = 0; turn < 120; turn += 1) expect((await search(`192.0.2.${turn}, 203.0.113.5`)).status).toBe(200)
  const stopped = await search('192.0.2.200, 203.0.113.5')
  expect(stopped.status).toBe(429)
  expect(stopped.headers.get('retry-after')).toBe('60')
  expect((await search('203.0.113.6')).status).toBe(200)
  expect((await blog.visitor().get('/api/post/getposts', { 'x-forwarded-for': '203.0.113.5' })).status).toBe(200)
  blog.clock.advance(60_000)
  expect((await search('203.0.113.5')).status).toBe(200)
  await blog.close()
})
