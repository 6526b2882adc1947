import { beforeAll, expect, it } from 'vitest'
import { type Comment, listAllComments } from '#comments/contract/comments.endpoints.ts'
import { DAY_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

const CREATE = '/api/comment/create'

onEachEngine('POST /api/comment/create', (engine) => {
  const blog = useTestApp(engine)
  let user: TestUser
  let postId: string
  beforeAll(async () => {
    user = await blog().makeUser({ username: 'mara' })
    postId = (await blog().makePost())._id
  })
  const create = async (body: unknown) => {
    blog().clock.advance(5 * MINUTE_MS)
    user = await blog().signIn({ email: user.email })
    return user.post(CREATE, body)
  }

  it('A new comment is returned with its author', async () => {
    const response = await create({ content: '  Thank you  ', postId, userId: user.id })
    const time = new Date(blog().clock.now).toISOString()
    expect(response.status).toBe(201)
    expect(response.body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      content: 'Thank you',
      postId,
      userId: user.id,
      likes: [],
      numberOfLikes: 0,
      createdAt: time,
      updatedAt: time,
      user: { _id: user.id, username: 'mara', profilePicture: expect.stringContaining('/drawings/avatar/m-') },
    })
    const list = await blog().visitor().get(`/api/comment/getPostComments/${postId}`)
    expect(list.body[0]).toEqual(response.body)
  })

  it.each([
    ['250 letters', 'x'.repeat(250)],
    ['250 units of emoji', '🫶'.repeat(125)],
    ['250 units with line ends of two', 'a\r\n'.repeat(125)],
    ['250 letters between blanks', ` ${'x'.repeat(250)}\n`],
    ['one letter', 'x'],
    ['lines and markup as they are', 'a\n\nb <b>c</b> &amp; <script>alert(1)</script>'],
    ['SQL', "'); drop table comments; --"],
    ['letters of every script', 'صباح الخير 日本語 \u202E 👩‍👩‍👧‍👦'],
  ])('Content is accepted: %s', async (_, content) => {
    const response = await create({ content, postId })
    expect(response).toMatchObject({ status: 201, body: { content: content.replaceAll('\r\n', '\n').trim() } })
  })

  it.each([
    ['251 letters', 'x'.repeat(251), 'A comment can have at most 250 characters.'],
    ['252 units of emoji', '🫶'.repeat(126), 'A comment can have at most 250 characters.'],
    ['10,000 letters', 'x'.repeat(10_000), 'A comment can have at most 250 characters.'],
    ['nothing', '', 'Please write a comment.'],
    ['blanks', ' \n\t\u00A0\u3000\uFEFF ', 'Please write a comment.'],
    ['only NUL', '\0\0', 'Please write a comment.'],
    ['null', null, 'Please write a comment.'],
    ['a number', 5, 'Please write a comment.'],
    ['an array', ['x'], 'Please write a comment.'],
    ['an object', { toString: 'x' }, 'Please write a comment.'],
    ['no field', undefined, 'Please write a comment.'],
  ])('Content is rejected: %s', async (_, content, message) => {
    expect(await create({ content, postId })).toMatchObject({ status: 400, body: { code: 'bad_request', message } })
  })

  it('Characters that no database can store are removed or replaced', async () => {
    const raw = `{"content":"a\\u0000b \\ud83d c","postId":"${postId}"}`
    const response = await user.send(CREATE, { method: 'POST', body: raw, headers: { 'content-type': 'application/json' } })
    expect(await response.json()).toMatchObject({ content: 'ab \uFFFD c' })
  })

  it.each([['unknown'], ["' OR 1=1 --"], ['\0'], [''], ['x'.repeat(10_000)], ['🫶🏽']])(
    'A comment on an unknown post is 404: %.20j',
    async (id) => {
      expect(await create({ content: 'x', postId: id })).toMatchObject({ status: 404, body: { message: 'This post is no longer there.' } })
    },
  )

  it.each([[undefined], [null], [7], [{ $ne: null }]])('A malformed post id is 400: %j', async (id) => {
    expect(await create({ content: 'x', postId: id })).toMatchObject({ status: 400, body: { message: 'An id is missing.' } })
  })

  it('Users can comment only in their own name, and visitors not at all', async () => {
    const other = await blog().makeUser()
    expect(await blog().visitor().post(CREATE, { content: 'x', postId })).toMatchObject({ status: 401 })
    const forged = await other.post(CREATE, { content: 'x', postId, userId: user.id })
    expect(forged).toMatchObject({ status: 403, body: { message: 'You can only comment in your own name.' } })
    const admin = await blog().makeAdmin()
    expect((await admin.post(CREATE, { content: 'x', postId, userId: user.id })).status).toBe(403)
  })

  it('Fields that the contract does not name are ignored', async () => {
    const response = await create({
      content: 'x',
      postId,
      likes: [user.id],
      numberOfLikes: 99,
      _id: 'mine',
      createdAt: '1970-01-01T00:00:00Z',
    })
    expect(response.body).toMatchObject({ likes: [], numberOfLikes: 0, createdAt: new Date(blog().clock.now).toISOString() })
  })

  it('The 31st comment of a user in five minutes is rate-limited', async () => {
    const writer = await blog().makeUser()
    for (let number = 0; number < 30; number += 1) expect((await writer.post(CREATE, { content: `${number}`, postId })).status).toBe(201)
    blog().clock.advance(MINUTE_MS)
    const stopped = await writer.post(CREATE, { content: 'one more', postId })
    expect(stopped).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(stopped.headers.get('retry-after')).toBe('240')
    const other = await blog().makeUser()
    expect((await other.post(CREATE, { content: 'x', postId })).status).toBe(201)
    blog().clock.advance(4 * MINUTE_MS)
    expect((await writer.post(CREATE, { content: 'one more', postId })).status).toBe(201)
  })

  it('A rejected comment does not count towards the rate limit', async () => {
    const writer = await blog().makeUser()
    for (let number = 0; number < 31; number += 1) await writer.post(CREATE, { content: 'x', postId: 'nowhere' })
    expect((await writer.post(CREATE, { content: 'x', postId })).status).toBe(201)
  })
})

onEachEngine('Lists of comments', (engine) => {
  const blog = useTestApp(engine)

  it('Everyone can list the comments of a post, newest first', async () => {
    const [post, other, user] = [await blog().makePost(), await blog().makePost(), await blog().makeUser()]
    const written: string[] = []
    for (let number = 0; number < 12; number += 1) {
      blog().clock.advance(1000)
      written.unshift((await blog().makeComment(user, post._id, `Number ${number}`))._id)
      await blog().makeComment(user, other._id)
    }
    const { body: list } = await blog().visitor().get(`/API/comment/getPostComments/${post._id}/`)
    expect(list.map((comment: Comment) => comment._id)).toEqual(written)
  })

  it.each(['unknown', '019cec9e-0000-7000-8000-000000000000'])('The list for an unknown post is empty: %s', async (id) => {
    expect(await blog().visitor().get(`/api/comment/getPostComments/${id}`)).toMatchObject({ status: 200, body: [] })
  })

  it('Only admins can list the comments of all posts, in pages with totals', async () => {
    const { db, clock } = blog()
    const [post, user] = [await blog().makePost(), await blog().makeUser()]
    expect(await blog().visitor().get('/api/comment/getComments')).toMatchObject({ status: 401 })
    expect(await user.get('/api/comment/getComments')).toMatchObject({ status: 403 })
    await db.deleteFrom('comments').execute()
    for (let number = 0; number < 12; number += 1) {
      clock.advance(1000)
      await blog().makeComment(user, post._id, `${number}`)
    }
    await db
      .updateTable('comments')
      .set({ created_at: clock.now - 31 * DAY_MS })
      .where('content', 'in', ['0', '1'])
      .execute()
    const admin = await blog().makeAdmin()
    const list = (query: string) => admin.call(listAllComments, { query: Object.fromEntries(new URLSearchParams(query)) })
    const first = await list('')
    expect(first).toMatchObject({ totalComments: 12, lastMonthComments: 10 })
    expect(first.comments.map((comment) => comment.content)).toEqual(['11', '10', '9', '8', '7', '6', '5', '4', '3'])
    expect((await list('?startIndex=9&limit=0')).comments.map((comment) => comment.content)).toEqual(['2'])
    expect((await list('?startIndex=10&limit=101')).comments).toHaveLength(2)
    expect((await list('?limit=2&sort=asc')).comments.map((comment) => comment.content).sort()).toEqual(['0', '1'])
    expect(await list('?startIndex=12')).toMatchObject({ comments: [], totalComments: 12 })
  })
})
