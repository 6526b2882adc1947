import { expect, it } from 'vitest'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { getRevision, listRevisions, restoreRevision } from '#writing/contract/writing.endpoints.ts'
import { HOUR_MS } from '#platform/contract/limits.ts'
import { REVISIONS_PER_POST_MAX } from '#writing/contract/writing-limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngine('versions of a post', (engine) => {
  const blog = useTestApp(engine)
  const pathOf = (by: TestUser, id: string) => `/api/post/updatepost/${id}/${by.id}`
  const update = (by: TestUser, id: string, body: object) => by.call(updatePost, { params: { postId: id, userId: by.id }, body })
  const list = (by: TestUser, id: string, query = '') =>
    by.call(listRevisions, { params: { postId: id }, query: Object.fromEntries(new URLSearchParams(query)) })
  /** Returns the id of a version. */
  const idOf = async (by: TestUser, postId: string, number: number) =>
    (await list(by, postId)).revisions.find(({ revision }) => revision === number)?.id ?? ''
  const current = async (id: string) => (await blog().readPosts({ postId: id }))[0]

  it('increase with each change, and an update based on an older one is refused', async () => {
    const [one, two] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const post = await blog().makePost({ by: one, title: 'As it was' })
    expect(await update(one, post._id, { title: 'From one', baseRevision: 1 })).toMatchObject({ revision: 2 })
    const refused = await two.put(pathOf(two, post._id), { title: 'From two', baseRevision: 1 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'edit_conflict', success: false } })
    expect(await current(post._id)).toMatchObject({ title: 'From one', revision: 2 })
    expect(await update(two, post._id, { title: 'From two', baseRevision: 2 })).toMatchObject({ revision: 3 })
    // No change, so no new version.
    expect(await update(two, post._id, { title: 'From two', baseRevision: 3 })).toMatchObject({ revision: 3 })
  })

  it('let one of two concurrent updates succeed that are based on the same one', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin })
    const titles = ['a', 'b', 'c', 'd']
    const responses = await Promise.all(titles.map((title) => admin.put(pathOf(admin, post._id), { title, baseRevision: 1 })))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(await current(post._id)).toMatchObject({ revision: 2, title: titles[responses.findIndex(({ status }) => status === 200)] })
  })

  it('An admin reads versions with editor and date, and restores one as a new version', async () => {
    const [one, two] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const post = await blog().makePost({ by: one, title: 'First', category: 'life', content: '<p>first</p>', image: '/files/abc/c.webp' })
    const times = [blog().clock.now]
    blog().clock.advance(HOUR_MS / 4)
    times.push(blog().clock.now)
    await update(two, post._id, { title: 'Second', content: '<p>second</p>', image: null, category: 'other' })
    expect(await list(one, post._id)).toEqual({
      totalRevisions: 2,
      revisions: [
        {
          id: post._id,
          revision: 2,
          title: 'Second',
          category: 'other',
          image: '',
          publishedAt: new Date(times[1] ?? 0).toISOString(),
          editor: { _id: two.id, username: two.username },
        },
        {
          id: expect.any(String),
          revision: 1,
          title: 'First',
          category: 'life',
          image: '/files/abc/c.webp',
          publishedAt: new Date(times[0] ?? 0).toISOString(),
          editor: { _id: one.id, username: one.username },
        },
      ],
    })
    const first = await idOf(one, post._id, 1)
    const path = `/api/post/revision/${post._id}`
    expect(await one.call(getRevision, { params: { postId: post._id, version: first } })).toMatchObject({
      title: 'First',
      content: '<p>first</p>',
    })
    expect(await one.call(getRevision, { params: { postId: post._id, version: post._id } })).toMatchObject({
      title: 'Second',
      content: '<p>second</p>',
    })
    const foreign = await blog().makePost({ by: one })
    for (const id of ['1', 'x', foreign._id]) expect((await one.get(`${path}/${id}`)).status).toBe(404)
    expect((await one.get(`/api/post/revision/${foreign._id}/${first}`)).status).toBe(404)

    expect((await one.post(`${path}/${first}/restore`, { baseRevision: 1 })).body.code).toBe('edit_conflict')
    const restored = await one.call(restoreRevision, { params: { postId: post._id, version: first }, body: { baseRevision: 2 } })
    expect(restored).toMatchObject({
      revision: 3,
      title: 'First',
      slug: 'first',
      category: 'life',
      content: '<p>first</p>',
      image: post.image,
    })
    expect((await list(one, post._id)).revisions.map(({ revision }) => revision)).toEqual([3, 2, 1])
    const posts = await blog().readPosts({ searchTerm: 'second' })
    expect(posts).toEqual([])
  })

  it('are sanitised again when they are restored', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin, content: '<p>now</p>' })
    await update(admin, post._id, { content: '<p>later</p>' })
    const content = '<p>kept</p><script>alert(1)</script><img src=x onerror=alert(2)>'
    await blog()
      .db.updateTable('post_versions')
      .set({ content, image_url: 'https://evil.example/x' })
      .where('post_id', '=', post._id)
      .execute()
    const params = { postId: post._id, version: await idOf(admin, post._id, 1) }
    expect(await admin.call(restoreRevision, { params, body: {} })).toMatchObject({
      content: '<p>kept</p>',
      image: expect.stringMatching(/^\/drawings\//),
    })
  })

  it('A version that was never published is restored with a title alone', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin })
    const text = { category: 'life', image: '', content: '<p>Not chosen</p>' }
    const keep = async (sequence: number, title: string) => {
      await admin.put(`/api/post/draft/${post._id}`, { ...text, sequence, baseRevision: 1, title: 'Chosen', keep: { ...text, title } })
      const version = (await list(admin, post._id)).revisions.find((kept) => kept.revision === null && kept.title === title)
      return admin.post(`/api/post/revision/${post._id}/${version?.id}/restore`, { baseRevision: 1 })
    }
    for (const [sequence, title] of ['', ' '].entries()) {
      expect(await keep(sequence, title)).toMatchObject({ status: 400, body: { message: expect.stringContaining('has no title') } })
    }
    expect(await keep(2, ' Two  words ')).toMatchObject({ status: 200, body: { title: 'Two words', content: text.content, revision: 2 } })
    expect(await current(post._id)).toMatchObject({ title: 'Two words', slug: 'two-words' })
  })

  it('are listed page by page, and the oldest beyond the limit are deleted', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin })
    for (let number = 2; number <= REVISIONS_PER_POST_MAX + 4; number += 1) await update(admin, post._id, { title: `Version ${number}` })
    const all = await list(admin, post._id, '?limit=100')
    expect(all.totalRevisions).toBe(REVISIONS_PER_POST_MAX + 1)
    const pages = [
      await list(admin, post._id),
      await list(admin, post._id, '?startIndex=9'),
      await list(admin, post._id, '?startIndex=100'),
    ]
    expect(pages.map(({ revisions }) => revisions.map(({ revision }) => revision))).toEqual([
      [104, 103, 102, 101, 100, 99, 98, 97, 96],
      [95, 94, 93, 92, 91, 90, 89, 88, 87],
      [4],
    ])
    expect((await admin.get('/api/post/revisions/nothing')).status).toBe(404)
  })
})
