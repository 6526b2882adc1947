import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createProxyPurge, headersForProxy, type ProxyPurge } from './proxy-purge.ts'
import { createResponseCache } from './response-cache.ts'
import { ResponseStore } from './response-store.ts'

let server: Server
let purge: ProxyPurge
let purged: string[] = []
let logged = 0
let status = 204
beforeEach(async () => {
  purged = []
  logged = 0
  status = 204
  server = createServer((request, response) => {
    purged.push(`${request.method} ${String(request.headers['surrogate-key'])}`)
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  purge = createProxyPurge({ url, logger: { error: () => (logged += 1) } as never })
})
afterEach(() => {
  purge.close()
  server.closeAllConnections()
  server.close()
})

it('The tags of a tick are one purge, which has arrived when it has settled, and is repeated once', async () => {
  purge.invalidate(new Set(['posts']))
  purge.invalidate(new Set(['comments:1', 'posts']))
  await purge.settled()
  expect(purged).toEqual(['PURGE posts comments:1'])
  await expect.poll(() => purged).toEqual(['PURGE posts comments:1', 'PURGE posts comments:1'])
})

it('Everything, and more tags than a header takes, is one tag that each response has', async () => {
  purge.clear()
  await purge.settled()
  purge.invalidate(new Set(Array.from({ length: 101 }, (_, number) => `user:${number}`)))
  await purge.settled()
  expect(purged).toEqual(['PURGE all', 'PURGE all'])
  expect(headersForProxy(['posts', 'site'])).toMatchObject({ 'surrogate-key': 'all posts site', 'cache-tag': 'all,posts,site' })
})

it('A tag that may be late is not purged at once', async () => {
  purge.invalidate(new Set(['late:likes:1']))
  await purge.settled()
  expect(purged).toEqual([])
})

it('A purge that the proxy does not take is logged once and repeated until it does', async () => {
  status = 503
  purge.invalidate(new Set(['posts']))
  await purge.settled()
  await expect.poll(() => purged.length).toBeGreaterThan(2)
  expect(logged).toBe(1)
})

it.each([
  ['a visitor', {}, 'all posts'],
  ['a member', { cookie: 'session=x' }, null],
] as const)('Only what the blog stores for visitors says that a proxy may keep it: %s', async (_, headers, tags) => {
  const cache = createResponseCache({
    store: new ResponseStore({ maxBytes: 1_000_000, now: () => 0 }),
    feed: { isLive: () => true, isBehind: () => false, catchUp: async () => {} },
    roleOfSession: async () => 'family',
    isForEveryone: () => false,
    now: () => 0,
    publicUrl: 'http://localhost',
    isProxied: true,
  })
  const render = (more: object) => async () => new Response('words', { headers: { 'surrogate-key': 'posts', ...more } })
  const respond = (path: string, more = {}) => cache.respond(new Request(`http://localhost${path}`, { headers }), path, render(more))
  expect((await respond('/')).headers.get('surrogate-key')).toBe(tags)
  expect((await respond('/')).headers.get('surrogate-control')).toBe(tags && 'max-age=300')
  expect((await respond('/unstored', { 'cache-control': 'no-store' })).headers.get('surrogate-control')).toBeNull()
})
