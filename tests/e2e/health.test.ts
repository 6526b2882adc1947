import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { findFreePort } from '#tests/support/free-port.ts'

/** Runs in the server: the signal causes an uncaught error. */
const FAULT = 'process.on("SIGWINCH",()=>Promise.reject(new Error("a fault of the test")))'

describe('Health and metrics', () => {
  let blog: BlogProcess
  let metricsUrl: string
  beforeAll(async () => {
    const port = await findFreePort()
    metricsUrl = `http://127.0.0.1:${port}/metrics`
    blog = await startBlogProcess({
      METRICS_PORT: String(port),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAULT)}`,
    })
  })
  afterAll(() => blog.stop())

  const figure = (text: string, name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    )

  it('/healthz and /readyz report a healthy blog', async () => {
    const alive = await fetch(`${blog.url}/healthz`)
    expect([alive.status, await alive.text(), alive.headers.get('cache-control')]).toEqual([200, 'ok\n', 'no-store'])
    const ready = await fetch(`${blog.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true, problems: [] }])
  })

  it('Metrics are served on loopback only', async () => {
    const asked = 30
    await Promise.all(Array.from({ length: asked }, () => fetch(`${blog.url}/about`, { headers: { connection: 'close' } })))
    const text = await (await fetch(metricsUrl)).text()
    expect(figure(text, 'kindred_http_requests_total{method="GET",route="/about",status="200"}')).toBe(asked)
    const [hits, misses] = ['hits', 'misses'].map((what) => figure(text, `kindred_response_cache_${what}_total`))
    // The page is rendered once; requests that arrive meanwhile wait for it.
    expect(misses).toBeGreaterThan(0)
    expect((hits ?? 0) + (misses ?? 0)).toBeLessThanOrEqual(asked + 2)
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
    expect((await fetch(`${blog.url}/metrics`)).status).toBe(404)
  })

  it('The error screen shows the request id of the log', async () => {
    const database = new DatabaseSync(join(blog.dataDir, 'kindred.sqlite'))
    database.exec('alter table posts rename to posts_elsewhere')
    const response = await fetch(`${blog.url}/projects`)
    database.exec('alter table posts_elsewhere rename to posts')
    database.close()
    const page = await response.text()
    expect(response.status).toBe(500)
    expect(page).toContain('Unexpected Application Error!')
    expect(page).not.toContain('posts_elsewhere')
    const [, reference = ''] = /<code[^>]*>([\w-]{36})<\/code>/.exec(page) ?? []
    expect(response.headers.get('x-request-id')).toBe(reference)
    await expect.poll(() => blog.output()).toMatch(new RegExp(`"level":50[^\n]*${reference}[^\n]*no such table`))
    expect((await fetch(`${blog.url}/projects`)).status).toBe(200)
  })

  it('/readyz names the problem while /healthz stays ok', async () => {
    await rm(blog.dataDir, { recursive: true, force: true })
    // /readyz caches its result for a moment.
    const ready = async () => {
      const response = await fetch(`${blog.url}/readyz`)
      return [response.status, (await response.json()).problems]
    }
    await expect.poll(ready).toEqual([503, expect.arrayContaining(['The storage of the pictures cannot be reached.'])])
    expect((await fetch(`${blog.url}/healthz`)).status).toBe(200)
  })

  it('An uncaught error is logged and stops the process with exit code 1', async () => {
    blog.send('SIGWINCH')
    await expect.poll(() => blog.ending()).toBe('exit code 1')
    expect(blog.output()).toMatch(/"level":60.*a fault of the test.*uncaught error/)
  })
})
