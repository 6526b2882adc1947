import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { POST_BODY_MAX_BYTES } from '#platform/contract/limits.ts'
import { openRaw, statusesOf } from '#tests/support/blog/raw-http.ts'
import { type BodyLimits, withWholeBody } from './request-bodies.ts'

const head = (length: number | string, path = '/', extra = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a.example\r\n${extra}${typeof length === 'number' ? `Content-Length: ${length}` : `Transfer-Encoding: ${length}`}\r\n\r\n`

describe('request bodies', () => {
  let server: Server
  /** Bodies that the inner listener received; null for a body that was not collected. */
  let handled: (string | null)[]
  const open = async (limits: Partial<BodyLimits> = {}) => {
    handled = []
    const listener = withWholeBody(
      (request: IncomingMessage & { rawBody?: Buffer }, response) => {
        handled.push(request.rawBody?.toString() ?? null)
        response.end('done')
      },
      { trustedProxies: 1, limits },
    )
    server = createServer(listener)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  afterEach(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  it('are complete when work on the request begins', async () => {
    const url = await open()
    const connection = await openRaw(url, `${head(6)}abc`)
    const chunked = await openRaw(url, `${head('chunked')}2\r\nxy\r\n1\r\nz\r\n`)
    expect(handled).toEqual([])
    connection.socket.write('def')
    await expect.poll(() => handled).toEqual(['abcdef'])
    chunked.socket.write('0\r\n\r\n')
    await expect.poll(() => handled).toEqual(['abcdef', 'xyz'])
    connection.close()
    chunked.close()
  })

  it('that do not arrive in time are refused with 503 and Retry-After', async () => {
    const url = await open({ graceMs: 50, minBytesPerSecond: 1_000_000 })
    const connection = await openRaw(url, `${head(6)}abc`)
    expect(await connection.closed).toMatch(/^HTTP\/1.1 503 [^]*Retry-After: 5\r\n/)
    expect(handled).toEqual([])
  })

  it('that are too large without a Content-Length are refused with 413', async () => {
    const url = await open()
    const chunk = `${(POST_BODY_MAX_BYTES / 4).toString(16)}\r\n${'x'.repeat(POST_BODY_MAX_BYTES / 4)}\r\n`
    const connection = await openRaw(url, head('chunked') + chunk.repeat(5))
    await expect.poll(() => statusesOf(connection.received())).toEqual([413])
    connection.close()
    expect(handled).toEqual([])
  })

  it.each([
    ['an upload', '/files', 6],
    ['a part of an upload', '/files/uploads/abc_1', 6],
    ['a body that says it is too large', '/api/post/create', POST_BODY_MAX_BYTES + 1],
  ])('of %s are left to the app', async (_, path, length) => {
    const url = await open()
    const connection = await openRaw(url, `${head(length, path)}abc`)
    await expect.poll(() => handled).toEqual([null])
    connection.close()
  })

  it.each([
    '/files@',
    '/files/../api/post/create',
    '/files/uploads/../../api/auth/signin',
    '/files/uploads/%2e%2e',
    '/filesystem',
    '//files',
    '/files/',
  ])('at %s are no uploads', async (path) => {
    const url = await open({ graceMs: 20 })
    const connection = await openRaw(url, `${head(6, path)}abc`)
    expect(statusesOf(await connection.closed)).toEqual([503])
  })
})
