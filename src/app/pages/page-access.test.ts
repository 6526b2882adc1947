import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPage } from '#site/contract/blog-pages.endpoints.ts'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { type PageId, pageIds, pages } from '#pages/pages.ts'
import { mayOpenPage } from '#platform/contract/permissions.ts'
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'
import { createPages } from '#app/web/entry-server.tsx'

/** Requests every page for every role through the pipeline and the real renderer. */
describe('access to pages', () => {
  let blog: TestApp
  let user: TestUser
  let admin: TestUser
  let pathOf: (id: PageId) => string

  beforeAll(async () => {
    blog = await createTestApp({ engine: 'sqlite', overrides: { pages: createPages(null) } })
    user = await blog.makeUser()
    admin = await blog.makeAdmin()
    const post = await blog.makePost({ by: admin })
    const { _id } = await admin.call(createPage, { body: { title: 'Visit', slug: 'visit' } })
    await admin.call(updatePost, {
      params: { postId: _id, userId: admin.id },
      body: { content: '<p>Ring twice.</p>' },
    })
    pathOf = (id) => pages[id].path.replace(':postSlug', post.slug).replace(':postId', post._id).replace(':pageSlug', 'visit')
  })
  afterAll(() => blog.close())

  it('A link whose # a messenger encoded leads to its page, and to no other site', async () => {
    const leadsTo = async (path: string) => (await blog.visitor().send(path, {})).headers.get('location')
    expect(await leadsTo('/invitation%23token')).toBe('/invitation#token')
    for (const path of ['//evil.example%23x', '/visit%23x']) expect(await leadsTo(path), path).toBeNull()
  })

  const open = async (client: TestClient, path: string) => {
    const response = await client.send(path, {})
    const { headers } = response
    return {
      status: response.status,
      location: headers.get('location'),
      cacheControl: headers.get('cache-control') ?? '',
      html: await response.text(),
    }
  }

  it.each(pageIds)('lets permitted users open %s, and redirects all others to sign-in', async (id) => {
    const { access } = pages[id]
    for (const [viewer, client] of [
      [null, blog.visitor()],
      [{ id: user.id, isAdmin: false }, user],
      [{ id: admin.id, isAdmin: true }, admin],
    ] as const) {
      const response = await open(client, pathOf(id))
      const signIn = `/sign-in?from=${encodeURIComponent(pathOf(id))}${viewer === null ? '' : '&admins-only'}`
      expect([response.status, response.location]).toEqual(mayOpenPage(viewer, access) ? [200, null] : [302, signIn])
      // The address of the page Following contains a key.
      expect(response.cacheControl.includes('no-store')).toBe(access !== 'everyone' || id === 'following')
    }
  })

  it.each(pageIds.filter((id) => pages[id].access !== 'everyone'))('guards %s however its path is written', async (id) => {
    for (const path of [
      `${pathOf(id)}/`,
      `${pathOf(id)}//`,
      `/${pathOf(id)}`,
      pathOf(id).replace(/^\/\w/, (start) => start.toUpperCase()),
    ]) {
      const response = await open(blog.visitor(), path)
      expect([path, response.status]).toEqual([path, 302])
      expect(response.cacheControl).toContain('no-store')
    }
  })

  it('A public page is rendered without the session of its client', async () => {
    const response = await open(admin, '/about')
    expect(response.html).not.toContain(admin.email)
    expect(response.html).not.toContain(admin.username)
  })

  it('shows the 404 page where no page has the path, and caches nothing there', async () => {
    for (const path of ['/nothing', '/post', '/dashboard/x', '/update-post', '/update-post/a/b/c']) {
      const response = await open(blog.visitor(), path)
      expect([path, response.status]).toEqual([path, 404])
    }
    expect(blog.blog.store.get('public /nothing')).toBeUndefined()
  })

  it('ignores query parameters that the table does not name', async () => {
    const [plain, other] = [await open(blog.visitor(), '/search'), await open(blog.visitor(), '/search?unknown=%22secret%22&utm=1')]
    expect(other.html).toBe(plain.html)
  })
})
