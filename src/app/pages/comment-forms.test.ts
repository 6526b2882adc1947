import { COMMENT_RATE_LIMITS } from '#comments/contract/comment-limits.ts'
import { beforeEach, expect, it } from 'vitest'
import { deleteComment, listAllComments, listComments } from '#comments/contract/comments.endpoints.ts'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import { createSubmit, recordPages } from '#tests/support/blog/submit-form.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'

onEachEngine('comment forms without JavaScript', (engine) => {
  const { pages, renderings } = recordPages()
  const submit = createSubmit(renderings)
  const blog = useFreshTestApp(engine, { overrides: { pages } })
  let post: { _id: string; slug: string }
  let postPath: string
  let reader: TestUser
  beforeEach(async () => {
    post = await blog().makePost({ title: 'A walk in the rain' })
    postPath = `/post/${post.slug}`
    reader = await blog().makeUser({ username: 'reader' })
  })

  const comments = () =>
    blog()
      .visitor()
      .call(listComments, { params: { postId: post._id } })
  const readPost = async () => (await blog().visitor().send(postPath, {})).text()
  const comment = (client: TestClient, content: string, postId = post._id) =>
    submit(client, { form: 'comment', path: postPath, fields: { content, postId } })
  const like = (client: TestClient, commentId: string, path = postPath) => submit(client, { form: 'like', path, fields: { commentId } })

  it('A comment is stored as over the API, and the response leads to it on a page that shows it', async () => {
    expect(await readPost()).not.toContain('of a letter')
    const response = await comment(reader, 'Two lines\r\nof a letter')
    const [stored] = await comments()
    expect(stored).toMatchObject({ content: 'Two lines\nof a letter', user: { username: 'reader' } })
    expect(response).toMatchObject({ status: 303, location: `${postPath}#comment-${stored?._id}` })
    expect(await readPost()).toContain('of a letter')
  })

  it('The page of a refused comment shows its text and the reason', async () => {
    const long = 'ä'.repeat(251)
    const refused = await comment(reader, long)
    expect(refused).toMatchObject({ status: 400, page: { role: 'reader', path: postPath } })
    expect(refused.page?.form).toEqual({
      name: 'comment',
      state: 'failed',
      message: 'A comment can have at most 250 characters.',
      field: 'content',
      values: { content: long, postId: post._id },
    })
    expect(await comment(reader, '')).toMatchObject({ status: 400, page: { form: { field: 'content' } } })
    expect(await comment(reader, 'Lost', 'no-such-post')).toMatchObject({ status: 404, page: { form: { values: { content: 'Lost' } } } })
  })

  it('A reply is stored as over the API and leads to its place; its text is shown again if the comment was deleted', async () => {
    const repliedTo = await blog().makeComment(reader, post._id, 'Who has the key?')
    const reply = (content: string, path = postPath) =>
      submit(reader, { form: 'comment', path, fields: { content, postId: post._id, parentId: repliedTo._id } })
    const response = await reply('I do', `${postPath}?comments=30`)
    const [stored] = await comments()
    expect(stored).toMatchObject({ content: 'I do', parentId: repliedTo._id })
    expect(response).toMatchObject({ status: 303, location: `${postPath}?comments=30#comment-${stored?._id}` })
    expect(await readPost()).toMatch(/Who has the key\?[^]*I do/)
    await reader.call(deleteComment, { params: { commentId: repliedTo._id } })
    expect(await readPost()).toMatch(/This comment was deleted\.[^]*I do/)
    const refused = await reply('Too late')
    expect(refused).toMatchObject({ status: 404, page: { form: { values: { content: 'Too late', parentId: repliedTo._id } } } })
    expect(refused.page?.form).toMatchObject({ message: 'The comment that you are replying to is no longer there.' })
  })

  it('Comments over the limit are refused as over the API', async () => {
    const user = await blog().makeUser()
    const { max, windowMs } = COMMENT_RATE_LIMITS.commentsPerUser
    for (let count = 0; count < max; count += 1) await blog().makeComment(user, post._id)
    const response = await comment(user, 'One more')
    expect(response).toMatchObject({ status: 429, retryAfter: String(windowMs / 1000) })
    expect(response.page?.form).toMatchObject({ state: 'failed', values: { content: 'One more' } })
  })

  it('A refused comment is shown on the page of the new slug if the title was changed meanwhile', async () => {
    const { _id: postId } = await blog().makePost({ title: 'Before' })
    const admin = await blog().makeAdmin()
    const params = { postId, userId: admin.id }
    await admin.call(updatePost, { params, body: { title: 'Afterwards' } })
    const submitAtOldAddress = (content: string) => submit(reader, { form: 'comment', path: '/post/before', fields: { content, postId } })
    expect(await submitAtOldAddress('Stored')).toMatchObject({ status: 303, location: expect.stringMatching(/^\/post\/before#comment-/) })
    const refused = await submitAtOldAddress('  ')
    expect(refused).toMatchObject({ status: 400, location: null })
    expect(refused.page).toMatchObject({ path: '/post/afterwards', form: { values: { content: '  ' } } })
  })

  it('A visitor reports a comment, the page says thanks, and a second form on the page does not; nothing changes on the page for others', async () => {
    const one = await blog().makeComment(reader, post._id, 'An unkind word')
    const report = (fields: Record<string, string>) =>
      submit(blog().visitor(), { form: 'report', path: postPath, fields: { commentId: one._id, ...fields } })
    const before = await readPost()
    expect(before).toContain(`report=${one._id}`)
    const done = await report({ reason: 'It hurts' })
    const message = 'Thank you. Somebody will look at this comment.'
    expect(done).toMatchObject({ status: 200, page: { form: { state: 'done', name: 'report', message, values: { commentId: one._id } } } })
    expect(await readPost()).toBe(before)
    const admin = await blog().makeAdmin()
    const { comments: listed } = await admin.call(listAllComments, { query: { sort: 'attention' } })
    expect(listed[0]).toMatchObject({ _id: one._id, reports: ['It hurts'] })
  })

  it('A reader changes and deletes their own comments on a page of their own', async () => {
    const author = await blog().makeUser({ username: 'author' })
    const [mine, other] = [await blog().makeComment(author, post._id, 'Frist'), await blog().makeComment(reader, post._id, 'Of another')]
    const ownPath = `${postPath}/comments`
    const link = `<noscript><a href="${ownPath}"`
    expect([await readPost(), await (await author.send(postPath, {})).text()]).toEqual([
      expect.not.stringContaining(link),
      expect.stringContaining(link),
    ])
    const readOwn = async () => (await author.send(ownPath, {})).text()
    expect(await readOwn()).toContain('>Frist</textarea>')
    expect(await readOwn()).not.toContain('Of another')
    expect((await blog().visitor().send(ownPath, {})).headers.get('location')).toBe(`/sign-in?from=${encodeURIComponent(ownPath)}`)

    const edit = (commentId: string, content: string) =>
      submit(author, { form: 'edit-comment', path: ownPath, fields: { commentId, content } })
    const remove = (commentId: string) => submit(author, { form: 'delete-comment', path: ownPath, fields: { commentId } })
    expect(await edit(mine._id, ' ')).toMatchObject({ status: 400, page: { form: { field: 'content', values: { commentId: mine._id } } } })
    expect(await edit(mine._id, 'First')).toMatchObject({ status: 303, location: `${postPath}#comment-${mine._id}` })
    expect(await readPost()).toContain('First')
    for (const refused of [await edit(other._id, 'Mine'), await remove(other._id)]) expect(refused.status).toBe(403)
    expect(await remove(mine._id)).toMatchObject({ status: 303, location: `${postPath}#comments` })
    expect(await readOwn()).toContain('There is none of yours')
    expect((await comments()).map(({ content }) => content)).toEqual(expect.not.arrayContaining(['First', 'Frist', 'Mine']))
    expect((await author.send('/post/none/comments', {})).status).toBe(404)
  })

  it('A like is given and taken back, and shows on the page', async () => {
    const liked = await blog().makeComment(await blog().makeUser(), post._id, 'Worth a like')
    const likes = async () => {
      const list = await reader.call(listComments, { params: { postId: post._id } })
      return list.find((one) => one._id === liked._id)?.likes
    }
    const leads = { status: 303, location: `${postPath}#comment-${liked._id}` }
    expect(await readPost()).not.toContain('1 like')
    expect(await like(reader, liked._id)).toMatchObject(leads)
    expect(await likes()).toHaveLength(1)
    expect(await readPost()).toContain('1 like')
    expect(await like(reader, liked._id)).toMatchObject(leads)
    expect(await likes()).toEqual([])
  })

  it('A like on an older page of comments leads back to that page', async () => {
    const { _id } = await blog().makeComment(reader, post._id)
    const response = await like(reader, _id, `//post//${post.slug}/?comments=30&x=1`)
    expect(response).toMatchObject({ status: 303, location: `${postPath}?comments=30#comment-${_id}` })
  })

  it('A like of a comment that is not there renders the page with the reason', async () => {
    for (const commentId of ['no-such-comment', '../../x', '']) {
      expect(await like(reader, commentId)).toMatchObject({ status: 404, page: { form: { name: 'like', values: { commentId } } } })
    }
    expect(await submit(reader, { form: 'like', path: postPath, fields: {} })).toMatchObject({ status: 404 })
  })

  it('A form on a post that is not there renders the 404 page', async () => {
    const response = await submit(reader, { form: 'comment', path: '/post/none', fields: { content: '', postId: 'none' } })
    expect(response).toMatchObject({ status: 404, type: 'text/html; charset=utf-8' })
  })

  it('The page of a refused comment is not cached', async () => {
    // Again, until this process has heard of its own post: what it rendered before is not kept.
    const readAfterRefusal = async () => {
      await readPost()
      expect((await comment(reader, '')).status).toBe(400)
      const count = renderings.length
      const { status, headers } = await blog().visitor().send(postPath, {})
      return [status, headers.get('cache-status'), renderings.length - count]
    }
    await expect.poll(readAfterRefusal).toEqual([200, 'kindred; hit', 0])
  })
})
