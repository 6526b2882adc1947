import { lookup } from 'node:dns/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { fetchAddress } from './files/fetch-address.ts'
import { createFileFetcher, fetchPictureBytes } from './files/fetch-file.ts'

const requested: string[] = []
const server = createServer((request, response) => {
  const path = request.url ?? ''
  requested.push(path)
  const to = decodeURIComponent(/^\/to\/(.+)$/.exec(path)?.[1] ?? '')
  if (to !== '') return void response.writeHead(302, { location: to }).end()
  if (path === '/circle') return void response.writeHead(301, { location: '/circle' }).end()
  if (path.startsWith('/further')) return void response.writeHead(302, { location: `/further?${requested.length}` }).end()
  if (path === '/silent') return undefined
  if (path === '/drops') return void response.writeHead(200, { 'content-length': '10' }).write('x')
  if (path === '/short') {
    response.writeHead(200, { 'content-length': '1000' }).write('x')
    return void setImmediate(() => request.socket.destroy())
  }
  if (path === '/claims') {
    response.writeHead(200, { 'content-length': String(10 ** 12) }).flushHeaders()
    return undefined
  }
  response.end('here')
})
let port = 0
beforeAll(async () => {
  const listening = Promise.withResolvers<void>()
  server.listen(0, '0.0.0.0', listening.resolve)
  await listening.promise
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const NOT_PUBLIC = { problem: 'refused', reason: 'the address is not a public one' }
const pictures = (address: string, tries = 3) => fetchPictureBytes(address, { retryMs: 1, tries })
const ofLoopback = (address: string) => fetchPictureBytes(address, { allowLoopback: true, retryMs: 1 })

describe('Addresses of this machine and its network', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '0177.0.0.1',
    '0x7f.1',
    '2130706433',
    '0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[0:0:0:0:0:ffff:7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '[::127.0.0.1]',
    '①②⑦.⓪.⓪.①',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[fe80::1]',
    '[fd00::1]',
    '[fc00::1]',
    '[2001:db8::1]',
  ])('are never requested: %s', async (host) => {
    const before = requested.length
    expect(await pictures(`http://${host}:${port}/a.jpg`)).toEqual(NOT_PUBLIC)
    const files = createFileFetcher(makeFolder(), { retryMs: 1 })
    expect(await files(`http://${host}:${port}/a.pdf`, 'file', 1000)).toEqual(NOT_PUBLIC)
    expect(requested).toHaveLength(before)
  })

  it.each(['localhost.', hostname()])('are never requested by a name that resolves to them: %s', async (name) => {
    const before = requested.length
    const isKnown = await lookup(name).then(
      () => true,
      () => false,
    )
    expect(await pictures(`http://${name}:${port}/a.jpg`, 1)).toEqual(
      isKnown ? NOT_PUBLIC : { problem: 'unreachable', reason: 'the site could not be reached' },
    )
    expect(requested).toHaveLength(before)
  })

  it.each([
    ['a number', 'http://2130706434/'],
    ['no scheme', '//169.254.169.254/latest'],
    ['a file', 'file:///etc/passwd'],
    ['a password', 'http://a:b@example.org/'],
    ['no host', 'http://'],
  ])('are never requested after a redirect: %s', async (_, to) => {
    expect(await ofLoopback(`http://127.0.0.1:${port}/to/${encodeURIComponent(to)}`)).toMatchObject({ problem: 'refused' })
  })
})

describe('A site that wastes time', () => {
  const get = (path: string, timeoutMs = 100) =>
    fetchAddress(`http://127.0.0.1:${port}${path}`, {
      allowLoopback: true,
      retryMs: 1,
      tries: 1,
      kind: 'file',
      maxBytes: Infinity,
      timeoutMs,
      read: async (body) => ({ bytes: await buffer(body) }),
    })

  it.each(['/circle', '/further'])('is abandoned after a few redirects: %s', async (path) => {
    expect(await get(path, 30_000)).toEqual({ problem: 'refused', reason: 'the address leads in circles' })
  })

  it.each(['/silent', '/drops', '/claims'])('is abandoned after the time limit: %s', async (path) => {
    expect(await get(path)).toEqual({ problem: 'unreachable', reason: 'the site was too slow' })
  })

  it('is retried if the connection breaks, and refused at once if it announces a body that is too large', async () => {
    expect(await ofLoopback(`http://127.0.0.1:${port}/short`)).toMatchObject({ problem: 'unreachable' })
    expect(requested.filter((path) => path === '/short')).toHaveLength(3)
    expect(await ofLoopback(`http://127.0.0.1:${port}/claims`)).toEqual({ problem: 'refused', reason: 'the picture is larger than 15 MB' })
  })
})
