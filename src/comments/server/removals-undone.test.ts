import { beforeEach, expect, it } from 'vitest'
import { deleteUser, disableUser } from '#accounts/contract/users.endpoints.ts'
import { deleteComment, likeComment, listComments, restoreComment } from '#comments/contract/comments.endpoints.ts'
import { getUserContent, listRemovals, removeUserContent, restoreUserContent } from '#comments/contract/removals.endpoints.ts'
import { DAY_MS, HOUR_MS } from '#platform/contract/limits.ts'
import { getPostLikes, likePost } from '#posts/contract/likes.endpoints.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { deleteOldRemovals } from './removals.store.ts'

onEachEngine('Undoing removals', (engine) => {
  const blog = useFreshTestApp(engine)
  let admin: TestUser
  let postId: string
  beforeEach(async () => {
    admin = await blog().makeAdmin()
    postId = (await blog().makePost({ by: admin }))._id
  })

  const remove = (user: TestUser) => admin.call(removeUserContent, { params: { userId: user.id } })
  const restore = (user: TestUser) => admin.call(restoreUserContent, { params: { userId: user.id } })
  const enable = (user: TestUser, disabled = false) => admin.call(disableUser, { params: { userId: user.id }, body: { disabled } })
  const isDisabled = async (user: TestUser) => (await admin.call(getUserContent, { params: { userId: user.id } })).isDisabled
  const like = (user: TestUser, commentId: string) => user.call(likeComment, { params: { commentId } })
  /** What a visitor sees of the post: texts with their numbers of likes, and the likes of the post. */
  const seen = async () => {
    const comments = await blog().visitor().call(listComments, { params: { postId } })
    const { likes } = await blog().visitor().call(getPostLikes, { params: { postId } })
    return [comments.map(({ content, numberOfLikes }) => `${content} ${numberOfLikes}`).toSorted(), likes]
  }

  /** Two accounts that wrote and liked what the other wrote. */
  async function makeTwo() {
    const two = [await blog().makeUser(), await blog().makeUser()] as const
    const comments = [await blog().makeComment(two[0], postId, 'One'), await blog().makeComment(two[1], postId, 'Two')] as const
    for (const user of two) {
      for (const { _id } of comments) await like(user, _id)
      await user.call(likePost, { params: { postId } })
    }
    return { two, comments }
  }

  it.each([
    ['in the order of their removal', [0, 1]],
    ['in the other order', [1, 0]],
  ] as const)('Two accounts that liked each other’s comments are back %s', async (_, order) => {
    const { two } = await makeTwo()
    const before = await seen()
    expect(before).toEqual([['One 2', 'Two 2'], 2])
    await remove(two[0])
    expect(await seen()).toEqual([['Two 1'], 1])
    await remove(two[1])
    expect(await seen()).toEqual([[], 0])
    for (const index of order) await restore(two[index])
    expect(await seen()).toEqual(before)
  })

  it('What is removed twice is back whole, within a day of the second removal', async () => {
    const { two } = await makeTwo()
    const before = await seen()
    await remove(two[0])
    blog().clock.advance(DAY_MS - HOUR_MS)
    admin = await blog().signIn(admin)
    await remove(two[0])
    expect((await admin.call(listRemovals)).removals).toMatchObject([{ user: { _id: two[0].id }, comments: 1 }])
    blog().clock.advance(DAY_MS - HOUR_MS)
    admin = await blog().signIn(admin)
    await deleteOldRemovals(blog().db, blog().clock.now)
    await restore(two[0])
    expect(await seen()).toEqual(before)
    await expect(restore(two[0])).rejects.toMatchObject({ code: 'not_found' })
  })

  it('An account that is disabled by hand after its removal stays disabled', async () => {
    const { two } = await makeTwo()
    await remove(two[0])
    await enable(two[0], true)
    expect((await restore(two[0])).message).toBe('Everything is back. The account stays disabled.')
    expect(await isDisabled(two[0])).toBe(true)

    await enable(two[0])
    await remove(two[0])
    await enable(two[0])
    await enable(two[0], true)
    await restore(two[0])
    expect(await isDisabled(two[0])).toBe(true)

    await remove(two[1])
    expect((await restore(two[1])).message).toBe('Everything is back, and the account can sign in again.')
    expect(await isDisabled(two[1])).toBe(false)
  })

  it('A comment that was deleted before the removal keeps its own deletion and its own undo', async () => {
    const { two, comments } = await makeTwo()
    const commentId = { commentId: comments[0]._id }
    await admin.call(deleteComment, { params: commentId })
    await remove(two[0])
    await restore(two[0])
    expect(await seen()).toEqual([['Two 2'], 2])
    await admin.call(restoreComment, { params: commentId })
    expect(await seen()).toEqual([['One 2', 'Two 2'], 2])
    await remove(two[0])
    await expect(admin.call(restoreComment, { params: commentId })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('When its time is over, a removal takes along what it removed, and nothing else', async () => {
    const { two } = await makeTwo()
    const rows = async () => {
      const { db } = blog()
      const [comments, commentLikes, postLikes] = await Promise.all([
        db.selectFrom('comments').select('user_id').where('post_id', '=', postId).execute(),
        db.selectFrom('likes').select('user_id').where('user_id', 'in', [two[0].id, two[1].id]).execute(),
        db.selectFrom('post_likes').select('user_id').where('post_id', '=', postId).execute(),
      ])
      return [comments, commentLikes, postLikes].map((each) =>
        each.map((row) => (row.user_id === two[0].id ? 'removed' : 'kept')).toSorted(),
      )
    }
    await remove(two[0])
    await deleteOldRemovals(blog().db, blog().clock.now + DAY_MS - 1)
    expect(await rows()).toEqual([
      ['kept', 'removed'],
      ['kept', 'kept', 'removed', 'removed'],
      ['kept', 'removed'],
    ])
    await deleteOldRemovals(blog().db, blog().clock.now + DAY_MS)
    // The like that the removed comment had is gone with it.
    expect(await rows()).toEqual([['kept'], ['kept'], ['kept']])
    expect(await seen()).toEqual([['Two 1'], 1])
    expect(await isDisabled(two[0])).toBe(true)
  })

  it('Deleting a removed account ends what was removed', async () => {
    const { two } = await makeTwo()
    await remove(two[0])
    await admin.call(deleteUser, { params: { userId: two[0].id } })
    expect(await blog().db.selectFrom('comments').select('content').where('post_id', '=', postId).execute()).toEqual([{ content: 'Two' }])
    expect(await seen()).toEqual([['Two 1'], 1])
    expect((await admin.call(listRemovals)).removals.map(({ user }) => user._id)).not.toContain(two[0].id)
  })
})
