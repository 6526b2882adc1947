import { beforeAll, expect, it } from 'vitest'
import { createPage, getPage, updatePage } from '#site/contract/blog-pages.endpoints.ts'
import { createPost, deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { getPostToEdit } from '#writing/contract/manage-posts.endpoints.ts'
import { getSite } from '#site/contract/site.endpoints.ts'
import { listRevisions, restorePost, restoreRevision } from '#writing/contract/writing.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { type Audience, audienceOfRole, type CallerRole, mayRead as mayAudienceRead } from '#platform/contract/audiences.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { recordOldAddress } from '#posts/server/addresses/old-addresses.ts'
import { publishDuePosts } from './publish-clock.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'
import { createPages } from '#app/web/entry-server.tsx'

const DRAFT = 'ab'.repeat(16)
const MARK = 'quokka'
const ROLES = ['visitor', 'reader', 'family', 'admin'] as const satisfies readonly CallerRole[]
const mayRead = (role: CallerRole, content: Audience) => mayAudienceRead(audienceOfRole(role), content)

onEachEngine('The audience of a post', (engine) => {
  const blog = useTestApp(engine, { overrides: { pages: createPages(null) } })
  let admin: TestUser
  const clients = {} as Record<CallerRole, TestClient>

  beforeAll(async () => {
    admin = await blog().makeAdmin()
    clients.visitor = blog().visitor()
    clients.reader = await blog().makeUser()
    clients.family = await blog().makeUser({ isFamily: true })
    clients.admin = admin
  })

  const update = (postId: string, body: object) => admin.call(updatePost, { params: { postId, userId: admin.id }, body })
  const read = (postId: string) => admin.call(getPostToEdit, { params: { postId } })
  const fields = { title: 'A title', content: '<p>A text.</p>' }
  const close = (isClosed: boolean) => admin.call(updateSettings, { body: { isClosed } })

  it('A post leaves every cached response as soon as its audience is narrowed, and returns when it is widened', async () => {
    const post = await blog().makePost({ title: `A ${MARK}`, content: `<p>${MARK}</p>`, by: admin })
    await blog().makeComment(admin, post._id, `Kind ${MARK}`)
    const { _id: postId, slug } = post
    const lists = ['', '?pinned=first', `?slug=${slug}`, `?postId=${postId}`, `?searchTerm=${MARK}`, '?category=uncategorized']
    const calls = [...lists.map((query) => `/api/post/getposts${query}`), `/api/comment/getpostcomments/${postId}`]
    const pages = ['/', `/post/${slug}`, `/search?searchTerm=${MARK}`, '/feed.xml', '/sitemap.xml']
    const shows = async (role: CallerRole, path: string) => {
      const response = await clients[role].send(path, {})
      const text = await response.text()
      // Pages contain their own address.
      return text.includes(path.startsWith('/sitemap') ? slug : path.startsWith('/api') ? MARK : `A ${MARK}`)
    }
    const isHit = async (path: string) => (await clients.visitor.send(path, {})).headers.get('cache-status') === 'kindred; hit'
    for (const wanted of ['public', 'family', 'public', 'admins', 'family', 'public'] as const) {
      await update(postId, { audience: wanted })
      for (const role of ROLES) {
        for (const path of [...calls, ...pages]) {
          const isDocument = path.endsWith('.xml')
          const expected = mayRead(isDocument ? 'visitor' : role, wanted)
          expect([wanted, role, path, await shows(role, path)]).toEqual([wanted, role, path, expected])
        }
      }
    }
    await expect.poll(() => Promise.all([...calls, ...pages].map(isHit))).not.toContain(false)
  })

  it('A change of the audience alone creates no version, and updates the time of the last change', async () => {
    const post = await blog().makePost({ by: admin })
    blog().clock.advance(5000)
    const after = await update(post._id, { audience: 'family' })
    expect(after).toMatchObject({ revision: 1, audience: 'family', updatedAt: new Date(blog().clock.now).toISOString() })
    expect(await update(post._id, { title: 'Other words' })).toMatchObject({ revision: 2, audience: 'family' })
    const [, first] = (await admin.call(listRevisions, { params: { postId: post._id } })).revisions
    const restored = await admin.call(restoreRevision, { params: { postId: post._id, version: first?.id ?? '' }, body: {} })
    expect(restored).toMatchObject({ title: post.title, revision: 3, audience: 'family' })
  })

  it.each(['create', 'draft', 'page', 'update', 'change-page'])('An invalid audience is refused with its field: %s', async (where) => {
    const { _id: pageId } = await admin.call(createPage, { body: { title: 'Visits' } })
    for (const audience of ['everyone', '', 1, ...(where === 'draft' ? [] : [null])]) {
      const body = { ...fields, audience }
      const draft = { ...body, sequence: 0, baseRevision: 0, category: 'life', image: '' }
      const { status, body: error } = await {
        create: () => admin.post('/api/post/create', body),
        draft: () => admin.put(`/api/post/draft/${DRAFT}`, draft),
        page: () => admin.post('/api/pages', body),
        update: () => admin.put(`/api/post/updatepost/some/${admin.id}`, body),
        'change-page': () => admin.put(`/api/page/${pageId}`, { audience }),
      }[where]!()
      expect([status, error.field, error.message]).toEqual([400, 'audience', 'Please choose who may read this.'])
    }
  })

  it('On a closed blog new posts and pages are for the family; existing ones remain unchanged', async () => {
    await close(true)
    const { _id: postId } = await admin.call(createPost, { body: fields })
    expect((await admin.call(createPage, { body: { title: 'For us' } })).audience).toBe('family')
    expect((await admin.call(createPost, { body: { ...fields, audience: 'public' } })).audience).toBe('public')
    await close(false)
    expect(await read(postId)).toMatchObject({ audience: 'family' })
    expect(await update(postId, { title: 'Still ours' })).toMatchObject({ audience: 'family' })
  })

  it('A planned post has its audience through publication, trash and restore', async () => {
    const at = blog().clock.now + DAY_MS
    const body = { ...fields, audience: 'public' as const, publishAt: new Date(at).toISOString() }
    const { _id: postId } = await admin.call(createPost, { body })
    expect(await update(postId, { audience: 'family' })).toMatchObject({ audience: 'family', publishAt: body.publishAt })
    const listed = async (query = '') =>
      (await admin.get(`/api/post/overview${query}`)).body.posts.find((post: { _id: string }) => post._id === postId)
    const discardAndRestore = async () => {
      await admin.call(deletePost, { params: { postId, userId: admin.id } })
      expect((await admin.get('/api/post/trash')).body.posts[0]).toMatchObject({ _id: postId, audience: 'family' })
      expect(await listed('?status=trashed')).toMatchObject({ status: 'trashed', audience: 'family' })
      return admin.call(restorePost, { params: { postId } })
    }
    expect(await discardAndRestore()).toMatchObject({ audience: 'family', publishAt: body.publishAt })
    expect(await listed()).toMatchObject({ status: 'planned', audience: 'family' })
    const now = () => at
    expect(await publishDuePosts({ db: blog().db, write: blog().blog.feed.write, logger: blog().logger, now })).toEqual([postId])
    expect(await listed()).toMatchObject({ status: 'published', audience: 'family' })
    expect(await discardAndRestore()).toMatchObject({ audience: 'family' })
    expect((await clients.reader.get(`/api/post/getposts?postId=${postId}`)).body.posts).toEqual([])
  })

  it('Old addresses redirect only to readable content, and visitors to sign-in if it is for the family', async () => {
    const post = await blog().makePost({ title: 'Renamed', by: admin, audience: 'family' })
    await update(post._id, { title: 'A newer name' })
    await blog().edit((trx) => recordOldAddress(trx, '/2024/05/renamed', post._id))
    await blog().edit((trx) => recordOldAddress(trx, '/?p=7', post._id))
    const open = async (role: CallerRole, path: string) => {
      const { status, headers } = await clients[role].send(path, {})
      return [status, headers.get('location'), headers.get('cache-control')]
    }
    for (const path of ['/post/renamed', '/2024/05/renamed', '/?p=7']) {
      expect(await open('visitor', path)).toEqual([303, `/sign-in?from=${encodeURIComponent(path)}&members-only`, 'private, no-store'])
      expect(await open('family', path)).toEqual([301, '/post/a-newer-name', 'private, no-cache'])
    }
    expect((await open('reader', '/post/renamed'))[0]).toBe(404)
    expect((await open('reader', '/2024/05/renamed'))[0]).toBe(404)
    expect((await open('reader', '/?p=7')).slice(0, 2)).toEqual([302, '/'])
    await update(post._id, { audience: 'public' })
    expect(await open('visitor', '/2024/05/renamed')).toEqual([301, '/post/a-newer-name', 'public, no-cache'])
    await update(post._id, { audience: 'admins' })
    expect((await open('visitor', '/post/renamed'))[0]).toBe(404)
    expect((await open('visitor', '/2024/05/renamed'))[0]).toBe(404)
  })

  it('A page that admins created is in the menu, in the sitemap and at its address for its audience alone', async () => {
    const { _id: pageId } = await admin.call(createPage, { body: { title: 'Numbat', place: 'header', audience: 'admins' } })
    await update(pageId, { content: '<p>A numbat.</p>' })
    const change = (body: object) => admin.call(updatePage, { params: { page: pageId }, body })
    for (const wanted of ['family', 'admins', 'public', 'family'] as const) {
      blog().clock.advance(1000)
      expect(await change({ audience: wanted })).toMatchObject({ audience: wanted })
      expect(await read(pageId)).toMatchObject({ audience: wanted, revision: 2, updatedAt: new Date(blog().clock.now).toISOString() })
      expect(
        (
          await blog()
            .visitor()
            .send('/sitemap.xml', {})
            .then((response) => response.text())
        ).includes('/numbat<'),
      ).toBe(wanted === 'public')
      for (const role of ROLES) {
        const may = mayRead(role, wanted)
        const site = await clients[role].call(getSite)
        expect(site.menu.some(({ path }) => path === '/numbat')).toBe(may)
        for (const page of ['numbat', pageId]) {
          const found = await clients[role].call(getPage, { params: { page } })
          expect(found.page?.audience).toBe(may ? wanted : undefined)
        }
        const { status, headers } = await clients[role].send('/numbat', {})
        const isAsked = role === 'visitor' && wanted !== 'admins'
        expect([status, headers.get('location')]).toEqual(
          may ? [200, null] : isAsked ? [303, '/sign-in?from=%2Fnumbat&members-only'] : [404, null],
        )
      }
    }
    expect(await update(pageId, { audience: 'family' })).toMatchObject({ audience: 'family', revision: 2 })
    await expect(update('about', { audience: 'family' })).rejects.toMatchObject({ status: 400, field: 'audience' })
    expect(await update('about', { content: '<p>Us.</p>', audience: 'public' })).toMatchObject({ audience: 'public', revision: 1 })
  })

  it('A hidden category stays hidden if only posts for others use it', async () => {
    const { _id } = await blog().makePost({ by: admin, category: 'life', audience: 'family' })
    await blog().edit((trx) => trx.updateTable('posts').set({ category: 'uncategorized' }).where('id', '!=', _id).execute())
    const hidden = { name: 'category.hidden.life', value: 'true' }
    await blog().edit((trx) => trx.insertInto('settings').values(hidden).execute())
    for (const role of ROLES) {
      const { categories } = await clients[role].call(getSite)
      expect([role, categories.hidden]).toEqual([role, mayRead(role, 'family') ? [] : ['life']])
    }
  })
})
