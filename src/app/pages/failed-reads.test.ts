import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createPage } from '#site/contract/blog-pages.endpoints.ts'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { type PageId, pageIds, pages } from '#pages/pages.ts'
import { listTabs } from '#pages/dashboard/tabs.ts'
import { SETTINGS_PAGES, settingsPath } from '#ui/dashboard/settings-section.ts'
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'
import { createPages } from '#app/web/entry-server.tsx'

const DASHBOARD = [
  ...listTabs({ isAdmin: true }).map(({ id }) => `/dashboard?tab=${id}`),
  '/dashboard?tab=posts&show=trash',
  ...SETTINGS_PAGES.map(settingsPath),
]

/** The comments tab says until when it has shown comments, by the clock of the machine. */
const withoutTimes = (html: string) => html.replaceAll(/"loadedAt":"[^"]+"/g, '')

/** As SQLite reports it when another process holds the database. */
const locked = () => Object.assign(new Error('database is locked'), { errcode: 5 })

/** Fails each read of a page once: through the production pipeline, with the real renderer. */
describe('A page of which a read fails', () => {
  let blog: TestApp
  let reader: TestUser
  let admin: TestUser
  let pathOf: (id: PageId) => string

  beforeAll(async () => {
    blog = await createTestApp({ engine: 'sqlite', overrides: { pages: createPages(null) } })
    reader = await blog.makeUser()
    admin = await blog.makeAdmin()
    const post = await blog.makePost({ by: admin, category: 'life' })
    await blog.makePost({ by: admin })
    await blog.makeComment(reader, post._id)
    const { _id } = await admin.call(createPage, { body: { title: 'Visit', slug: 'visit' } })
    await admin.call(updatePost, { params: { postId: _id, userId: admin.id }, body: { content: '<p>Ring twice.</p>' } })
    pathOf = (id) => pages[id].path.replace(':postSlug', post.slug).replace(':postId', post._id).replace(':pageSlug', 'visit')
  })
  afterAll(() => blog.close())

  /** Opens a page of which one read fails: a statement, and which of its executions. @returns what it read, too */
  const open = async (client: TestClient, path: string, failing?: string) => {
    const reads: string[] = []
    const executor = blog.db.getExecutor()
    const execute = executor.executeQuery.bind(executor)
    const spy = vi.spyOn(executor, 'executeQuery').mockImplementation(async (query, ...rest) => {
      const statement = `${query.sql} ${JSON.stringify(query.parameters)}`
      const read = `${reads.filter((before) => before.endsWith(statement)).length} ${statement}`
      reads.push(read)
      if (read === failing) throw locked()
      return execute(query, ...rest)
    })
    onTestFinished(() => spy.mockRestore())
    const response = await client.send(path, {})
    spy.mockRestore()
    const { status, headers } = response
    return { reads, status, html: (await response.text()).replaceAll(/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g, ''), headers }
  }

  const tryEachRead = async (client: TestClient, path: string, status = 200) => {
    // Invalidates what is cached.
    await blog.edit(async () => {})
    const whole = await open(client, path)
    expect([path, whole.status]).toEqual([path, status])
    let tried = 0
    for (const read of whole.reads) {
      await blog.edit(async () => {})
      const failed = await open(client, path, read)
      // Another part of the blog has read it, while the page was rendered the first time.
      if (!failed.reads.includes(read)) continue
      const { headers } = failed
      expect([path, read, failed.status]).toEqual([path, read, 503])
      expect(headers.get('retry-after')).toBe('5')
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('cache-status')).toBeNull()
      expect(failed.html).toContain('Unexpected Application Error!')
      expect(failed.html).toContain('The blog cannot reach its data just now. Please try again in a moment.')
      // Nothing is claimed about a site that could not be read.
      expect(failed.html).not.toMatch(/Kindred Blog|http:\/\/localhost(?!:3000)/)
      const next = await open(client, path)
      expect([path, read, next.status]).toEqual([path, read, status])
      expect(withoutTimes(next.html)).toBe(withoutTimes(whole.html))
      expect(next.headers.get('cache-status') ?? '').not.toContain('hit')
      tried += 1
    }
    return tried
  }

  it.each(pageIds)('%s is a 503 with Retry-After that is not cached, and right the next time', async (id) => {
    const { access } = pages[id]
    const clients = { everyone: [blog.visitor(), reader], user: [reader, admin], admin: [admin] }[access]
    for (const client of clients) expect(await tryEachRead(client, pathOf(id))).toBeGreaterThan(0)
  })

  it.each(DASHBOARD)('%s is a 503 with Retry-After, and right the next time', async (path) => {
    expect(await tryEachRead(admin, path)).toBeGreaterThan(0)
  })

  it.each(['/nothing', '/post/nothing', '/2019/05/an-old-post'])('%s, which is no page, is a 503 as well', async (path) => {
    for (const client of [blog.visitor(), reader]) expect(await tryEachRead(client, path, 404)).toBeGreaterThan(0)
  })
})
