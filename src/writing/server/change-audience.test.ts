import { beforeAll, expect, it } from 'vitest'
import { createPage, getPage, updatePage } from '#site/contract/blog-pages.endpoints.ts'
import { createPost, deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { getPostToEdit } from '#writing/contract/manage-posts.endpoints.ts'
import { getSite } from '#site/contract/site.endpoints.ts'
import { getDraft, listRevisions, restorePost, restoreRevision, saveDraft } from '#writing/contract/writing.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { type Audience, AUDIENCES, mayRead } from '#platform/contract/audiences.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { recordOldAddress } from '#posts/server/addresses/old-addresses.ts'
import { publishDuePosts } from './publish-clock.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_TIME, type TestUser } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'
import { createPages } from '#app/web/entry-server.tsx'

const DRAFT = 'ab'.repeat(16)
const MARK = 'quokka'

onEachEngine('The audience of a post', (engine) => {
  const blog = useTestApp(engine, { overrides: { pages: createPages(null) } })
  let admin: TestUser
  const clients = {} as Record<Audience, TestClient>

  beforeAll(async () => {
    admin = await blog().makeAdmin()
    clients.public = blog().visitor()
    clients.readers = await blog().makeUser()
    clients.family = await blog().makeUser({ isFamily: true })
    clients.admins = admin
  })

  const update = (postId: string, body: object) => admin.call(updatePost, { params: { postId, userId: admin.id }, body })
  const read = (postId: string) => admin.call(getPostToEdit, { params: { postId } })
  const fields = { title: 'A title', content: '<p>A text.</p>' }
  const setDefault = (defaultAudience: Audience) => admin.call(updateSettings, { body: { defaultAudience } })

  it('A post leaves every cached response as soon as its audience is narrowed, and returns when it is widened', async () => {
    const post = await blog().makePost({ title: `A ${MARK}`, content: `<p>${MARK}</p>`, by: admin })
    await blog().makeComment(admin, post._id, `Kind ${MARK}`)
    const { _id: postId, slug } = post
    const lists = ['', '?pinned=first', `?slug=${slug}`, `?postId=${postId}`, `?searchTerm=${MARK}`, '?category=uncategorized']
    const calls = [...lists.map((query) => `/api/post/getposts${query}`), `/api/comment/getpostcomments/${postId}`]
    const pages = ['/', `/post/${slug}`, `/search?searchTerm=${MARK}`, '/feed.xml', '/sitemap.xml']
    const shows = async (audience: Audience, path: string) => {
      const response = await clients[audience].send(path, {})
      const text = await response.text()
      // Pages contain their own address.
      return text.includes(path.startsWith('/sitemap') ? slug : path.startsWith('/api') ? MARK : `A ${MARK}`)
    }
    const isHit = async (path: string) => (await clients.public.send(path, {})).headers.get('cache-status') === 'kindred; hit'
    for (const wanted of ['public', 'family', 'public', 'admins', 'readers', 'public'] as const) {
      await update(postId, { audience: wanted })
      for (const audience of AUDIENCES) {
        for (const path of [...calls, ...pages]) {
          const isDocument = path.endsWith('.xml')
          const expected = mayRead(isDocument ? 'public' : audience, wanted)
          expect([wanted, audience, path, await shows(audience, path)]).toEqual([wanted, audience, path, expected])
        }
      }
    }
    await expect.poll(() => Promise.all([...calls, ...pages].map(isHit))).not.toContain(false)
  })

  it('A change of the audience alone creates no version, and updates the time of the last change', async () => {
    const post = await blog().makePost({ by: admin })
    blog().clock.advance(5000)
    const after = await update(post._id, { audience: 'family' })
    expect(after).toMatchObject({ revision: 1, audience: 'family', updatedAt: new Date(TEST_TIME + 5000).toISOString() })
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

  it('The default audience of the settings applies to new posts and pages; existing ones remain unchanged', async () => {
    await setDefault('family')
    const { _id: postId } = await admin.call(createPost, { body: fields })
    expect((await admin.call(createPage, { body: { title: 'For us' } })).audience).toBe('family')
    expect((await admin.call(createPost, { body: { ...fields, audience: 'public' } })).audience).toBe('public')
    await setDefault('public')
    expect(await read(postId)).toMatchObject({ audience: 'family' })
    expect(await update(postId, { title: 'Still ours' })).toMatchObject({ audience: 'family' })
  })

  it('A draft stores the chosen audience, or that none was chosen', async () => {
    const save = (sequence: number, audience?: Audience | null) =>
      admin.call(saveDraft, {
        params: { postId: DRAFT },
        body: { ...fields, sequence, baseRevision: 0, category: 'life', image: '', audience },
      })
    const saved = async () => (await admin.call(getDraft, { params: { postId: DRAFT } })).draft?.audience
    await save(0)
    expect(await saved()).toBeNull()
    await save(1, 'family')
    expect(await saved()).toBe('family')
    // Published twice, as after a lost response: the second call chooses nothing and changes nothing.
    const draft = { id: DRAFT, sequence: 2 }
    const first = await admin.call(createPost, { body: { ...fields, draft, audience: 'family' } })
    const again = await admin.call(createPost, { body: { ...fields, draft } })
    expect([first.audience, again.audience, again._id === first._id]).toEqual(['family', 'family', true])
  })

  it('A planned post has its audience through publication, trash and restore', async () => {
    const at = blog().clock.now + DAY_MS
    const body = { ...fields, audience: 'readers' as const, publishAt: new Date(at).toISOString() }
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
    expect((await clients.readers.get(`/api/post/getposts?postId=${postId}`)).body.posts).toEqual([])
  })

  it('Old addresses redirect only to readable content, and visitors to sign-in if it is for readers', async () => {
    const post = await blog().makePost({ title: 'Renamed', by: admin, audience: 'family' })
    await update(post._id, { title: 'A newer name' })
    await blog().edit((trx) => recordOldAddress(trx, '/2024/05/renamed', post._id))
    await blog().edit((trx) => recordOldAddress(trx, '/?p=7', post._id))
    const open = async (audience: Audience, path: string) => {
      const { status, headers } = await clients[audience].send(path, {})
      return [status, headers.get('location'), headers.get('cache-control')]
    }
    for (const path of ['/post/renamed', '/2024/05/renamed', '/?p=7']) {
      expect(await open('public', path)).toEqual([303, `/sign-in?from=${encodeURIComponent(path)}&members-only`, 'private, no-store'])
      expect(await open('family', path)).toEqual([301, '/post/a-newer-name', 'private, no-cache'])
    }
    expect((await open('readers', '/post/renamed'))[0]).toBe(404)
    expect((await open('readers', '/2024/05/renamed'))[0]).toBe(404)
    expect((await open('readers', '/?p=7')).slice(0, 2)).toEqual([302, '/'])
    await update(post._id, { audience: 'public' })
    expect(await open('public', '/2024/05/renamed')).toEqual([301, '/post/a-newer-name', 'public, no-cache'])
    await update(post._id, { audience: 'admins' })
    expect((await open('public', '/post/renamed'))[0]).toBe(404)
    expect((await open('public', '/2024/05/renamed'))[0]).toBe(404)
  })

  it('A page that admins created is in the menu, in the sitemap and at its address for its audience alone', async () => {
    const { _id: pageId } = await admin.call(createPage, { body: { title: 'Numbat', place: 'header', audience: 'readers' } })
    await update(pageId, { content: '<p>A numbat.</p>' })
    const change = (body: object) => admin.call(updatePage, { params: { page: pageId }, body })
    for (const wanted of ['family', 'admins', 'public', 'readers'] as const) {
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
      for (const audience of AUDIENCES) {
        const may = mayRead(audience, wanted)
        const site = await clients[audience].call(getSite)
        expect(site.menu.some(({ path }) => path === '/numbat')).toBe(may)
        for (const page of ['numbat', pageId]) {
          const found = await clients[audience].call(getPage, { params: { page } })
          expect(found.page?.audience).toBe(may ? wanted : undefined)
        }
        const { status, headers } = await clients[audience].send('/numbat', {})
        const isAsked = audience === 'public' && wanted !== 'admins'
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
    for (const audience of AUDIENCES) {
      const { categories } = await clients[audience].call(getSite)
      expect([audience, categories.hidden]).toEqual([audience, mayRead(audience, 'family') ? [] : ['life']])
    }
  })
})
