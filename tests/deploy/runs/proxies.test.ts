import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nextPartBytes } from '#media/web/upload/upload-rules.ts'
import { UPLOAD_PART_FIRST_BYTES } from '#media/contract/media-limits.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { missingOpenssl } from '#tests/support/blog/certificates.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { tusClient, uploadPicture } from '#tests/support/media/tus.ts'
import { type Proxy, proxyPrograms } from './proxies.ts'

const ADMIN = { email: 'boss@example.org', password: 'a long password of boss' }
const MB = 1024 * 1024

interface Received {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

describe.each(proxyPrograms)('$name with the shipped files', ({ name, missing, start }) => {
  describe('in front of a blog', unlessMissing(missing ?? missingOpenssl), () => {
    let proxy: Proxy
    let blog: BlogProcess
    let cookie: string
    let settings: Record<string, string>

    beforeAll(async () => {
      const port = await findFreePort()
      proxy = await start(port)
      settings = { PORT: String(port), PUBLIC_URL: proxy.url, TRUST_PROXY: '1', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
      blog = await startBlogProcess(settings)
      const signedIn = await send('/api/auth/signin', json(ADMIN))
      cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
    })
    afterAll(async () => {
      await proxy?.stop()
      await blog?.stop()
    })

    function send(path: string, options: RequestOptions = {}, body?: Uint8Array | string): Promise<Received> {
      const given = options as RequestOptions & { body?: string }
      return new Promise((resolve, reject) => {
        const sent = request(proxy.url + path, { ca: proxy.authority, agent: false, ...options }, (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }))
          response.on('error', reject)
        })
        sent.on('error', reject)
        sent.end(body ?? given.body)
      })
    }
    const json = (body: object, headers: Record<string, string> = {}) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    /** For the client of uploads. */
    const member = {
      async send(path: string, init: RequestInit): Promise<Response> {
        const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie, origin: proxy.url }
        const received = await send(path, { method: init.method ?? 'GET', headers }, init.body as Uint8Array | undefined)
        const body = [204, 304].includes(received.status) ? null : new Uint8Array(received.body)
        return new Response(body, { status: received.status, headers: received.headers as Record<string, string> })
      },
    }

    it('serves pages over HTTPS, and leads there', async () => {
      const home = await send('/')
      expect(home.status).toBe(200)
      expect(home.body.toString()).toContain('Kindred')
      expect(home.headers['strict-transport-security']).toContain('max-age')
      const plain = await new Promise<IncomingMessage>((resolve, reject) =>
        requestHttp({ host: '127.0.0.1', port: proxy.httpPort, path: '/about', headers: { host: 'localhost' } }, resolve)
          .on('error', reject)
          .end(),
      )
      expect([301, 308]).toContain(plain.statusCode)
      expect(plain.headers.location).toMatch(/^https:\/\/localhost.*\/about$/)
    })

    it('keeps the checks of health for this machine', async () => {
      // nginx allows this machine, from which the test comes; Caddy leaves the blog's own port for it.
      expect((await send('/readyz')).status).toBe(name === 'caddy' ? 404 : 200)
      expect((await fetch(`http://127.0.0.1:${settings['PORT']}/readyz`)).status).toBe(200)
    })

    it('passes a picture on, and a part of it', async () => {
      const noise = { create: { width: 900, height: 700, channels: 3 as const, background: '#b4442f' } }
      const bytes = await sharp(noise).jpeg().toBuffer()
      const path = new URL(await uploadPicture(member, { kind: 'post', bytes }), proxy.url).pathname
      const whole = await send(path, { headers: { cookie } })
      expect(whole.status).toBe(200)
      const part = await send(path, { headers: { cookie, range: 'bytes=10-19' } })
      expect(part.status).toBe(206)
      expect(part.body).toEqual(whole.body.subarray(10, 20))
      expect(part.headers['content-range']).toBe(`bytes 10-19/${whole.body.byteLength}`)
    })

    it('passes on an upload of 40 MB in the parts that browsers send', async () => {
      const tus = tusClient(member)
      const size = 40 * MB
      const { url, status } = await tus.create({ kind: 'import', name: 'old-blog', size })
      expect(status).toBe(201)
      let offset = 0
      for (let part = UPLOAD_PART_FIRST_BYTES; offset < size; part = nextPartBytes(part)) {
        const bytes = Buffer.alloc(Math.min(part, size - offset), 'a')
        const sent = await tus.patch(new URL(url, proxy.url).pathname, offset, bytes)
        expect([offset, sent.status]).toEqual([offset, 204])
        offset = Number(sent.headers.get('upload-offset'))
      }
      expect(offset).toBe(size)
      await tus.end(new URL(url, proxy.url).pathname)
    })

    it('refuses a body of 20 MB', async () => {
      const options = { method: 'POST', headers: { 'content-type': 'application/json' } }
      // The proxy may close the connection before all of it is sent.
      const ending = await send('/api/auth/signin', options, Buffer.alloc(20 * MB, 'a')).then(
        ({ status }) => String(status),
        ({ code }: NodeJS.ErrnoException) => code,
      )
      expect(['413', 'EPIPE', 'ECONNRESET']).toContain(ending)
      expect((await send('/')).status).toBe(200)
    })

    it("passes on a path of 2 KB, and the blog's refusal of a longer one", async () => {
      expect((await send(`/${'a'.repeat(2000)}`)).status).toBe(404)
      const long = await send(`/${'a'.repeat(3000)}`)
      expect([long.status, long.body.toString()]).toEqual([414, expect.stringContaining('address')])
    })

    it('tells the blog the address of the client, whatever the client claims', async () => {
      const fail = async (localAddress: string, claimed: string) =>
        (
          await send('/api/auth/signin', {
            ...json(
              { email: 'nobody@example.org', password: 'wrong, all the time' },
              { 'x-forwarded-for': claimed, forwarded: `for=${claimed}` },
            ),
            host: '127.0.0.1',
            servername: 'localhost',
            localAddress,
          })
        ).status
      const statuses: number[] = []
      for (let number = 0; number < 15; number += 1) statuses.push(await fail('127.0.0.1', `10.1.2.${number}`))
      expect(statuses.slice(0, 10)).not.toContain(429)
      expect(statuses.at(-1)).toBe(429)
      expect(await fail('127.0.0.2', '10.9.9.9')).not.toBe(429)
    })

    it.runIf(name === 'caddy')('passes a write on to a blog that takes five seconds to accept a connection', async () => {
      await blog.stop()
      const { port, pid, end } = await startSlowServer(Number(settings['PORT']))
      process.kill(pid, 'SIGSTOP')
      // These fill the kernel's queue.
      const others = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}))
      await sleep(500)
      const sent = send('/api/auth/signin', json(ADMIN))
      await sleep(5000)
      process.kill(pid, 'SIGCONT')
      expect((await sent).body.toString()).toBe(JSON.stringify(ADMIN))
      for (const other of others) other.destroy()
      await end()
      blog = await startBlogProcess(settings)
    })

    it('says that the blog is down while it is, and passes pages on again afterwards', async () => {
      await blog.stop()
      expect((await send('/about')).status).toBe(502)
      blog = await startBlogProcess(settings)
      await expect.poll(async () => (await send('/about')).status).toBe(200)
    })
  })
})

/** Responds with the body of the request. Its kernel keeps one connection or two until it is accepted. */
async function startSlowServer(port: number) {
  const script = `require('node:http').createServer((request, response) => request.pipe(response)).listen({ port: ${port}, host: '127.0.0.1', backlog: 1 }, () => console.log('ready'))`
  const child = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const end = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { port, pid: child.pid ?? 0, end }
}

it('The limits of both proxies are those of the largest part of an upload', () => {
  let part = UPLOAD_PART_FIRST_BYTES
  while (nextPartBytes(part) !== part) part = nextPartBytes(part)
  const read = (path: string) => readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8')
  expect(Number(/max_size (\d+)MiB/.exec(read('caddy/Caddyfile'))?.[1]) * MB).toBe(part)
  expect(Number(/client_max_body_size (\d+)m;/.exec(read('nginx/kindred-proxy.conf'))?.[1]) * MB).toBe(part)
})
