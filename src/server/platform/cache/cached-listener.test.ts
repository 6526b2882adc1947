import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { Admission } from '#server/platform/http/admission.ts'
import { AnswerCache } from './answer-cache.ts'
import { createCachedListener } from './cached-listener.ts'

it('looks for writes of other processes again for a second request that came on the same connection', async () => {
  const looks: string[] = []
  let other = 'old'
  const cache = new AnswerCache(100_000)
  const fails = () => expect.unreachable('every answer here is kept')
  const listener = createCachedListener({
    cache,
    feed: {
      isLive: () => true,
      isBehind: () => {
        looks.push(other)
        return looks.at(-2) === 'old' && other === 'new'
      },
      catchUp: async () => cache.clear(),
    },
    make: async () => ({ status: 200, headers: { 'content-type': 'text/plain' }, text: other, tags: [] }),
    headers: [],
    admission: new Admission(() => false),
    refuse: fails,
    otherwise: fails,
  })
  const server = createServer((request, response) => {
    listener(request, response)
    // Another process writes while this one is at the first of two requests that were sent at once.
    if (looks.length === 2) other = 'new'
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.on('data', (bytes) => (received += bytes.toString()))
  const request = 'GET /about HTTP/1.1\r\nHost: x\r\n\r\n'
  socket.write(request)
  await expect.poll(() => received).toContain('old')
  socket.write(request + request)
  await expect.poll(() => received).toContain('new')
  expect(received.match(/old|new/g)).toEqual(['old', 'old', 'new'])
  expect(looks).toEqual(['old', 'old', 'new'])
  socket.destroy()
  server.close()
})

it('leaves to others what was made and cannot be sent', async () => {
  const listener = createCachedListener({
    cache: new AnswerCache(100_000),
    feed: { isLive: () => true, isBehind: () => false, catchUp: async () => {} },
    make: async () => ({ status: 302, headers: { location: '/a\r\nset-cookie: b=c' }, text: '', tags: [] }),
    headers: [],
    admission: new Admission(() => false),
    refuse: () => expect.unreachable('there is room'),
    otherwise: (_request, response) => void response.writeHead(500).end(),
  })
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/about`)
  expect([response.status, response.headers.get('set-cookie')]).toEqual([500, null])
  server.close()
})
