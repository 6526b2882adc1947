import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCategory } from '#site/contract/categories.endpoints.ts'
import { getSite, updateBlogWords } from '#site/contract/site.endpoints.ts'
import { updateLinks } from '#site/contract/links.endpoints.ts'
import { updateRole } from '#accounts/contract/users.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { type EndpointName, endpoints } from './contract/endpoints.ts'
import type { Audience } from '#platform/contract/audiences.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { Call } from '#platform/http/call-endpoint.ts'
import { siteRoutes } from '#site/server/index.ts'
import type { PublicResponse } from '#platform/contract/public-response.ts'
import { RESPONSE_ROWS } from '#tests/cases/response-rows.ts'
import { type PublicResponseName, publicResponses } from './contract/public-responses.ts'
import { ROWS, type Things } from '#tests/cases/access-rows.ts'
import { startCachedApi } from '#tests/support/blog/cached-api.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_SITE, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'

/** Calls for everyone that only the family may make while the blog is closed. Of pages, visitors get the policy and the terms. */
const FAMILY_CALLS: readonly EndpointName[] = [
  'follow',
  'getPage',
  'getUser',
  'listPosts',
  'getPostLikes',
  'likePost',
  'listComments',
  'countComments',
  'reportComment',
]

const namesFor = (access: Endpoint['access']) =>
  (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].access === access)

/** Calls of a signed-in user that act on posts and comments. All others are about one's own account. */
const CONTENT_CALLS: readonly EndpointName[] = [
  'getOwnPostLike',
  'createComment',
  'editComment',
  'likeComment',
  'deleteComment',
  'listPendingComments',
]

/** Public responses that have nothing of a closed blog, and one that is not there. All others are open. */
const EMPTY_RESPONSES: readonly PublicResponseName[] = ['robots', 'sitemap', 'atomFeed', 'rssFeed', 'atomCategoryFeed', 'rssCategoryFeed']
const MISSING_RESPONSE: PublicResponseName = 'numberedSitemap'

const close = (admin: TestUser, isClosed = true) => admin.call(updateSettings, { body: { isClosed } })

onEachEngine('The calls of a closed blog', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  let reader: TestUser
  let relative: TestUser
  let things: Things
  beforeAll(async () => {
    admin = await blog().makeAdmin()
    reader = await blog().makeUser()
    relative = await blog().makeUser({ isFamily: true })
    const post = await blog().makePost({ by: admin })
    const comment = await blog().makeComment(reader, post._id)
    const ids = { userId: reader.id, actorId: 'nobody', sessionId: 's', trashedId: 't' }
    things = { ...ids, postId: post._id, commentId: comment._id }
  })

  // Some calls sign out.
  beforeEach(async () => {
    reader = await blog().signIn(reader)
    relative = await blog().signIn(relative)
  })

  const ask = async (client: ReturnType<TestApp['visitor']>, key: EndpointName) => {
    const row = ROWS[key]
    const [method] = endpoints[key].key.split(' ')
    if (method === 'GET') return client.get(row.path(things))
    return client[method === 'PUT' ? 'put' : 'post'](row.path(things), row.body?.(things))
  }

  it('are open to visitors if the contract says so', () => {
    const closed = namesFor('everyone').filter((name) => (endpoints[name] as Endpoint).whenClosed !== 'open')
    expect(closed.toSorted()).toEqual(FAMILY_CALLS.toSorted())
  })

  /** On a closed blog nobody signs up, and the request to be let in needs a password without mail. */
  const OF_CLOSED: Partial<Record<EndpointName, number>> = { signUp: 409, requestAccount: 400 }

  it.each(namesFor('everyone'))('%s', async (key) => {
    const disabled = await blog().makeUser()
    const times = { disabled_at: blog().clock.now, disabled_reason: '' }
    await blog().db.updateTable('users').set(times).where('id', '=', disabled.id).execute()
    await close(admin, false)
    const statusFor = async (client: TestClient) => (await ask(client, key)).status
    const before = { visitor: await statusFor(blog().visitor()), reader: await statusFor(reader), relative: await statusFor(relative) }
    await close(admin)
    const after = await ask(blog().visitor(), key)
    const refused = { status: 401, body: { code: 'not_signed_in', message: expect.stringContaining('Please sign in') } }
    const isOpen = !FAMILY_CALLS.includes(key)
    const asked = OF_CLOSED[key] ?? before.visitor
    expect(after).toMatchObject(isOpen ? { status: asked } : refused)
    expect((await ask(disabled, key)).status).toBe(after.status)
    const keptOut = { status: 403, body: { code: 'forbidden', message: expect.stringContaining('not let in') } }
    expect(await ask(reader, key)).toMatchObject(isOpen ? { status: OF_CLOSED[key] ?? before.reader } : keptOut)
    expect((await ask(relative, key)).status).toBe(OF_CLOSED[key] ?? before.relative)
  })

  it('of a signed-in user are open if they are about their own account, and for the family if they are about content', async () => {
    const closed = namesFor('user').filter((key) => (endpoints[key] as Endpoint).whenClosed === 'family')
    expect(closed.toSorted()).toEqual([...CONTENT_CALLS].toSorted())
    await close(admin)
    for (const key of CONTENT_CALLS) {
      const [method = ''] = endpoints[key].key.split(' ')
      const path = ROWS[key].path(things)
      const body = JSON.stringify(ROWS[key].body?.(things) ?? {})
      const headers = { 'content-type': 'application/json' }
      const { status } = await reader.send(path, { method, headers, ...(method === 'GET' ? {} : { body }) })
      expect([key, status]).toEqual([key, 403])
    }
    for (const path of ['/api/auth/session', '/api/user/my-data', '/api/following/own']) {
      expect([path, (await reader.get(path)).status]).toEqual([path, 200])
    }
  })

  it('for pages return the policy and the terms to visitors, and no other page', async () => {
    await close(admin)
    const statuses = ['privacy-policy', 'terms', 'about', 'welcome', 'x'].map(
      async (page) => (await blog().visitor().get(`/api/page/${page}`)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 401, 401, 401])
  })

  it('return name and contact to visitors and readers, and everything to the family', async () => {
    await close(admin)
    await admin.call(createCategory, { body: { name: 'Sounds at night' } })
    await admin.call(updateLinks, { body: { links: [{ url: 'https://elsewhere.example', label: 'Elsewhere' }] } })
    await admin.call(updateBlogWords, { body: { author: 'The Lindqvists', contact: 'us@example.org' } })
    for (const client of [blog().visitor(), reader]) {
      const seen = JSON.stringify(await client.call(getSite))
      for (const word of ['Lindqvist', 'Sounds', 'Elsewhere']) expect(seen).not.toContain(word)
      expect(JSON.parse(seen)).toMatchObject({ contact: 'us@example.org', isClosed: true, menu: [] })
    }
    expect(await relative.call(getSite)).toMatchObject({ author: 'The Lindqvists', links: [{ label: 'Elsewhere' }] })
  })

  it('return a new field of the site to visitors only if it was decided', async () => {
    await close(admin)
    const motto = { motto: 'For us alone' }
    const services = { publicUrl: '', googleSignIn: false, passkeys: false, mail: false, ...motto }
    const routes = siteRoutes({ db: blog().db, siteConfig: TEST_SITE, services })
    const read = (audience: Audience) => routes.getSite({ audience, addCacheTags: () => {} } as Call<typeof getSite>)
    expect(await read('family')).toMatchObject(motto)
    expect(await read('public')).not.toMatchObject(motto)
  })

  it('are closed at the next request in every process, cached or not, and can be opened again', async () => {
    await close(admin, false)
    const other = await startCachedApi(engine, blog())
    try {
      const there = async (who: { readonly cookie?: string | undefined }) =>
        (await fetch(`${other.url}/api/post/getposts`, { headers: { cookie: who.cookie ?? '' } })).status
      const read = async () => [
        (await blog().visitor().get('/api/post/getposts')).status,
        (await blog().visitor().get('/api/post/getposts?limit=3')).status,
        await there({}),
        // A reader who signed up before, and the family.
        (await reader.get('/api/post/getposts')).status,
        await there(reader),
        await there(relative),
      ]
      // The second read is cached.
      await read()
      expect(await read()).toEqual([200, 200, 200, 200, 200, 200])
      await close(admin)
      await expect.poll(read, { interval: 20 }).toEqual([401, 401, 401, 403, 403, 200])
      expect((await blog().visitor().get('/api/post/getposts')).status).toBe(401)
      // Let in by the same call, they read at once.
      await admin.call(updateSettings, { body: { letIn: [reader.id] } })
      await expect.poll(read, { interval: 20 }).toEqual([401, 401, 401, 200, 200, 200])
      await admin.call(updateRole, { params: { userId: reader.id }, body: { role: 'reader' } })
      await close(admin, false)
      await expect.poll(read, { interval: 20 }).toEqual([200, 200, 200, 200, 200, 200])
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

  it('are open if the contract says so', () => {
    const closed = Object.entries<PublicResponse>(publicResponses).flatMap(([name, { whenClosed }]) => (whenClosed === 'open' ? [] : name))
    expect(closed.toSorted()).toEqual([...EMPTY_RESPONSES, MISSING_RESPONSE].toSorted())
  })

  it.each(Object.keys(publicResponses) as PublicResponseName[])('%s', async (name) => {
    const { path, expected } = RESPONSE_ROWS[name]
    const read = async () => {
      const response = await blog().app.request(await path(things, blog()), {})
      return { status: response.status, text: await response.text() }
    }
    await close(admin, false)
    expect((await read()).status).toBe(expected.visitor)
    await close(admin)
    const { status, text } = await read()
    expect(status).toBe(name === MISSING_RESPONSE ? 404 : expected.visitor)
    expect(EMPTY_RESPONSES.includes(name) && /secret/i.test(text)).toBe(false)
  })
})
