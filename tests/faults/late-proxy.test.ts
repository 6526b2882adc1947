import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { openRaw, type RawConnection, statusesOf } from '#tests/support/blog/raw-http.ts'

/** Longer than a client that is no proxy may be silent, and the next check of the headers. */
const SILENT_MS = 16_000
/** Longer than the proxies of deploy/ keep an idle connection. */
const LATE_MS = 5000
const GET = 'GET /healthz HTTP/1.1\r\nHost: a.example\r\n\r\n'
const BODY = JSON.stringify({ email: 'nobody@example.org', password: 'not a password' })
const POST = `POST /api/auth/signin HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`

async function start(trustedProxies: number): Promise<BlogProcess> {
  const settings = { LOG_LEVEL: 'silent', TRUST_PROXY: String(trustedProxies) }
  const blog = await startBlogProcess(settings, { script: 'tests/support/blog/pageless-blog.mjs' })
  onTestFinished(blog.stop)
  return blog
}

/** A connection that nothing was sent on, and one that waits for its second request. */
async function openBoth({ url }: BlogProcess) {
  const [unused, idle] = await Promise.all([openRaw(url), openRaw(url, GET)])
  await expect.poll(() => statusesOf(idle.received())).toEqual([200])
  onTestFinished(() => [unused, idle].forEach(({ close }) => close()))
  return { unused, idle }
}

/** Sends a write, which no proxy repeats. @returns all statuses of the connection */
async function write({ socket, received }: RawConnection): Promise<number[]> {
  const count = statusesOf(received()).length
  socket.write(POST)
  await expect.poll(() => socket.destroyed || statusesOf(received()).length > count).toBe(true)
  return statusesOf(received())
}

describe('A proxy that had to wait for the processor before it sent its request', () => {
  it('gets the response, also on a connection that was idle, or that it had not used yet', async () => {
    const { unused, idle } = await openBoth(await start(1))
    await sleep(SILENT_MS)
    expect(await Promise.all([write(unused), write(idle)])).toEqual([[401], [200, 401]])
  })

  it('gets the response from a blog that stops, which then ends', async () => {
    const blog = await start(1)
    const { unused, idle } = await openBoth(blog)
    blog.send('SIGTERM')
    await sleep(LATE_MS)
    expect(await Promise.all([write(unused), write(idle)])).toEqual([[401], [200, 401]])
    await Promise.all([unused.closed, idle.closed])
    await expect.poll(blog.ending).toBe('exit code 0')
  })
})

it('Other clients that are silent for so long lose their connection', async () => {
  const { unused, idle } = await openBoth(await start(0))
  await sleep(SILENT_MS)
  expect([await unused.closed, statusesOf(await idle.closed)]).toEqual([expect.stringMatching(/^(HTTP\/1.1 408 |$)/), [200]])
})
