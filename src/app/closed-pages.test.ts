import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPage } from '#site/contract/blog-pages.endpoints.ts'
import { updateBlogWords } from '#site/contract/site.endpoints.ts'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import type { PublicResponse } from '#platform/contract/public-response.ts'
import { findPage, type PageId, pageIds, pages } from '#pages/pages.ts'
import { publicResponses } from './contract/public-responses.ts'
import { useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { createPages } from './web/entry-server.tsx'

/** Pages for everyone that are open on a closed blog. */
const OPEN_PAGES: readonly PageId[] = [
  'follow-confirm',
  'following',
  'sign-in',
  'sign-up',
  'invitation',
  'setup',
  'verify-email',
  'privacy-policy',
  'terms',
]

const close = (admin: TestUser, isClosed = true) => admin.call(updateSettings, { body: { isClosed } })

describe('The pages of a closed blog', () => {
  const blog = useTestApp('sqlite', { overrides: { pages: createPages(null) } })
  let admin: TestUser
  let reader: TestUser
  let relative: TestUser
  let pathOf: (id: PageId) => string
  const open = async (path: string, client = blog().visitor()) => {
    const response = await client.send(path, {})
    return { status: response.status, location: response.headers.get('location'), html: await response.text() }
  }
  beforeAll(async () => {
    admin = await blog().makeAdmin()
    reader = await blog().makeUser()
    relative = await blog().makeUser({ isFamily: true })
    const post = await blog().makePost({ by: admin, title: 'A secret title' })
    const { _id } = await admin.call(createPage, { body: { title: 'A secret page', slug: 'visit', place: 'header' } })
    const words = { params: { postId: _id, userId: admin.id }, body: { content: '<p>Ring twice.</p>' } }
    await admin.call(updatePost, words)
    await admin.call(updateBlogWords, { body: { author: 'A secret author' } })
    await blog().db.insertInto('old_addresses').values({ path: '/2024/05/old', post_id: post._id }).execute()
    pathOf = (id) => pages[id].path.replace(':postSlug', post.slug).replace(':postId', post._id).replace(':pageSlug', 'visit')
    // Fills the cache before the blog is closed.
    for (const id of pageIds) for (const client of [blog().visitor(), reader]) await open(pathOf(id), client)
    await close(admin)
  })
  afterAll(() => close(admin, false))

  it.each(pageIds.filter((id) => pages[id].access === 'everyone'))('%s', async (id) => {
    const { status, location, html } = await open(pathOf(id))
    const path = pathOf(id)
    const signIn = path === '/' ? '/sign-in' : `/sign-in?from=${encodeURIComponent(path)}`
    expect([status, location]).toEqual(OPEN_PAGES.includes(id) ? [200, null] : [302, signIn])
    expect(html).not.toContain('A secret')
    for (const [, href = ''] of html.matchAll(/ (?:href|action)="(\/[^"]*)"/g)) {
      const page = findPage(href.replace(/[?#].*/, ''))
      // Links to icons and guarded pages are allowed.
      const isHiddenWhenClosed = page?.page.access === 'everyone' && page.page.whenClosed !== 'open'
      expect([
        href,
        isHiddenWhenClosed && !Object.values<PublicResponse>(publicResponses).some(({ path: known }) => known === href),
      ]).toEqual([href, false])
    }
    expect(html).not.toContain('speculationrules')
    // It would be empty, for the family too.
    expect(html).not.toContain('/feed.xml')
    const forReader = await open(path, reader)
    expect([forReader.status, forReader.location]).toEqual([status, location])
    expect(forReader.html).not.toContain('A secret')
    const forRelative = await open(path, relative)
    expect(forRelative.status).toBe(200)
    expect(forRelative.html).not.toContain('/feed.xml')
  })

  it('include unknown addresses, addresses of a former blog and any spelling, which all redirect to sign-in', async () => {
    for (const path of [
      '/nothing',
      '/post/nothing',
      '/a/b/c',
      '/2024/05/old/',
      '/?p=17',
      '/ABOUT',
      '/about/',
      '/search?searchTerm=secret',
      '/visit',
      '/feed/',
      '/?s=secret',
      '/category/medical/',
      '/2024/05/old/feed/',
      '/wp-content/uploads/2019/05/a.jpg',
    ]) {
      const { status, location, html } = await open(path)
      expect([path, status, location?.startsWith('/sign-in'), html]).toEqual([path, 302, true, ''])
    }
    expect((await open('/2024/05/old/', relative)).status).toBe(301)
  })

  it('accept sign-in by a plain form, and show nothing else', async () => {
    const post = (path: string, fields: Record<string, string>) =>
      blog().app.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      })
    const signedIn = await post('/sign-in?from=/about', { form: 'sign-in', email: reader.email, password: reader.password })
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/about'])
    const comment = await post(pathOf('post'), { form: 'comment', postId: 'x', content: 'x' })
    expect(await comment.text()).not.toContain('A secret')
  })
})
