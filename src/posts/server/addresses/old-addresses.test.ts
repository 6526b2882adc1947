import { beforeAll, expect, it } from 'vitest'
import { deletePost } from '#writing/contract/edit-posts.endpoints.ts'
import { restorePost } from '#writing/contract/writing.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { findPostsAt, recordOldAddress } from './old-addresses.ts'

onEachEngine('The address of a post on another blog', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  beforeAll(async () => {
    admin = await blog().makeAdmin()
  })
  const record = (postId: string) => blog().edit((trx) => recordOldAddress(trx, '/swing', postId))
  const found = async () => (await findPostsAt(blog().db, ['/swing'], 'admins')).get('/swing')

  it('belongs to its first post while that is published, and yields to another one while it is in the trash', async () => {
    const [first, second] = [await blog().makePost({ title: 'First', by: admin }), await blog().makePost({ title: 'Second', by: admin })]
    await record(first._id)
    await record(second._id)
    expect(await found()).toBe('/post/first')
    await admin.call(deletePost, { params: { postId: first._id, userId: admin.id } })
    expect(await found()).toBeUndefined()
    await admin.call(restorePost, { params: { postId: first._id } })
    expect(await found()).toBe('/post/first')
    await admin.call(deletePost, { params: { postId: first._id, userId: admin.id } })
    await record(second._id)
    await admin.call(restorePost, { params: { postId: first._id } })
    expect(await found()).toBe('/post/second')
  })
})
