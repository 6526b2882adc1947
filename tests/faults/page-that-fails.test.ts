import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InProcessCall } from '#contract/in-process-call.ts'
import type { Pages } from '#server/features/pages/render-page.ts'
import { loadBuiltPages } from '#server/process/load-built-pages.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Comments that fail to render. */
const spoil =
  (call: InProcessCall): InProcessCall =>
  async (key, input) =>
    key.startsWith('GET /api/comment/') ? { ok: true, body: [{ _id: '1', content: 'x', likes: [], createdAt: 'never' }] } : call(key, input)

describe('a page that fails while it renders', () => {
  let blog: TestApp
  let isSpoiled = true
  beforeAll(async () => {
    const built = await loadBuiltPages()
    const pages: Pages = { ...built, renderPage: (url, call, options) => built.renderPage(url, isSpoiled ? spoil(call) : call, options) }
    blog = await createTestApp({ engine: 'sqlite', overrides: { pages } })
  })
  afterAll(() => blog?.close())

  it('shows the error screen, is logged with its request id, and renders the next time', async () => {
    const { slug } = await blog.makePost({ title: 'A post like any other' })
    const failed = await blog.visitor().send(`/post/${slug}`, {})
    const html = await failed.text()
    expect(failed.status).toBe(500)
    expect(html).toContain('Unexpected Application Error!')
    expect(html).toContain('<footer')
    expect(html).not.toMatch(/node_modules|\.js:\d/)
    const line = blog.logLines.find((each) => each.includes('page failed to render')) ?? ''
    expect(JSON.parse(line)).toMatchObject({
      level: 50,
      path: `/post/${slug}`,
      requestId: expect.any(String),
      err: { message: 'Invalid time value' },
    })
    isSpoiled = false
    const whole = await blog.visitor().send(`/post/${slug}`, {})
    expect(whole.status).toBe(200)
    expect(await whole.text()).toContain('A post like any other')
  })
})
