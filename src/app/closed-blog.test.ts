import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCategory } from '#site/contract/categories.endpoints.ts'
import { createPage } from '#site/contract/blog-pages.endpoints.ts'
import { getSite, updateBlogWords } from '#site/contract/site.endpoints.ts'
import { updateLinks } from '#site/contract/links.endpoints.ts'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { type EndpointName, endpoints } from './contract/endpoints.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { PublicResponse } from '#platform/contract/public-response.ts'
import { findPage, type PageId, pageIds, pages } from '#pages/pages.ts'
import { RESPONSE_ROWS } from '#tests/support/response-rows.ts'
import { type PublicResponseName, publicResponses } from './contract/public-responses.ts'
import { ROWS, type Things } from '#tests/support/access-rows.ts'
import { startCachedApi } from '#tests/support/cached-api.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestApp, TestUser } from '#tests/support/test-app.ts'
import { createPages } from './web/entry-server.tsx'

type OpenKey = { [K in EndpointName]: (typeof endpoints)[K]['access'] extends 'everyone' ? K : never }[EndpointName]

/** Endpoints that visitors may call while the blog is closed. A missing row of a public endpoint does not compile. */
const CALLS: Readonly<Record<OpenKey, 'open' | 'closed' | 'partly'>> = {
  signIn: 'open',
  checkFirstAdmin: 'open',
  signUp: 'open',
  signInWithGoogle: 'open',
  sendSignInCode: 'open',
  sendCodeAgain: 'open',
  signInWithCode: 'open',
  beginPasskeySignIn: 'open',
  signInWithPasskey: 'open',
  signInWithLink: 'open',
  verifyEmail: 'open',
  signOut: 'open',
  getSetup: 'open',
  createFirstAdmin: 'open',
  openInvitation: 'open',
  signUpByInvitation: 'open',
  follow: 'closed',
  confirmFollowing: 'open',
  getLinkedMails: 'open',
  updateLinkedMails: 'open',
  endFollowing: 'open',
  getSite: 'open',
  // Only the policy and the terms.
  getPage: 'partly',
  getUser: 'closed',
  listPosts: 'closed',
  getHearts: 'closed',
  likePost: 'closed',
  listComments: 'closed',
  countComments: 'closed',
  reportComment: 'closed',
}

type OpenPage = { [P in PageId]: (typeof pages)[P]['access'] extends 'everyone' ? P : never }[PageId]

const PAGES: Readonly<Record<OpenPage, 'open' | 'closed'>> = {
  home: 'closed',
  about: 'closed',
  projects: 'closed',
  search: 'closed',
  post: 'closed',
  'own-page': 'closed',
  follow: 'closed',
  'follow-confirm': 'open',
  following: 'open',
  'sign-in': 'open',
  'sign-up': 'open',
  invitation: 'open',
  setup: 'open',
  'verify-email': 'open',
  'privacy-policy': 'open',
  terms: 'open',
}

/** What visitors of a closed blog get. A missing row does not compile. */
const RESPONSES: Readonly<Record<PublicResponseName, PublicResponse['whenClosed']>> = {
  identityStart: 'open',
  identityCallback: 'open',
  oneClickEnd: 'open',
  robots: 'empty',
  sitemap: 'empty',
  numberedSitemap: 'missing',
  atomFeed: 'empty',
  rssFeed: 'empty',
  formerFeed: 'open',
  atomCategoryFeed: 'empty',
  rssCategoryFeed: 'empty',
  formerCategoryFeed: 'open',
  atomPrivateFeed: 'open',
  rssPrivateFeed: 'open',
  formerPrivateFeed: 'open',
  avatar: 'open',
  cover: 'open',
  favicon: 'open',
  touchIcon: 'open',
  largeIcon: 'open',
  manifest: 'open',
  uploads: 'open',
  upload: 'open',
  shareWorker: 'open',
  share: 'open',
  file: 'open',
}

const close = (admin: TestUser, isClosed = true) => admin.call(updateSettings, { body: { isClosed } })

onEachEngine('The calls of a closed blog', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  let reader: TestUser
  let things: Things
  beforeAll(async () => {
    admin = await blog().makeAdmin()
    reader = await blog().makeUser()
    const post = await blog().makePost({ by: admin })
    const comment = await blog().makeComment(reader, post._id)
    const ids = { userId: reader.id, actorId: 'nobody', sessionId: 's', trashedId: 't' }
    things = { ...ids, postId: post._id, commentId: comment._id }
  })

  // Some calls sign out.
  beforeEach(async () => {
    reader = await blog().signIn(reader)
  })

  const ask = async (client: ReturnType<TestApp['visitor']>, key: OpenKey) => {
    const row = ROWS[key]
    const [method] = endpoints[key].key.split(' ')
    if (method === 'GET') return client.get(row.path(things))
    return client[method === 'PUT' ? 'put' : 'post'](row.path(things), row.body?.(things))
  }

  it('are all in the table, which agrees with the contract', () => {
    const open = (Object.keys(endpoints) as EndpointName[]).filter((key) => endpoints[key].access === 'everyone')
    expect(Object.keys(CALLS).toSorted()).toEqual(open.toSorted())
    for (const key of open as OpenKey[]) {
      const { whenClosed }: Endpoint = endpoints[key]
      expect([key, whenClosed === 'open' ? 'open' : whenClosed ? 'partly' : 'closed']).toEqual([key, CALLS[key]])
    }
  })

  it.each(Object.keys(CALLS) as OpenKey[])('%s', async (key) => {
    const disabled = await blog().makeUser()
    const times = { disabled_at: blog().clock.now, disabled_reason: '' }
    await blog().db.updateTable('users').set(times).where('id', '=', disabled.id).execute()
    await close(admin, false)
    const before = { visitor: (await ask(blog().visitor(), key)).status, reader: (await ask(reader, key)).status }
    await close(admin)
    const after = await ask(blog().visitor(), key)
    const refused = { status: 401, body: { code: 'not_signed_in', message: expect.stringContaining('Please sign in') } }
    expect(after).toMatchObject(CALLS[key] === 'open' ? { status: before.visitor } : refused)
    expect((await ask(disabled, key)).status).toBe(after.status)
    expect((await ask(reader, key)).status).toBe(before.reader)
  })

  it('for pages return the policy and the terms to visitors, and no other page', async () => {
    await close(admin)
    const statuses = ['privacy-policy', 'terms', 'about', 'welcome', 'x'].map(
      async (page) => (await blog().visitor().get(`/api/page/${page}`)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 401, 401, 401])
  })

  it('return name, contact and sign-up to visitors, and everything to members', async () => {
    await close(admin)
    await admin.call(createCategory, { body: { name: 'Sounds at night' } })
    await admin.call(updateLinks, { body: { links: [{ url: 'https://elsewhere.example', label: 'Elsewhere' }] } })
    await admin.call(updateBlogWords, { body: { author: 'The Lindqvists', contact: 'us@example.org' } })
    const seen = JSON.stringify(await blog().visitor().call(getSite))
    for (const word of ['Lindqvist', 'Sounds', 'Elsewhere']) expect(seen).not.toContain(word)
    expect(JSON.parse(seen)).toMatchObject({ contact: 'us@example.org', isClosed: true, signUp: 'open', menu: [] })
    expect(await reader.call(getSite)).toMatchObject({ author: 'The Lindqvists', links: [{ label: 'Elsewhere' }] })
  })

  it('are closed at the next request in every process, cached or not, and can be opened again', async () => {
    await close(admin, false)
    const other = await startCachedApi(engine, blog())
    try {
      const read = async () => [
        (await blog().visitor().get('/api/post/getposts')).status,
        (await blog().visitor().get('/api/post/getposts?limit=3')).status,
        (await fetch(`${other.url}/api/post/getposts`)).status,
      ]
      // The second read is cached.
      await read()
      expect(await read()).toEqual([200, 200, 200])
      await close(admin)
      await expect.poll(read, { interval: 20 }).toEqual([401, 401, 401])
      expect((await blog().visitor().get('/api/post/getposts')).status).toBe(401)
      await close(admin, false)
      await expect.poll(read, { interval: 20 }).toEqual([200, 200, 200])
    } finally {
      await other.close()
    }
  })

  it('do not break robots, sitemap and feed, which are valid and empty', async () => {
    await close(admin)
    const text = async (path: string) => (await blog().app.request(path, {})).text()
    expect(await text(publicResponses.robots.path)).toBe('User-agent: *\nDisallow: /\n')
    expect(await text(publicResponses.sitemap.path)).toMatch(/<urlset[^>]*>\s*<\/urlset>/)
    const feed = await text(publicResponses.atomFeed.path)
    expect(feed).toContain('<title>Kindred</title>')
    expect(feed).not.toMatch(/<entry|Lindqvist/)
    expect((await blog().app.request('/sitemap-1.xml', {})).status).toBe(404)
    await close(admin, false)
    expect(await text(publicResponses.atomFeed.path)).toContain('<entry>')
  })
})

describe('The public responses of a closed blog', () => {
  const blog = useTestApp('sqlite')
  let admin: TestUser
  let things: Things
  beforeAll(async () => {
    admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin, title: 'A secret title', content: '<p>A secret text</p>' })
    things = { userId: admin.id, actorId: 'nobody', postId: post._id, commentId: 'c', sessionId: 's', trashedId: 't' }
  })

  it('agree with the table', () => {
    expect(Object.fromEntries(Object.entries(publicResponses).map(([name, { whenClosed }]) => [name, whenClosed]))).toEqual(RESPONSES)
  })

  it.each(Object.keys(RESPONSES) as PublicResponseName[])('%s', async (name) => {
    const { path, expected } = RESPONSE_ROWS[name]
    const read = async () => {
      const response = await blog().app.request(await path(things, blog()), {})
      return { status: response.status, text: await response.text() }
    }
    await close(admin, false)
    expect((await read()).status).toBe(expected.visitor)
    await close(admin)
    const { status, text } = await read()
    expect(status).toBe(RESPONSES[name] === 'missing' ? 404 : expected.visitor)
    expect(RESPONSES[name] === 'empty' && /secret/i.test(text)).toBe(false)
  })
})

describe('The pages of a closed blog', () => {
  const blog = useTestApp('sqlite', { overrides: { pages: createPages(null) } })
  let admin: TestUser
  let reader: TestUser
  let pathOf: (id: PageId) => string
  const open = async (path: string, client = blog().visitor()) => {
    const response = await client.send(path, {})
    return { status: response.status, location: response.headers.get('location'), html: await response.text() }
  }
  beforeAll(async () => {
    admin = await blog().makeAdmin()
    reader = await blog().makeUser()
    const post = await blog().makePost({ by: admin, title: 'A secret title' })
    const { _id } = await admin.call(createPage, { body: { title: 'A secret page', slug: 'visit', place: 'header' } })
    const words = { params: { postId: _id, userId: admin.id }, body: { content: '<p>Ring twice.</p>' } }
    await admin.call(updatePost, words)
    await admin.call(updateBlogWords, { body: { author: 'A secret author' } })
    await blog().db.insertInto('old_addresses').values({ path: '/2024/05/old', post_id: post._id }).execute()
    pathOf = (id) => pages[id].path.replace(':postSlug', post.slug).replace(':postId', post._id).replace(':pageSlug', 'visit')
    // Fills the cache before the blog is closed.
    for (const id of pageIds) await open(pathOf(id))
    await close(admin)
  })
  afterAll(() => close(admin, false))

  it('are all in the table', () => {
    const guarded = pageIds.filter((id) => pages[id].access !== 'everyone')
    expect([...Object.keys(PAGES), ...guarded].toSorted()).toEqual(pageIds.toSorted())
  })

  it.each(Object.keys(PAGES) as OpenPage[])('%s', async (id) => {
    const { status, location, html } = await open(pathOf(id))
    const path = pathOf(id)
    const signIn = path === '/' ? '/sign-in' : `/sign-in?from=${encodeURIComponent(path)}`
    expect([status, location]).toEqual(PAGES[id] === 'open' ? [200, null] : [302, signIn])
    expect(html).not.toContain('A secret')
    for (const [, href = ''] of html.matchAll(/ (?:href|action)="(\/[^"]*)"/g)) {
      const page = findPage(href.replace(/[?#].*/, ''))
      // Links to icons and guarded pages are allowed.
      const isClosed = page?.page.access === 'everyone' && page.page.whenClosed !== 'open'
      expect([href, isClosed && !Object.values<PublicResponse>(publicResponses).some(({ path: known }) => known === href)]).toEqual([
        href,
        false,
      ])
    }
    expect(html).not.toContain('speculationrules')
    expect((await open(path, reader)).status).toBe(200)
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
    expect((await open('/2024/05/old/', reader)).status).toBe(301)
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
