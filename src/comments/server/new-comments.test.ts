import { beforeEach, expect, it } from 'vitest'
import { countAttention, markCommentsSeen } from '#accounts/contract/attention.endpoints.ts'
import { deleteComment, restoreComment } from '#comments/contract/comments.endpoints.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngine('New comments', (engine) => {
  const blog = useFreshTestApp(engine)
  let admin: TestUser
  let reader: TestUser
  let postId: string
  beforeEach(async () => {
    const early = await blog().makeUser()
    postId = (await blog().makePost())._id
    await blog().makeComment(early, postId, 'Before the admin was there')
    blog().clock.advance(1000)
    admin = await blog().makeAdmin()
    await blog().db.updateTable('users').set({ created_at: blog().clock.now }).where('id', '=', admin.id).execute()
    reader = await blog().makeUser()
    blog().clock.advance(1000)
  })
  const fresh = async (of = admin) => (await of.call(countAttention)).newComments
  const see = (through: number) => admin.call(markCommentsSeen, { body: { through: new Date(through).toISOString() } })

  it('are those of others since the account exists, then since the list was last seen', async () => {
    expect(await fresh()).toBe(0)
    const comment = await blog().makeComment(reader, postId, 'Hello')
    await blog().makeComment(admin, postId, 'My own')
    // It waits, which counts already.
    expect((await blog().makeComment(reader, postId, 'See https://example.org')).pending).toBe(true)
    expect([await fresh(), (await admin.call(countAttention)).totalComments]).toEqual([1, 1])
    const params = { commentId: comment._id }
    await reader.call(deleteComment, { params })
    expect(await fresh()).toBe(0)
    await reader.call(restoreComment, { params })
    const other = await blog().makeAdmin()
    await see(blog().clock.now)
    expect(await fresh()).toBe(0)
    blog().clock.advance(1000)
    await blog().makeComment(reader, postId, 'And after that')
    // Each admin has their own.
    expect([await fresh(), await fresh(other)]).toEqual([1, 4])
    await see(blog().clock.now)
    expect([await fresh(), await fresh(other)]).toEqual([0, 4])
  })

  it('are never new again by an older tab, nor seen before they are written by a wrong clock', async () => {
    await blog().makeComment(reader, postId, 'Seen in this tab')
    await see(blog().clock.now)
    await see(0)
    expect(await fresh()).toBe(0)
    await see(blog().clock.now + 1_000_000)
    blog().clock.advance(1000)
    await blog().makeComment(reader, postId, 'Written later')
    expect(await fresh()).toBe(1)
  })
})
