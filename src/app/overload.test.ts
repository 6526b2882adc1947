import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningBlog, startBlog } from './start.ts'

describe('An overloaded blog', () => {
  let folder: string
  let blog: RunningBlog
  /** Blocks the rendering of pages whose path begins with /create-post. */
  const mayEnd = Promise.withResolvers<void>()
  let rendering = 0
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindred-overload-'))
    const renderPage = async ({ pathname }: URL) => {
      rendering += 1
      if (pathname.startsWith('/create-post')) await mayEnd.promise
      return { status: 200, headers: { 'content-type': 'text/html' }, html: '<p>page</p>' }
    }
    blog = await startBlog({
      env: { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' },
      loadPages: async () => ({ renderPage, renderMail: () => '', inlineScripts: [], inlineStyles: [] }),
      print: () => {},
    })
  })
  afterAll(async () => {
    await blog.close()
    await rm(folder, { recursive: true })
  })

  it('responds 503 at once to the next request, serves cached pages, and recovers', async () => {
    const get = (path: string) => fetch(blog.url + path)
    expect((await get('/about')).status).toBe(200)
    let isFull = false
    // A busy machine refuses some of many at once: they come again, until all places are taken.
    const ask = async (): Promise<number> => {
      const response = await get('/create-post')
      await response.text()
      return response.status === 503 && !isFull ? ask() : response.status
    }
    const slow = Array.from({ length: 200 }, ask)
    await expect.poll(() => rendering).toBe(201)
    isFull = true

    const page = await get('/create-post')
    expect([page.status, page.headers.get('retry-after'), page.headers.get('content-type')]).toEqual([503, '2', 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain('The blog is busy right now. Please try again in a moment.')
    const call = await fetch(`${blog.url}/api/auth/signin`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
    expect([call.status, await call.json()]).toEqual([
      503,
      expect.objectContaining({ success: false, statusCode: 503, code: 'unavailable' }),
    ])
    expect((await get('/api/post/getposts')).status).toBe(503)
    expect((await get('/healthz')).status).toBe(200)
    expect((await get('/about')).status).toBe(200)

    mayEnd.resolve()
    expect(await Promise.all(slow)).toEqual(Array<number>(200).fill(200))
    expect((await get('/api/post/getposts')).status).toBe(200)
    expect((await get('/create-post')).status).toBe(200)
  })

  it('closes the connection of a request that is no HTTP, and no other', async () => {
    const { hostname, port } = new URL(blog.url)
    const socket = connect(Number(port), hostname)
    socket.end('nonsense\r\n\r\n')
    socket.resume()
    await once(socket, 'close')
    expect((await fetch(`${blog.url}/about`)).status).toBe(200)
  })
})
