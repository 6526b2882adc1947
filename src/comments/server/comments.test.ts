import { beforeAll, expect, it } from 'vitest'
import { listAllComments } from '#comments/contract/comments.endpoints.ts'
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

  it.runIf(engine === 'sqlite').each([
    ['250 units of emoji', '🫶'.repeat(125)],
    ['250 units with line ends of two', 'a\r\n'.repeat(125)],
    ['lines and markup as they are', 'a\n\nb <b>c</b> &amp; <script>alert(1)</script>'],
    ['letters of every script', 'صباح الخير 日本語 \u202E 👩‍👩‍👧‍👦'],
  ])('Content is accepted: %s', async (_, content) => {
    const response = await create({ content, postId })
    expect(response).toMatchObject({ status: 201, body: { content: content.replaceAll('\r\n', '\n').trim() } })
  })

  it.runIf(engine === 'sqlite').each([
    ['251 letters', 'x'.repeat(251), 'A comment can have at most 250 characters.'],
    ['nothing', '', 'Please write a comment.'],
    ['blanks', ' \n\t\u00A0\u3000\uFEFF ', 'Please write a comment.'],
    ['a number', 5, 'Please write a comment.'],
    ['no field', undefined, 'Please write a comment.'],
  ])('Content is rejected: %s', async (_, content, message) => {
    expect(await create({ content, postId })).toMatchObject({ status: 400, body: { code: 'bad_request', message } })
  })

  it('Characters that no database can store are removed or replaced', async () => {
    const raw = `{"content":"a\\u0000b \\ud83d c","postId":"${postId}"}`
    const response = await user.send(CREATE, { method: 'POST', body: raw, headers: { 'content-type': 'application/json' } })
    expect(await response.json()).toMatchObject({ content: 'ab \uFFFD c' })
  })

  it('Users can comment only in their own name, and visitors not at all', async () => {
    const other = await blog().makeUser()
    expect(await blog().visitor().post(CREATE, { content: 'x', postId })).toMatchObject({ status: 401 })
    const forged = await other.post(CREATE, { content: 'x', postId, userId: user.id })
    expect(forged).toMatchObject({ status: 403, body: { message: 'You can only comment in your own name.' } })
    const admin = await blog().makeAdmin()
    expect((await admin.post(CREATE, { content: 'x', postId, userId: user.id })).status).toBe(403)
  })
})

onEachEngine('Lists of comments', (engine) => {
  const blog = useTestApp(engine)

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
