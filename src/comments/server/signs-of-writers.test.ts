import { beforeEach, describe, expect, it } from 'vitest'
import { likeComment, listComments } from '#comments/contract/comments.endpoints.ts'
import { updateRole } from '#accounts/contract/users.endpoints.ts'
import { useFreshTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

describe('Comments', () => {
  const blog = useFreshTestApp('sqlite')
  let admin: TestUser
  let postId: string
  beforeEach(async () => {
    admin = await blog().makeAdmin()
    postId = (await blog().makePost({ by: admin }))._id
  })
  const list = async (by = blog().visitor()) => by.call(listComments, { params: { postId } })

  it('show a sign beside the names of admins and the family, at once when a role changes', async () => {
    const reader = await blog().makeUser()
    for (const user of [admin, await blog().makeUser({ isFamily: true }), reader]) await blog().makeComment(user, postId)
    const signs = async () => (await list()).map(({ user }) => user?.sign).toReversed()
    expect(await signs()).toEqual(['admin', 'family', undefined])
    await admin.call(updateRole, { params: { userId: reader.id }, body: { role: 'family' } })
    expect(await signs()).toEqual(['admin', 'family', 'family'])
  })

  it('tell visitors how many like them, and only users who', async () => {
    const [reader, other] = [await blog().makeUser(), await blog().makeUser()]
    const { _id } = await blog().makeComment(reader, postId)
    for (const user of [reader, other]) await user.call(likeComment, { params: { commentId: _id } })
    const found = async (by = blog().visitor()) => (await list(by)).find((comment) => comment._id === _id)
    expect(await found(reader)).toMatchObject({ likes: [reader.id, other.id], numberOfLikes: 2 })
    const forVisitors = await found()
    expect(forVisitors).toMatchObject({ likes: [expect.any(String), expect.any(String)], numberOfLikes: 2 })
    expect(JSON.stringify(forVisitors?.likes)).not.toMatch(new RegExp(`${reader.id}|${other.id}`))
    const response = await blog().visitor().get(`/api/comment/getpostcomments/${postId}?order=threads`)
    expect(JSON.stringify(response.body)).not.toContain(other.id)
  })
})
