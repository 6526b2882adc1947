import { expect, it } from 'vitest'
import { createPost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { getPostToEdit } from '#writing/contract/manage-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { DAY_MS, HOUR_MS } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngine('A post that is created again, because the first response was lost', (engine) => {
  const blog = useTestApp(engine)
  const inHours = (hours: number) => new Date(blog().clock.now + hours * HOUR_MS).toISOString()
  /** @param sequence number that the writer has read: each publication leaves the next one */
  const create = (admin: TestUser, sequence: number, body: object) => {
    const draft = { id: admin.id.replaceAll('-', ''), sequence }
    return admin.call(createPost, { body: { title: 'Said twice', content: '<p>Words.</p>', draft, ...body } })
  }
  /** Creates a post and, an hour later, creates it again. */
  const createTwice = async (first: object, second: object) => {
    const admin = await blog().makeAdmin()
    const before = await create(admin, 1, first)
    blog().clock.advance(HOUR_MS)
    const after = await create(admin, 2, second)
    expect(after._id).toBe(before._id)
    const published = (
      await blog()
        .visitor()
        .call(listPosts, { query: { postId: after._id } })
    ).posts.length
    return { admin, before, after, isPublished: published === 1, now: inHours(0) }
  }

  it('is published now, if that is said, although the first call planned it', async () => {
    const { after, isPublished, now } = await createTwice({ publishAt: inHours(30) }, {})
    expect([after.createdAt, after.publishAt, isPublished]).toEqual([now, undefined, true])
  })

  it('is planned for the time of the second call', async () => {
    const [first, second] = [inHours(30), inHours(50)]
    const { after, isPublished } = await createTwice({ publishAt: first }, { publishAt: second })
    expect([after.publishAt, isPublished]).toEqual([second, false])
  })

  it('keeps the date of the first call if both say now, and gets the date of the second if one of them names another', async () => {
    const past = new Date(blog().clock.now - 100 * DAY_MS).toISOString()
    const same = await createTwice({}, {})
    expect(same.after.createdAt).toBe(same.before.createdAt)
    const dated = await createTwice({}, { publishAt: past })
    expect(dated.after.createdAt).toBe(past)
    const now = await createTwice({ publishAt: past }, {})
    expect([now.before.createdAt, now.after.createdAt]).toEqual([past, now.now])
  })

  it('keeps the date of the first call however often both say now, also after other words, and gets the present one once a date was named', async () => {
    const { admin, before } = await createTwice({}, {})
    const again = (sequence: number, body: object) => {
      blog().clock.advance(HOUR_MS)
      return create(admin, sequence, body)
    }
    expect(await again(3, {})).toMatchObject({ _id: before._id, createdAt: before.createdAt })
    expect(await again(4, { content: '<p>Other words.</p>' })).toMatchObject({ _id: before._id, createdAt: before.createdAt })
    expect(await again(5, {})).toMatchObject({ _id: before._id, createdAt: before.createdAt })
    const past = new Date(blog().clock.now - 100 * DAY_MS).toISOString()
    expect((await again(6, { publishAt: past })).createdAt).toBe(past)
    const dated = await again(7, {})
    expect(dated.createdAt).toBe(inHours(0))
    expect((await again(8, {})).createdAt).toBe(dated.createdAt)
  })

  it('is not planned any more once it is published: the second call says so, and changes nothing', async () => {
    const admin = await blog().makeAdmin()
    const before = await create(admin, 1, {})
    const later = create(admin, 2, { publishAt: inHours(30), title: 'Later', commentsOpen: false })
    await expect(later).rejects.toMatchObject({
      code: 'conflict',
      field: 'publishAt',
      message: expect.stringContaining('published already'),
    })
    expect(await admin.call(getPostToEdit, { params: { postId: before._id } })).toEqual(before)
    expect(await create(admin, 2, { title: 'Now' })).toMatchObject({ _id: before._id, title: 'Now', createdAt: before.createdAt })
  })

  it('has the comments and the audience of the second call', async () => {
    const closed = await createTwice({ commentsOpen: false, audience: 'public' }, { audience: 'family' })
    expect(closed.after).toMatchObject({ commentsOpen: true, audience: 'family' })
    const open = await createTwice({ publishAt: inHours(30), audience: 'family' }, { commentsOpen: false, audience: 'public' })
    expect(open.after).toMatchObject({ commentsOpen: false, audience: 'public' })
  })
})

onEachEngine('Calls of plain clients that publish', (engine) => {
  const blog = useTestApp(engine)

  it('A post is published at once, and updated with the whole post object, with no word about time or mail', async () => {
    const admin = await blog().makeAdmin()
    const created = await admin.post('/api/post/create', { title: 'Plain', category: 'life', image: '', content: '<p>Words.</p>' })
    expect(created).toMatchObject({ status: 201, body: { slug: 'plain', createdAt: new Date(blog().clock.now).toISOString() } })
    const [post] = (await admin.get(`/api/post/getposts?postId=${created.body._id}`)).body.posts
    blog().clock.advance(HOUR_MS)
    const updated = await admin.put(`/api/post/updatepost/${post._id}/${admin.id}`, { ...post, title: 'Plain words' })
    expect(updated).toMatchObject({ status: 200, body: { slug: 'plain-words', createdAt: post.createdAt } })
  })

  it('A planned post that is sent back as a whole stays planned', async () => {
    const admin = await blog().makeAdmin()
    const publishAt = new Date(blog().clock.now + DAY_MS).toISOString()
    const post = await admin.call(createPost, { body: { title: 'Planned', content: '<p>Words.</p>', publishAt } })
    const updated = await admin.put(`/api/post/updatepost/${post._id}/${admin.id}`, post)
    expect(updated).toMatchObject({ status: 200, body: { publishAt } })
  })

  it('Forms of an older version say null for now, and true or false for mail', async () => {
    const admin = await blog().makeAdmin()
    const publishAt = new Date(blog().clock.now + DAY_MS).toISOString()
    const post = await admin.call(createPost, { body: { title: 'Older', content: '<p>Words.</p>', publishAt, mail: false } })
    const params = { postId: post._id, userId: admin.id }
    expect(await admin.call(updatePost, { params, body: { publishAt: null, mail: true } })).not.toHaveProperty('publishAt')
    expect(await admin.put(`/api/post/updatepost/${post._id}/${admin.id}`, { mail: 'maybe' })).toMatchObject({
      status: 400,
      body: { field: 'mail', message: 'Please say whether the post is to be mailed.' },
    })
    for (const [time, message] of [
      ['unsaid', 'Please choose a date and a time.'],
      ['2100-01-01T00:00:00Z', 'Please choose a date between 1970 and 2099.'],
    ])
      expect(await admin.post('/api/post/create', { title: 'T', content: 'c', publishAt: time })).toMatchObject({
        status: 400,
        body: { field: 'publishAt', message },
      })
  })
})
