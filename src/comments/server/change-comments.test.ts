import { describe, expect, it } from 'vitest'
import { likeComment } from '#comments/contract/comments.endpoints.ts'
import { COMMENT_UNDO_MS } from '#comments/contract/comment-limits.ts'
import { MINUTE_MS } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { postgresProblem, waitForBlockedQuery } from '#tests/support/database/postgres.ts'
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { deleteOldDeletions } from './comment-writes.store.ts'

const editPath = (id: string) => `/api/comment/editComment/${id}`
const likePath = (id: string) => `/api/comment/likeComment/${id}`
const deletePath = (id: string) => `/api/comment/deleteComment/${id}`
const NOT_FOUND = { status: 404, body: { code: 'not_found', message: 'This comment is no longer there.' } }
const like = (user: TestUser, id: string) => user.call(likeComment, { params: { commentId: id } })

/** A post with one comment, its author, someone else and an admin. */
async function makeScenario(blog: TestApp) {
  const [author, other, admin, post] = [await blog.makeUser(), await blog.makeUser(), await blog.makeAdmin(), await blog.makePost()]
  return { author, other, admin, post, comment: await blog.makeComment(author, post._id, 'First words') }
}

onEachEngine('PUT /api/comment/editComment/:commentId', (engine) => {
  const blog = useTestApp(engine)

  it('An edit returns the whole comment with its likes, and does not change its position', async () => {
    const { author, other, post, comment } = await makeScenario(blog())
    await like(other, comment._id)
    blog().clock.advance(MINUTE_MS)
    const newer = await blog().makeComment(other, post._id)
    const response = await author.put(editPath(comment._id), { content: ' Second words ' })
    const time = new Date(blog().clock.now).toISOString()
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ ...comment, content: 'Second words', likes: [other.id], numberOfLikes: 1, updatedAt: time })
    const list = await other.get(`/api/comment/getPostComments/${post._id}`)
    expect(list.body).toEqual([newer, response.body])
  })

  it('An admin can edit a comment without becoming its author', async () => {
    const { author, admin, comment } = await makeScenario(blog())
    const response = await admin.put(editPath(comment._id), { content: 'Mended', userId: admin.id, postId: 'elsewhere' })
    expect(response).toMatchObject({ status: 200, body: { content: 'Mended', userId: author.id, postId: comment.postId } })
  })

  it('Visitors and other users cannot edit a comment', async () => {
    const { other, comment } = await makeScenario(blog())
    expect(await blog().visitor().put(editPath(comment._id), { content: 'x' })).toMatchObject({ status: 401 })
    const refused = await other.put(editPath(comment._id), { content: 'x' })
    expect(refused).toMatchObject({ status: 403, body: { message: 'You can only edit your own comments.' } })
  })
})

onEachEngine('PUT /api/comment/likeComment/:commentId', (engine) => {
  const blog = useTestApp(engine)

  it('A user can like a comment and undo it', async () => {
    const { author, other, comment } = await makeScenario(blog())
    expect(await like(other, comment._id)).toEqual({ ...comment, likes: [other.id], numberOfLikes: 1 })
    blog().clock.advance(10)
    expect(await like(author, comment._id)).toMatchObject({ likes: [other.id, author.id], numberOfLikes: 2 })
    expect(await like(other, comment._id)).toMatchObject({ likes: [author.id], numberOfLikes: 1 })
    expect(await like(author, comment._id)).toEqual(comment)
  })

  it('Concurrent likes of one user store at most one like', async () => {
    const { other, comment } = await makeScenario(blog())
    const responses = await Promise.all(Array.from({ length: 7 }, () => like(other, comment._id)))
    for (const response of responses) expect([[], [other.id]]).toContainEqual(response.likes)
    const rows = await blog().db.selectFrom('likes').selectAll().where('comment_id', '=', comment._id).execute()
    expect(rows).toHaveLength(1)
  })
})

onEachEngine('DELETE /api/comment/deleteComment/:commentId', (engine) => {
  const blog = useTestApp(engine)

  it('Only the author and admins can delete a comment', async () => {
    const { author, other, admin, post, comment } = await makeScenario(blog())
    const second = await blog().makeComment(author, post._id)
    expect(await blog().visitor().delete(deletePath(comment._id))).toMatchObject({ status: 401 })
    const refused = await other.delete(deletePath(comment._id))
    expect(refused).toMatchObject({ status: 403, body: { message: 'You can only delete your own comments.' } })
    await like(other, comment._id)
    expect((await author.delete(deletePath(comment._id))).body).toEqual({ success: true, message: 'Comment has been deleted.' })
    expect((await admin.delete(deletePath(second._id))).status).toBe(200)
    expect((await author.get(`/api/comment/getPostComments/${post._id}`)).body).toEqual([])
    blog().clock.advance(COMMENT_UNDO_MS)
    await deleteOldDeletions(blog().db, blog().clock.now)
    expect(await blog().db.selectFrom('comments').select('id').where('id', '=', comment._id).execute()).toEqual([])
    expect(await blog().db.selectFrom('likes').select('user_id').where('comment_id', '=', comment._id).execute()).toEqual([])
  })
})

onEachEngine('Comments that do not exist', (engine) => {
  const blog = useTestApp(engine)

  it('A change of a deleted comment is 404, and does not count towards the limit of likes', async () => {
    const { author, comment } = await makeScenario(blog())
    await author.delete(deletePath(comment._id))
    expect(await author.put(editPath(comment._id), { content: 'x' })).toMatchObject(NOT_FOUND)
    expect(await author.put(likePath(comment._id))).toMatchObject(NOT_FOUND)
    expect(await author.delete(deletePath(comment._id))).toMatchObject(NOT_FOUND)
    const limits = await blog().db.selectFrom('rate_limits').select('count').where('key', '=', `like/user:${author.id}`).execute()
    expect(limits).toEqual([])
  })
})

describe.skipIf(postgresProblem())('Concurrent deletions by another process', () => {
  /** Deletes a row and commits only when the request is waiting for it. */
  async function whileDeleting(
    blog: TestApp,
    row: { table: 'posts' | 'comments'; id: string },
    request: () => Promise<{ status: number }>,
  ) {
    const deleted = Promise.withResolvers<void>()
    const blocked = Promise.withResolvers<void>()
    const deletion = blog.db.transaction().execute(async (trx) => {
      await trx.deleteFrom(row.table).where('id', '=', row.id).execute()
      deleted.resolve()
      await blocked.promise
    })
    await deleted.promise
    const response = request()
    await waitForBlockedQuery(blog.db)
    blocked.resolve()
    await deletion
    return response
  }

  it('A comment, reply or like on something that is being deleted is 404', async () => {
    const blog = await createTestApp({ engine: 'postgres' })
    const { other: writer, post: repliedToPost, comment: repliedTo } = await makeScenario(blog)
    const replied = await whileDeleting(blog, { table: 'comments', id: repliedTo._id }, () =>
      writer.post('/api/comment/create', { content: 'x', postId: repliedToPost._id, parentId: repliedTo._id }),
    )
    expect(replied).toMatchObject({ status: 404 })
    const { other, post, comment } = await makeScenario(blog)
    const liked = await whileDeleting(blog, { table: 'comments', id: comment._id }, () => other.put(likePath(comment._id)))
    expect(liked).toMatchObject({ status: 404 })
    const commented = await whileDeleting(blog, { table: 'posts', id: post._id }, () =>
      other.post('/api/comment/create', { content: 'x', postId: post._id }),
    )
    expect(commented).toMatchObject({ status: 404, body: { message: 'This post is no longer there.' } })
    await blog.close()
  })
})
