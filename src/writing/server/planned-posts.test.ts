import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { deleteUser, downloadMyData } from '#accounts/contract/users.endpoints.ts'
import { listRevisions, restorePost, restoreRevision } from '#writing/contract/writing.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { type Post } from '#posts/contract/posts.endpoints.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { findUsedFolders } from '#media/server/files/pictures.store.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'
import { publishDuePosts } from './publish-clock.ts'

const PICTURE = '<img src="/files/abcdefghijklmnop/640.webp" alt="">'

onEachEngine('A planned post', (engine) => {
  const blog = useFreshTestApp(engine)
  const inFuture = (ms = HOUR_MS) => new Date(blog().clock.now + ms).toISOString()
  const plan = (admin: TestUser, body: object = {}) =>
    admin.call(createPost, { body: { title: 'A zebra', content: '<p>stripes</p>', publishAt: inFuture(), ...body } })
  const update = (admin: TestUser, post: Post, body: object) => admin.put(`/api/post/updatepost/${post._id}/${admin.id}`, body)
  const trash = (admin: TestUser, post: Post) => admin.delete(`/api/post/deletepost/${post._id}/${admin.id}`)
  const restore = (admin: TestUser, post: Post) => admin.call(restorePost, { params: { postId: post._id } })
  const publish = () =>
    publishDuePosts({ db: blog().db, write: blog().blog.feed.write, logger: blog().logger, now: () => blog().clock.now })
  const list = async (query: string, client: TestClient = blog().visitor()): Promise<Post[]> =>
    (await client.get(`/api/post/getposts?${query}`)).body.posts

  /** All responses with posts that visitors, readers and admin clients without support for planning may read. */
  async function readAll(post: Post, as: TestClient): Promise<unknown[]> {
    const lists = ['', `?postId=${post._id}`, `?slug=${post.slug}`, '?searchTerm=zebra', `?userId=${post.userId}`, '?pinned=first']
    const others = ['/feed.xml', '/sitemap.xml', `/api/comment/getpostcomments/${post._id}`, `/api/comment/count/${post._id}`]
    const found: unknown[] = []
    // One by one: a busy machine refuses some of many at once.
    for (const path of [...lists.map((query) => `/api/post/getposts${query}`), ...others]) {
      const { status, body } = await as.get(path)
      found.push([status, body])
    }
    return found
  }

  it('One that cannot be published does not keep the others from it', async () => {
    const admin = await blog().makeAdmin()
    const refused = await plan(admin, { title: 'Refused by the test' })
    const other = await plan(admin, { title: 'Later than that' })
    const condition = `new.title = 'Refused by the test'`
    const refuse =
      engine === 'sqlite'
        ? [`create trigger refuse before update of state on posts when ${condition} begin select raise(abort, 'refused by the test'); end`]
        : [
            `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused by the test'; end $$`,
            `create trigger refuse before update of state on posts for each row when (${condition}) execute function refuse()`,
          ]
    for (const statement of refuse) await sql.raw(statement).execute(blog().db)
    blog().clock.advance(DAY_MS)
    await expect(publish()).rejects.toThrow('1 of 2 failed')
    const titles = (await list('limit=100')).map(({ title }) => title)
    expect([titles.includes(other.title), titles.includes(refused.title)]).toEqual([true, false])
    await sql.raw(engine === 'sqlite' ? 'drop trigger refuse' : 'drop trigger refuse on posts').execute(blog().db)
    expect(await publish()).toEqual([refused._id])
  })

  it('A planned post is hidden before its time, and visible to every reader then', async () => {
    const [admin, reader] = [await blog().makeAdmin(), await blog().makeUser()]
    const params = { postId: (await blog().makePost({ by: admin }))._id }
    const clients = [blog().visitor(), reader, admin]
    const probe = await blog().makePost({ by: admin, title: 'A zebra' })
    await trash(admin, probe)
    const readAs = async (each: Post) => {
      const seen: unknown[] = []
      for (const client of clients) seen.push(await readAll({ ...each, _id: params.postId }, client))
      return seen
    }
    const before = await readAs(probe)

    const planned = await plan(admin)
    expect(planned).toMatchObject({
      publishAt: inFuture(),
      createdAt: inFuture(),
      slug: 'a-zebra',
      pinned: false,
      author: { _id: admin.id },
    })
    expect(await readAs(planned)).toEqual(before)
    for (const client of clients) expect(await list(`postId=${planned._id}`, client)).toEqual([])
    for (const client of [reader, admin])
      expect((await client.post('/api/comment/create', { content: 'Early', postId: planned._id })).status).toBe(404)
    expect((await reader.get(`/api/post/getpost/${planned._id}`)).status).toBe(403)
    expect((await admin.get(`/api/post/getpost/${planned._id}`)).body).toEqual({ ...planned, chosenCover: '' })

    blog().clock.advance(HOUR_MS - 1)
    expect(await publish()).toEqual([])
    blog().clock.advance(1)
    expect(await publish()).toEqual([planned._id])
    const { publishAt, ...published } = planned
    for (const client of clients)
      for (const query of ['', `slug=${planned.slug}`, 'searchTerm=zebra'])
        expect((await list(query, client))[0]).toEqual({ ...published, createdAt: publishAt, updatedAt: publishAt })
    expect((await blog().visitor().get('/feed.xml')).body).toContain('A zebra')
    expect(await publish()).toEqual([])
    expect((await reader.post('/api/comment/create', { content: 'In time', postId: planned._id })).status).toBe(201)
  })

  it('A planned post can be moved to another time, or published now or with an earlier date', async () => {
    const admin = await blog().makeAdmin()
    const post = await plan(admin)
    expect((await update(admin, post, { publishAt: inFuture(DAY_MS) })).body).toMatchObject({ publishAt: inFuture(DAY_MS), revision: 1 })
    blog().clock.advance(HOUR_MS)
    expect(await publish()).toEqual([])
    expect((await update(admin, post, { title: 'Two zebras' })).body).toMatchObject({
      title: 'Two zebras',
      slug: 'two-zebras',
      revision: 2,
    })
    expect(await list(`postId=${post._id}`)).toEqual([])
    const now = new Date(blog().clock.now).toISOString()
    const { body } = await update(admin, post, { publishAt: null })
    expect(body).toMatchObject({ createdAt: now, slug: 'two-zebras' })
    expect(body).not.toHaveProperty('publishAt')
    expect(await list(`postId=${post._id}`)).toEqual([body])

    const other = await plan(admin)
    const past = '2024-02-29T12:00:00.000Z'
    expect((await update(admin, other, { publishAt: '2024-02-29T14:00:00+02:00' })).body).toMatchObject({ createdAt: past })
    expect(await publish()).toEqual([])
    const refused = await update(admin, other, { publishAt: inFuture() })
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', field: 'publishAt' } })
    expect((await update(admin, other, { publishAt: null })).body).toMatchObject({ createdAt: past })
  })

  it('A date in the past becomes the publication date when a post is created or changed, also in the search', async () => {
    const admin = await blog().makeAdmin()
    const post = await plan(admin, { title: 'An old walrus', publishAt: '2020-05-01T10:00:00Z' })
    expect(post).toMatchObject({ createdAt: '2020-05-01T10:00:00.000Z', updatedAt: new Date(blog().clock.now).toISOString() })
    const newer = await plan(admin, { title: 'A newer walrus', publishAt: null })
    const found = async () => (await list('searchTerm=walrus')).map(({ _id }) => _id)
    expect(await found()).toEqual([newer._id, post._id])
    await update(admin, newer, { publishAt: '2019-05-01T10:00:00Z' })
    expect(await found()).toEqual([post._id, newer._id])
    expect((await list('sort=asc&limit=2')).map(({ _id }) => _id)).toEqual([newer._id, post._id])
    for (const publishAt of ['yesterday', '2020-05-01', 5, '1969-12-31T00:00:00Z', '2100-01-01T00:00:00Z'])
      expect(await admin.post('/api/post/create', { title: 'T', content: 'c', publishAt })).toMatchObject({
        status: 400,
        body: { field: 'publishAt' },
      })
  })

  it('A planned post has versions, refuses edits of old ones, and ends its drafts when it is saved', async () => {
    const [admin, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const id = 'cd'.repeat(16)
    const draft = { sequence: 0, baseRevision: 0, title: 'A', category: 'life', image: '', content: '<p>x</p>' }
    await admin.put(`/api/post/draft/${id}`, draft)
    const post = await plan(admin, { draft: { id, sequence: 1 } })
    const changes = { title: 'A second try', publishAt: inFuture(2 * HOUR_MS) }
    expect((await update(admin, post, changes)).body).toMatchObject({
      _id: post._id,
      title: 'A second try',
      revision: 2,
      publishAt: inFuture(2 * HOUR_MS),
    })
    expect((await admin.get(`/api/post/draft/${post._id}`)).body).toMatchObject({ state: 'planned', revision: 2, draft: null })
    expect((await update(other, post, { title: 'Mine', baseRevision: 1 })).body.code).toBe('edit_conflict')
    expect((await update(other, post, { title: 'Mine', baseRevision: 2 })).body).toMatchObject({ revision: 3 })
    const params = { postId: post._id }
    const { revisions } = await admin.call(listRevisions, { params })
    expect(revisions.map(({ revision }) => revision)).toEqual([3, 2, 1])
    const restored = await admin.call(restoreRevision, { params: { ...params, version: revisions[2]?.id ?? '' }, body: {} })
    expect(restored).toMatchObject({ title: 'A zebra', revision: 4, publishAt: inFuture(2 * HOUR_MS) })
    blog().clock.advance(2 * HOUR_MS)
    await publish()
    expect(await list(`postId=${post._id}`)).toMatchObject([{ title: 'A zebra', revision: 4 }])
    expect((await admin.call(listRevisions, { params })).totalRevisions).toBe(4)
  })

  it('A planned post is restored from the trash as planned, or as published if its time has passed', async () => {
    const admin = await blog().makeAdmin()
    const [post, late] = [await plan(admin), await plan(admin, { title: 'Late' })]
    for (const each of [post, late]) expect((await trash(admin, each)).status).toBe(200)
    expect((await admin.get(`/api/post/getpost/${post._id}`)).status).toBe(404)
    expect(await restore(admin, post)).toEqual(post)
    blog().clock.advance(HOUR_MS)
    expect(await publish()).toEqual([post._id])
    expect((await list(`postId=${late._id}`)).length).toBe(0)
    const restored = await restore(admin, late)
    expect(restored).toMatchObject({ createdAt: late.publishAt })
    expect(restored).not.toHaveProperty('publishAt')
    expect(await list(`postId=${late._id}`)).toEqual([restored])
  })

  it('The pictures of a planned post are not deleted, and the writer’s data download contains it', async () => {
    const [admin, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const post = await plan(admin, { content: `<p>x</p>${PICTURE}` })
    const used = () => findUsedFolders(blog().db, ['abcdefghijklmnop'])
    expect((await used()).size).toBe(1)
    expect((await admin.call(downloadMyData)).posts).toMatchObject([
      { _id: post._id, state: 'planned', title: post.title, content: post.content, createdAt: post.publishAt },
    ])
    expect((await other.call(downloadMyData)).posts).toEqual([])
    await (await blog().signIn(admin)).call(deleteUser, { params: { userId: admin.id } })
    expect((await other.get(`/api/post/getpost/${post._id}`)).body).toMatchObject({ userId: null, author: null })
    blog().clock.advance(HOUR_MS + MINUTE_MS)
    await publish()
    expect((await used()).size).toBe(1)
    expect((await blog().db.selectFrom('kept_pictures').selectAll().execute()).length).toBe(0)
    expect(await list(`postId=${post._id}`)).toMatchObject([{ createdAt: post.publishAt, author: null }])
  })
})
