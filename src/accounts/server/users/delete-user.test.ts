import { describe, expect, it } from 'vitest'
import { deleteUser } from '#accounts/contract/users.endpoints.ts'
import { likeComment, listComments } from '#comments/contract/comments.endpoints.ts'
import { getDraft, saveDraft } from '#writing/contract/writing.endpoints.ts'
import { lockInTransaction } from '#platform/database/database.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createTestApp, type TestUser } from '#tests/support/test-app.ts'
import { postgresProblem, waitForBlockedQuery } from '#tests/support/database/postgres.ts'

const deletePath = (user: { id: string }) => `/api/user/delete/${user.id}`
const LAST_ADMIN = { status: 409, body: { code: 'conflict', message: 'This is the last admin account; the blog needs at least one.' } }

onEachEngine('DELETE /api/user/delete/:userId', (engine) => {
  const blog = useTestApp(engine)

  it('deletes the own account and the cookie', async () => {
    const user = await blog().makeUser()
    const response = await user.delete(deletePath(user))
    expect(response).toMatchObject({ status: 200, body: { success: true, message: 'User has been deleted.' } })
    expect(response.headers.get('set-cookie')).toMatch(/^kindred-session=; .*Max-Age=0/)
    expect((await blog().visitor().get(`/api/user/${user.id}`)).status).toBe(404)
    const again = await blog().visitor().post('/api/auth/signin', { email: user.email, password: user.password })
    expect(again.status).toBe(401)
  })

  it('lets an admin delete a user without being signed out', async () => {
    const [user, admin] = [await blog().makeUser(), await blog().makeAdmin()]
    const response = await admin.delete(deletePath(user))
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect((await admin.get('/api/auth/session')).status).toBe(200)
    expect(await admin.delete(deletePath(user))).toMatchObject({ status: 404, body: { message: 'There is no such user.' } })
  })

  it('refuses visitors and other users', async () => {
    const [user, other] = [await blog().makeUser(), await blog().makeUser()]
    expect(await blog().visitor().delete(deletePath(user))).toMatchObject({ status: 401 })
    expect(await other.delete(deletePath(user))).toMatchObject({ status: 403, body: { message: 'You can only delete your own account.' } })
    expect((await blog().visitor().get(`/api/user/${user.id}`)).status).toBe(200)
  })

  it('leaves the comments without a name and deletes the likes', async () => {
    const [user, other] = [await blog().makeUser(), await blog().makeUser()]
    const post = await blog().makePost()
    const comment = await blog().makeComment(user, post._id, 'Stays here')
    for (const one of [user, other]) await one.call(likeComment, { params: { commentId: comment._id } })
    await user.call(deleteUser, { params: { userId: user.id } })
    const comments = await other.call(listComments, { params: { postId: post._id } })
    expect(comments).toEqual([{ ...comment, userId: null, user: null, likes: [other.id], numberOfLikes: 1 }])
    const edit = await other.put(`/api/comment/editComment/${comment._id}`, { content: 'Mine now' })
    expect(edit.status).toBe(403)
  })

  it('ends the unpublished texts of an admin, says how many, and leaves those of others', async () => {
    const [author, keeper] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const post = await blog().makePost({ by: author })
    const planned = await blog().makePost({ by: author, publishAt: new Date(blog().clock.now + DAY_MS).toISOString() })
    const text = { sequence: 0, baseRevision: 0, title: 'Half', category: 'life', image: '', content: '<p>Half</p>' }
    const save = (by: TestUser, postId: string, body: object = {}) => by.call(saveDraft, { params: { postId }, body: { ...text, ...body } })
    const [draft, discarded, other] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string]
    await save(author, draft)
    const { sequence } = await save(author, discarded)
    await save(author, discarded, { sequence, state: 'ended' })
    await save(author, post._id, { baseRevision: 1 })
    await save(keeper, other)
    await save(keeper, post._id, { baseRevision: 1 })
    expect(await author.call(deleteUser, { params: { userId: author.id } })).toEqual({
      success: true,
      message: 'User has been deleted. 3 unpublished texts went with it.',
    })
    const posts = await blog()
      .db.selectFrom('posts')
      .select(['id', 'state'])
      .where('id', 'in', [draft, discarded, other, post._id, planned._id])
      .execute()
    expect(new Map(posts.map(({ id, state }) => [id, state]))).toEqual(
      new Map([
        [post._id, 'published'],
        [planned._id, 'planned'],
        [other, 'draft'],
      ]),
    )
    const edits = await blog().db.selectFrom('post_edits').select('user_id').where('post_id', '=', post._id).execute()
    expect(edits.filter(({ user_id }) => user_id !== keeper.id)).toEqual([])
    expect((await keeper.call(getDraft, { params: { postId: post._id } })).draft).toMatchObject({ title: 'Half' })
  })
})

describe.skipIf(postgresProblem())('two admins in two processes', () => {
  it('do not delete each other: the second waits for the first and is refused', async () => {
    const blog = await createTestApp({ engine: 'postgres' })
    const [first, second] = [await blog.makeAdmin(), await blog.makeAdmin()]
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    const { promise: hasLock, resolve: locked } = Promise.withResolvers<void>()
    // The deletion in another process, paused just before it commits.
    const other = blog.db.transaction().execute(async (trx) => {
      await lockInTransaction(trx, 'admins')
      await trx.deleteFrom('users').where('id', '=', first.id).execute()
      locked()
      await mayCommit
    })
    await hasLock
    const deletion = second.delete(deletePath(second))
    await waitForBlockedQuery(blog.db)
    commit()
    await other
    expect(await deletion).toMatchObject(LAST_ADMIN)
    await blog.close()
  })
})
