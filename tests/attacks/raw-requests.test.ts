import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRaw, type RawConnection, sendRaw, statusesOf } from '#tests/support/blog/raw-http.ts'
import { ADMIN, type AttackBlog, startAttackBlog } from './attack-blog.ts'

/** The response body is `ok`, unlike that of any other page. */
const SMUGGLED = 'GET /healthz HTTP/1.1\r\nHost: smuggled.example\r\n\r\n'
const CHUNKED_END = `0\r\n\r\n${SMUGGLED}`

let blog: AttackBlog
let slow: RawConnection
let idle: RawConnection
beforeAll(async () => {
  blog = await startAttackBlog('sqlite')
  slow = await openRaw(blog.url, 'GET / HTTP/1.1\r\nHost: a.example\r\nX-Slow: ')
  idle = await openRaw(blog.url)
})
afterAll(() => blog?.stop())

const post = (...headers: string[]) => ['POST /api/auth/signin HTTP/1.1', ...headers, '', ''].join('\r\n')
const host = 'Host: a.example'

describe('request smuggling', () => {
  it.each([
    ['Content-Length and Transfer-Encoding', post(host, 'Content-Length: 4', 'Transfer-Encoding: chunked') + CHUNKED_END],
    ['Transfer-Encoding and Content-Length', post(host, 'Transfer-Encoding: chunked', 'Content-Length: 4') + CHUNKED_END],
    ['two Content-Lengths', post(host, 'Content-Length: 0', `Content-Length: ${SMUGGLED.length}`) + SMUGGLED],
    ['two equal Content-Lengths', post(host, 'Content-Length: 2', 'Content-Length: 2') + `{}${SMUGGLED}`],
    ['a list of Content-Lengths', post(host, `Content-Length: 0, ${SMUGGLED.length}`) + SMUGGLED],
    ['a signed Content-Length', post(host, `Content-Length: +${SMUGGLED.length}`) + SMUGGLED],
    ['a negative Content-Length', post(host, 'Content-Length: -1') + SMUGGLED],
    ['a hexadecimal Content-Length', post(host, 'Content-Length: 0x2') + `{}${SMUGGLED}`],
    ['a Content-Length in words', post(host, 'Content-Length: two') + SMUGGLED],
    ['a Content-Length with an exponent', post(host, 'Content-Length: 1e1') + SMUGGLED],
    ['a Content-Length with a space inside', post(host, 'Content-Length: 1 0') + SMUGGLED],
    ['an empty Content-Length', post(host, 'Content-Length:') + SMUGGLED],
    ['an enormous Content-Length', post(host, `Content-Length: ${'9'.repeat(30)}`) + SMUGGLED],
    ['a space before the colon', post(host, 'Content-Length : 0', 'Transfer-Encoding : chunked') + CHUNKED_END],
    ['a tab before the colon', post(host, 'Transfer-Encoding\t: chunked') + CHUNKED_END],
    ['an unknown encoding', post(host, 'Transfer-Encoding: xchunked') + CHUNKED_END],
    ['chunked before another encoding', post(host, 'Transfer-Encoding: chunked, identity') + CHUNKED_END],
    ['two Transfer-Encodings', post(host, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity') + CHUNKED_END],
    ['an encoding in quotes', post(host, 'Transfer-Encoding: "chunked"') + CHUNKED_END],
    ['an encoding behind a vertical tab', post(host, 'Transfer-Encoding: \x0bchunked') + CHUNKED_END],
    ['a folded header', post(host, 'Transfer-Encoding:\r\n chunked') + CHUNKED_END],
    ['a header that begins with a space', post(host, ' Transfer-Encoding: chunked') + CHUNKED_END],
    ['a header after a bare carriage return', post(host, 'X: a\rTransfer-Encoding: chunked') + CHUNKED_END],
    ['a header after a bare line feed', post(host, 'X: a\nTransfer-Encoding: chunked', `Content-Length: 4`) + CHUNKED_END],
    ['a NUL in a header', post(host, 'X: a\0b') + SMUGGLED],
    ['a header name with a space', post(host, 'Transfer Encoding: chunked') + CHUNKED_END],
    ['a header without a name', post(host, ': chunked') + CHUNKED_END],
    ['a line without a colon', post(host, 'chunked') + CHUNKED_END],
    ['a chunk size that is no number', post(host, 'Transfer-Encoding: chunked') + `zz\r\n{}\r\n${CHUNKED_END}`],
    ['a negative chunk size', post(host, 'Transfer-Encoding: chunked') + `-1\r\n{}\r\n${CHUNKED_END}`],
    ['a chunk size that overflows', post(host, 'Transfer-Encoding: chunked') + `${'f'.repeat(20)}\r\n{}\r\n${CHUNKED_END}`],
    ['a chunk size with 0x', post(host, 'Transfer-Encoding: chunked') + `0x2\r\n{}\r\n${CHUNKED_END}`],
    ['a chunk longer than its size', post(host, 'Transfer-Encoding: chunked') + `1\r\n{}\r\n${CHUNKED_END}`],
    ['a chunk that ends with a line feed', post(host, 'Transfer-Encoding: chunked') + `2\n{}\n0\n\n${SMUGGLED}`],
    ['a space in the path', `GET /about page HTTP/1.1\r\n${host}\r\n\r\n${SMUGGLED}`],
    ['no version', `GET /about\r\n\r\n${SMUGGLED}`],
    ['a version that is none', `GET /about HTTP/1.1.1\r\n${host}\r\n\r\n${SMUGGLED}`],
    ['an unknown method', `FETCH /about HTTP/1.1\r\n${host}\r\n\r\n${SMUGGLED}`],
    ['a method in lower case', `get /about HTTP/1.1\r\n${host}\r\n\r\n${SMUGGLED}`],
    ['no Host', `GET /about HTTP/1.1\r\n\r\n${SMUGGLED}`],
    ['headers larger than 16 KB', `GET /about HTTP/1.1\r\n${host}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n${SMUGGLED}`],
    ['TLS', Buffer.from('16030100a5010000a1030352362c1012cf23628256e745e903cea696e9f62a60ba0ae8311d70dea5e41949', 'hex')],
  ])('with %s is refused, and the rest of the connection with it', async (_, bytes) => {
    const received = await sendRaw(blog.url, bytes)
    expect(statusesOf(received)).toEqual([expect.toSatisfy((status: number) => status >= 400 && status < 500)])
    expect(received).not.toMatch(/\r\n\r\nok\n/)
  })

  it.each([
    ['a GET with a body', `GET /about HTTP/1.1\r\n${host}\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`, 200],
    ['a HEAD with a body', `HEAD /about HTTP/1.1\r\n${host}\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`, 200],
    ['a DELETE with a body', `DELETE /api/user/signout HTTP/1.1\r\n${host}\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`, 404],
    ['a body that is no JSON', post(host, `Content-Length: ${SMUGGLED.length}`) + SMUGGLED, 400],
    [
      'a chunk extension',
      post(host, 'Transfer-Encoding: chunked') + `${SMUGGLED.length.toString(16)};a="b"\r\n${SMUGGLED}\r\n0\r\n\r\n`,
      400,
    ],
    ['trailers', post(host, 'Transfer-Encoding: chunked') + `2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n`, 400],
    // What follows ends the connection; the page comes first where it is sent at once.
    ['a request of version 2', `GET /about HTTP/2.0\r\n${host}\r\n\r\n${SMUGGLED}`, expect.toBeOneOf([200, 400])],
    [
      'an upgrade',
      `GET /about HTTP/1.1\r\n${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
      200,
    ],
  ])('of %s gets one response', async (_, bytes, status) => {
    const received = await sendRaw(blog.url, bytes)
    expect(statusesOf(received)).toEqual([status])
    expect(received).not.toMatch(/\r\n\r\nok\n/)
  })
})

describe('cache poisoning', () => {
  const EVIL = 'evil.example'
  /** Long enough that no generated id contains it by chance. */
  const FORGED_PORT = '66606661'
  it.each([
    ['Host', EVIL],
    ['X-Forwarded-Host', EVIL],
    ['X-Host', EVIL],
    ['X-Forwarded-Server', EVIL],
    ['X-HTTP-Host-Override', EVIL],
    ['Forwarded', `host=${EVIL};proto=http`],
    ['X-Forwarded-Proto', 'evil'],
    ['X-Forwarded-Scheme', 'evil'],
    ['X-Forwarded-Port', FORGED_PORT],
    ['X-Forwarded-Prefix', `//${EVIL}`],
    ['X-Forwarded-For', EVIL],
    ['X-Original-URL', `/${EVIL}`],
    ['X-Rewrite-URL', `/${EVIL}`],
    ['X-HTTP-Method-Override', 'POST'],
    ['X-Request-Id', EVIL],
    ['Surrogate-Key', EVIL],
    ['Origin', `https://${EVIL}`],
    ['Referer', `https://${EVIL}/`],
    ['Accept-Language', EVIL],
    ['User-Agent', `<script src=//${EVIL}>`],
    ['Accept', 'application/json'],
    ['Range', 'bytes=0-3'],
    ['If-None-Match', '*'],
    ['Accept-Encoding', 'br;q=0, gzip;q=0, identity;q=0'],
    ['Cookie', `kindred-session=${EVIL}; theme=${EVIL}`],
    ['Authorization', `Bearer ${EVIL}`],
  ])('by %s leaves no trace in what others get', async (name, value) => {
    // The write empties the cache, so that the attacker's request fills it.
    await blog.admin.call('POST', '/api/post/create', { title: 'News', content: '<p>News.</p>' })
    const paths = ['/', `/post/${blog.post.slug}`, '/api/post/getposts', '/feed.xml']
    for (const path of paths) {
      const hostLine = name === 'Host' ? '' : `Host: ${blog.host}\r\n`
      await sendRaw(blog.url, `GET ${path} HTTP/1.1\r\n${hostLine}${name}: ${value}\r\nConnection: close\r\n\r\n`)
      const response = await fetch(blog.url + path)
      const [text, headers] = [await response.text(), JSON.stringify([...response.headers])]
      expect([path, response.status]).toEqual([path, 200])
      expect(text.length).toBeGreaterThan(200)
      expect(text + headers).not.toContain('evil')
      expect(text + headers).not.toContain(FORGED_PORT)
    }
  })
})

describe('cache deception', () => {
  it.each([
    '/dashboard/a.css',
    '/dashboard.css',
    '/dashboard%2fa.css',
    '/dashboard;a.css',
    '/dashboard?a.css',
    '/dashboard%3fa.css',
    '/dashboard%00.css',
    '/dashboard//',
    '//dashboard',
    '/DASHBOARD/a.js',
    '/assets/../dashboard',
    '/assets/%2e%2e/dashboard',
    '/api/auth/session/a.css',
    '/api/auth/session%2fa.css',
    '/api/auth/session;a.css',
    '/api/auth/session?a.css',
    '/API/auth/session/',
    '/api/user/getusers?a=.js',
    '/create-post/a.png',
    '/feed.xml/../dashboard',
  ])('at %s stores nothing private', async (path) => {
    const cookie = `Cookie: ${blog.admin.cookie}\r\n`
    const request = (extra: string) => `GET ${path} HTTP/1.1\r\nHost: ${blog.host}\r\n${extra}Connection: close\r\n\r\n`
    const own = await sendRaw(blog.url, request(cookie))
    const header = /^cache-control: (.*)$/im.exec(own)?.[1] ?? ''
    expect([path, own.includes(ADMIN.email) && !/no-store|private/.test(header)]).toEqual([path, false])
    const others = await sendRaw(blog.url, request(''))
    expect(others).toMatch(/^HTTP\/1.1 \d/)
    expect(others).not.toContain(ADMIN.email)
  })
})

describe('path traversal', () => {
  it.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/..\\package.json',
    '/..%5cpackage.json',
    '/%252e%252e/package.json',
    '/....//package.json',
    '/assets/../../../package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/files/../kindred.sqlite',
    '/files/..%2fkindred.sqlite',
    '/files/aaaaaaaaaaaaaaaa/..%2f..%2f..%2fkindred.sqlite',
    '/files/%2e%2e/kindred.sqlite',
    '/files//etc/passwd',
    '/files/uploads/..%2f..%2fkindred.sqlite',
    '/etc/passwd',
    '//etc/passwd',
    '/%00/etc/passwd',
    'file:///etc/passwd',
    'http://127.0.0.1:1/etc/passwd',
  ])('to %s finds nothing', async (path) => {
    const received = await sendRaw(blog.url, `GET ${path} HTTP/1.1\r\nHost: ${blog.host}\r\nConnection: close\r\n\r\n`)
    expect(received).toMatch(/^HTTP\/1.1 4\d\d /)
    expect(received).not.toMatch(/root:|SQLite format|"dependencies"/)
  })
})

describe('another website', () => {
  const write = (headers: Record<string, string>, body = '{"content":"from elsewhere"}') =>
    blog.admin.send('/api/comment/create', { method: 'POST', body: body.replace('{', `{"postId":"${blog.post._id}",`), headers })

  it.each([
    ['its own origin', { origin: 'https://evil.example', 'content-type': 'application/json' }, 403],
    ['no origin of a sandbox', { origin: 'null', 'content-type': 'application/json' }, 403],
    ['an origin that begins like ours', { origin: 'http://127.0.0.1.evil.example', 'content-type': 'application/json' }, 403],
    ['text/plain, as forms may', { 'content-type': 'text/plain' }, 400],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
    ['a form with parts', { 'content-type': 'multipart/form-data; boundary=a' }, 400],
  ])('cannot write with a reader’s cookie and %s', async (_, headers, status) => {
    expect((await write(headers)).status).toBe(status)
  })

  it('cannot read with a reader’s cookie', async () => {
    const response = await blog.admin.send('/api/auth/session', { headers: { origin: 'https://evil.example' } })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(response.headers.get('x-frame-options')).toBe('DENY')
  })

  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])('cannot turn a GET into a write by %s', async (name) => {
    const path = `/api/post/deletepost/${blog.post._id}/${blog.admin.id}`
    await blog.admin.send(path, { headers: { [name]: 'DELETE' } })
    expect((await fetch(`${blog.url}/post/${blog.post.slug}`)).status).toBe(200)
  })
})

describe('slow clients', () => {
  it('with unfinished headers and without a request are disconnected', async () => {
    expect(statusesOf(await slow.closed)).toEqual([408])
    await idle.closed
  })

  it('do not hold up others', async () => {
    const connections = await Promise.all(Array.from({ length: 300 }, () => openRaw(blog.url, 'GET / HTTP/1.1\r\nX: ')))
    expect((await fetch(`${blog.url}/about`)).status).toBe(200)
    for (const connection of connections) connection.close()
  })

  it('of one address have at most 500 connections, and others of it work again when they close', async () => {
    const connections = await Promise.all(Array.from({ length: 520 }, () => openRaw(blog.url)))
    await expect.poll(() => connections.filter(({ socket }) => socket.destroyed).length).toBeGreaterThanOrEqual(20)
    for (const connection of connections) connection.close()
    await expect
      .poll(async () => (await sendRaw(blog.url, `GET /about HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).length)
      .toBeGreaterThan(0)
  })
})
