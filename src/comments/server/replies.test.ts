import { beforeAll, expect, it } from 'vitest'
import { deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { restorePost } from '#writing/contract/writing.endpoints.ts'
import {
  approveComment,
  withdrawApproval,
  type Comment,
  deleteComment,
  listAllComments,
  listComments,
} from '#comments/contract/comments.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'

const WITH_LINK = 'See https://elsewhere.example'
const NOT_FOUND = { status: 404, body: { message: 'The comment that you are replying to is no longer there.' } }

onEachEngine('Replies', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  let reader: TestUser
  let other: TestUser
  beforeAll(async () => {
    admin = await blog().makeAdmin()
    reader = await blog().makeUser()
    other = await blog().makeUser()
  })

  const send = (by: TestClient, postId: string, content: string, parentId?: string) =>
    by.post('/api/comment/create', { postId, content, ...(parentId === undefined ? {} : { parentId }) })
  /** Advances the clock before each comment to stay below the rate limit. */
  const write = async (by: TestClient, { _id: postId }: { _id: string }, content: string, repliedTo?: Comment): Promise<Comment> => {
    blog().clock.advance(30_000)
    const { status, body } = await send(by, postId, content, repliedTo?._id)
    expect(status).toBe(201)
    return body as never
  }
  const read = (postId: string, query: object = { order: 'threads' }) => blog().visitor().call(listComments, { params: { postId }, query })
  const contentsOf = (comments: readonly Comment[]) => comments.map(({ content }) => content)
  const remove = (by: TestClient, comment: Comment) => by.call(deleteComment, { params: { commentId: comment._id } })
  const setApproval = (comment: Comment, isApproved: boolean) =>
    admin.call(isApproved ? approveComment : withdrawApproval, { params: { commentId: comment._id } })

  /** 'new' is newer than 'old', but its replies are older than those of 'old'. */
  async function makeThreads() {
    const post = await blog().makePost()
    const old = await write(reader, post, 'old')
    const recent = await write(other, post, 'new')
    const toNew = await write(reader, post, 'to new', recent)
    const toOld = await write(other, post, 'to old', old)
    const toReply = await write(reader, post, 'to the reply', toOld)
    return { post, old, recent, toNew, toOld, toReply }
  }

  it('A reply to a reply belongs to the same comment as the first reply', async () => {
    const { post, old, toOld, toReply } = await makeThreads()
    expect(old).not.toHaveProperty('parentId')
    expect([toOld.parentId, toReply.parentId]).toEqual([old._id, old._id])
    const threads = await read(post._id)
    expect(contentsOf(threads)).toEqual(['new', 'to new', 'old', 'to old', 'to the reply'])
    expect(threads.filter((one) => 'missingParent' in one)).toEqual([])
  })

  it('Pages of threads follow each other without a gap', async () => {
    const { post } = await makeThreads()
    const pages = await Promise.all([0, 2, 4].map((startIndex) => read(post._id, { order: 'threads', limit: 2, startIndex })))
    expect(pages.map(contentsOf)).toEqual([['new', 'to new'], ['old', 'to old'], ['to the reply']])
    // The parent is on the previous page, so it is neither deleted nor pending.
    expect(pages[2]?.[0]).not.toHaveProperty('missingParent')
  })

  it('A deleted comment with replies is marked as missing, and one without replies is not listed', async () => {
    const { post, old, recent, toNew, toOld, toReply } = await makeThreads()
    await remove(reader, old)
    const shown = async () => (await read(post._id)).map(({ content, missingParent }) => [content, missingParent])
    const newThread = [
      ['new', undefined],
      ['to new', undefined],
    ]
    expect(await shown()).toEqual([...newThread, ['to old', 'deleted'], ['to the reply', 'deleted']])
    expect(JSON.stringify(await read(post._id, {}))).not.toContain('"old"')
    // The thread can still get replies.
    await write(other, post, 'and on', toReply)
    expect(contentsOf(await read(post._id))).toEqual(['new', 'to new', 'to old', 'to the reply', 'and on'])
    await remove(reader, toNew)
    await remove(admin, recent)
    expect((await shown()).map(([content]) => content)).toEqual(['to old', 'to the reply', 'and on'])
    expect(await send(reader, post._id, 'too late', old._id)).toMatchObject(NOT_FOUND)
    expect(toOld.parentId).toBe(old._id)
  })

  it('A post is restored from the trash with its threads, including those with deleted comments', async () => {
    const { post, old } = await makeThreads()
    await remove(reader, old)
    const before = await read(post._id)
    await admin.call(deletePost, { params: { postId: post._id, userId: admin.id } })
    expect(await read(post._id)).toEqual([])
    await admin.call(restorePost, { params: { postId: post._id } })
    expect(await read(post._id)).toEqual(before)
  })

  it('Nobody can reply to a pending comment, and the refusal reveals it only to its author and admins', async () => {
    const post = await blog().makePost()
    const pending = await write(reader, post, WITH_LINK)
    for (const by of [reader, admin]) {
      expect(await send(by, post._id, 'x', pending._id)).toMatchObject({ status: 409, body: { message: /waiting for approval/ } })
    }
    expect(await send(other, post._id, 'x', pending._id)).toMatchObject(NOT_FOUND)
    expect(await send(other, post._id, 'x', 'no-such-comment')).toMatchObject(NOT_FOUND)
  })

  it('Replies remain when the approval of their comment is undone', async () => {
    const { post, old } = await makeThreads()
    await setApproval(old, false)
    expect((await read(post._id)).slice(2).map(({ content, missingParent }) => [content, missingParent])).toEqual([
      ['to old', 'pending'],
      ['to the reply', 'pending'],
    ])
    await setApproval(old, true)
    expect(contentsOf(await read(post._id))).toContain('old')
  })

  it('Nobody can reply to a comment of another post, or on a closed or restricted post', async () => {
    const { post, old } = await makeThreads()
    const elsewhere = await blog().makePost()
    expect(await send(reader, elsewhere._id, 'x', old._id)).toMatchObject(NOT_FOUND)
    const change = (body: object) => admin.call(updatePost, { params: { postId: post._id, userId: admin.id }, body })
    await change({ commentsOpen: false })
    expect(await send(reader, post._id, 'x', old._id)).toMatchObject({ status: 403, body: { message: 'Comments are closed.' } })
    await change({ commentsOpen: true, audience: 'family' })
    const [unreadable, unknown] = [await send(reader, post._id, 'x', old._id), await send(reader, 'nothing', 'x', old._id)]
    expect(unreadable).toMatchObject(NOT_FOUND)
    expect(unreadable.body).toEqual(unknown.body)
    expect(await read(post._id)).toEqual([])
    const family = await blog().makeUser({ isFamily: true })
    expect((await send(family, post._id, 'ours', old._id)).status).toBe(201)
  })

  it('Admins see the comment that a reply is to, or that it was deleted', async () => {
    const { toNew, toReply, toOld, recent } = await makeThreads()
    await remove(other, toOld)
    const { comments } = await admin.call(listAllComments, { query: { limit: 9 } })
    const repliedToOf = ({ _id }: Comment) => comments.find((one) => one._id === _id)?.repliedTo
    expect(repliedToOf(toNew)).toMatchObject({ _id: recent._id, content: 'new', user: { _id: other.id } })
    expect(repliedToOf(toReply)).toBeNull()
    expect(comments.find((one) => one._id === recent._id)).not.toHaveProperty('repliedTo')
  })
})
