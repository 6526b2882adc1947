import { beforeAll, describe, expect, it } from 'vitest'
import { createPost, deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { deleteComment, editComment, likeComment, listComments } from '#comments/contract/comments.endpoints.ts'
import { restorePost } from '#writing/contract/writing.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

describe('The settings of comments and dates', () => {
  const blog = useTestApp('sqlite')
  let admin: TestUser
  let reader: TestUser
  beforeAll(async () => {
    admin = await blog().makeAdmin()
    reader = await blog().makeUser()
  })
  const set = (body: object) => admin.call(updateSettings, { body })
  const edit = (commentId: string, content: string) => reader.call(editComment, { params: { commentId }, body: { content } })

  it('While comments are closed, existing ones are shown and can be liked and edited, but none can be added', async () => {
    const { _id: postId } = await blog().makePost()
    const comment = await blog().makeComment(reader, postId)
    await set({ commentsOpen: false })
    for (const each of [reader, admin]) {
      const refusal = { status: 403, code: 'forbidden', message: 'Comments are closed.' }
      await expect(blog().makeComment(each, postId)).rejects.toMatchObject(refusal)
    }
    const params = { commentId: comment._id }
    expect(await admin.call(likeComment, { params })).toMatchObject({ numberOfLikes: 1 })
    expect(await edit(comment._id, 'Other words')).toMatchObject({ content: 'Other words' })
    const list = await blog().visitor().call(listComments, { params: { postId } })
    expect(list.map(({ content }) => content)).toEqual(['Other words'])
    await reader.call(deleteComment, { params })
    await set({ commentsOpen: true })
    await blog().makeComment(reader, postId)
  })

  it('Comments can be closed for one post, also when it is planned, deleted and restored', async () => {
    const content = '<p>Words</p>'
    const body = { title: 'Quiet', content, commentsOpen: false, publishAt: new Date(blog().clock.now + 60_000).toISOString() }
    const planned = await admin.call(createPost, { body })
    expect(planned).toMatchObject({ commentsOpen: false, revision: 1 })
    const { _id: postId } = planned
    const bin = async () => {
      await admin.call(deletePost, { params: { postId, userId: admin.id } })
      return admin.call(restorePost, { params: { postId } })
    }
    const update = (changes: object) => admin.call(updatePost, { params: { postId, userId: admin.id }, body: changes })
    expect(await bin()).toMatchObject({ commentsOpen: false })
    expect(await update({ publishAt: null })).toMatchObject({ commentsOpen: false })
    await expect(blog().makeComment(reader, postId)).rejects.toMatchObject({ status: 403 })
    expect(await bin()).toMatchObject({ commentsOpen: false })
    const posts = await blog().readPosts({ postId })
    expect(posts[0]).toMatchObject({ commentsOpen: false })
    // An older client that does not send the field leaves it unchanged.
    expect(await update({ title: 'Quiet days' })).toMatchObject({ commentsOpen: false })
    expect(await update({ commentsOpen: true })).toMatchObject({ commentsOpen: true, revision: 2 })
    await blog().makeComment(reader, postId)
    await expect(update({ commentsOpen: 'yes' })).rejects.toMatchObject({ status: 400, field: 'commentsOpen' })
  })
})
