import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { InProcessCall } from '#platform/contract/rendered-page.ts'
import type { Pages } from '#app/pages/render-page.ts'
import { loadBuiltPages } from '#app/process/run.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

type Fault = (call: InProcessCall) => InProcessCall

/** Replaces a date in the responses to calls with this key prefix by a value that cannot be rendered. */
const spoil =
  (prefix: string, field: string): Fault =>
  (call) =>
  async (key, input) => {
    const result = await call(key, input)
    if (!key.startsWith(prefix) || !result.ok) return result
    return {
      ok: true,
      body: JSON.parse(JSON.stringify(result.body).replaceAll(new RegExp(`"${field}":"[^"]*"`, 'g'), `"${field}":"never"`)),
    }
  }

describe('A page that fails', () => {
  let blog: TestApp
  let slug: string
  let fault: Fault | null = null
  beforeAll(async () => {
    const built = await loadBuiltPages()
    const pages: Pages = {
      ...built,
      renderPage: (url, call, options) => built.renderPage(url, fault === null ? call : fault(call), options),
    }
    blog = await createTestApp({ engine: 'sqlite', overrides: { pages } })
    const post = await blog.makePost({ title: 'A post like any other' })
    slug = post.slug
    await blog.makeComment(await blog.makeUser(), post._id, 'A kind word')
  })
  afterAll(() => blog?.close())
  beforeEach(() => {
    fault = null
    blog.logLines.splice(0)
  })

  const open = async (path: string, broken: Fault | null = null) => {
    fault = broken
    const response = await blog.visitor().send(path, {})
    fault = null
    return {
      status: response.status,
      cacheControl: response.headers.get('cache-control'),
      cacheStatus: response.headers.get('cache-status'),
      requestId: response.headers.get('x-request-id'),
      retryAfter: response.headers.get('retry-after'),
      html: await response.text(),
    }
  }
  const loggedFailure = () => JSON.parse(blog.logLines.find((line) => line.includes('page failed to render')) ?? 'null') as unknown

  it('A part that fails to render leaves the rest readable, is logged with the request id, and is not cached', async () => {
    const path = `/post/${slug}`
    const failed = await open(path, spoil('GET /api/comment/', 'createdAt'))
    expect(failed).toMatchObject({ status: 200, cacheControl: 'no-store' })
    expect(failed.html).toContain('A post like any other')
    expect(failed.html).toContain('This part of the page could not be shown just now.')
    expect(failed.html).toContain('<footer')
    expect(failed.html).not.toContain('A kind word')
    expect(loggedFailure()).toMatchObject({ level: 50, path, requestId: failed.requestId, err: { message: 'Invalid time value' } })
    const whole = await open(path)
    expect(whole).toMatchObject({ status: 200, cacheStatus: expect.not.stringContaining('hit') })
    expect(whole.html).toContain('A kind word')
    expect(whole.html).not.toContain('could not be shown')
  })

  it('A page that fails to render is the error page with 500 and the request id, and renders the next time', async () => {
    const failed = await open('/', spoil('GET /api/post/', 'createdAt'))
    expect(failed).toMatchObject({ status: 500, cacheControl: 'private, no-cache' })
    expect(failed.html).toContain('Unexpected Application Error!')
    expect(failed.html).toMatch(/role="alert"[^>]*>Something went wrong</)
    expect(failed.html).not.toContain('Invalid time value')
    expect(failed.html).toContain(failed.requestId)
    expect(failed.html).toContain('<title>Something went wrong')
    expect(failed.html).toContain('<footer')
    expect(failed.html).not.toMatch(/node_modules|\.js:\d/)
    expect(loggedFailure()).toMatchObject({ level: 50, path: '/', requestId: failed.requestId, err: { message: 'Invalid time value' } })
    expect(await open('/')).toMatchObject({ status: 200, html: expect.stringContaining('A post like any other') })
  })
})
