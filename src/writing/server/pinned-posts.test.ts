import { beforeAll, expect, it } from 'vitest'
import { restorePost } from '#writing/contract/writing.endpoints.ts'
import { createPost, deletePost } from '#writing/contract/edit-posts.endpoints.ts'
import { type Post } from '#posts/contract/posts.endpoints.ts'
import { onEachEngineInOrder, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngineInOrder('Pinned posts', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  const posts: Post[] = []
  const pin = (post: Post, pinned = true) => admin.put(`/api/post/pin/${post._id}`, { pinned })
  const titles = async (query = ''): Promise<string[]> =>
    (await blog().visitor().get(`/api/post/getposts${query}`)).body.posts.map((post: Post) => post.title)
  const at = (index: number) => posts[index] as Post

  beforeAll(async () => {
    admin = await blog().makeAdmin()
    for (let number = 0; number < 12; number += 1) {
      posts.push(await blog().makePost({ by: admin, title: `${number}`, category: 'life', at: blog().clock.now + number }))
    }
  })

  it('Pinned posts come first only on request, and each post is listed once over all pages', async () => {
    const plain = ['11', '10', '9', '8', '7', '6', '5', '4', '3', '2', '1', '0']
    expect(await titles('?pinned=first&limit=100')).toEqual(plain)
    expect((await pin(at(2))).body).toMatchObject({ _id: at(2)._id, pinned: true, updatedAt: at(2).updatedAt, revision: 1 })
    await pin(at(5))
    expect(await titles('?limit=100')).toEqual(plain)
    const first = ['5', '2', '11', '10', '9', '8', '7', '6', '4', '3', '1', '0']
    expect(await titles('?pinned=first&limit=100')).toEqual(first)
    for (const size of [1, 2, 3, 5, 9]) {
      const pages: string[] = []
      for (let start = 0; start < 15; start += size) pages.push(...(await titles(`?pinned=first&limit=${size}&startIndex=${start}`)))
      expect(pages).toEqual(first)
    }
    for (const query of ['&sort=asc', '&category=life', '&searchTerm=5', `&userId=${admin.id}`])
      expect(await titles(`?pinned=first&limit=100${query}`)).toEqual(await titles(`?limit=100${query}`))
    expect(await titles('?pinned=last&limit=100')).toEqual(plain)
  })

  it('A fourth pinned post is refused until another is unpinned or deleted', async () => {
    await pin(at(7))
    const full = { status: 409, body: { code: 'conflict', message: '3 posts are pinned already. Please unpin one of them first.' } }
    expect(await pin(at(8))).toMatchObject(full)
    expect((await pin(at(7))).status).toBe(200)
    const params = { postId: at(7)._id, userId: admin.id }
    await admin.call(deletePost, { params })
    const responses = await Promise.all([pin(at(8)), pin(at(9))])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await admin.call(restorePost, { params })).toMatchObject({ pinned: false })
    await admin.call(deletePost, { params: { ...params, postId: at(5)._id } })
    expect(await admin.call(restorePost, { params: { postId: at(5)._id } })).toMatchObject({ pinned: true })
    expect(await pin(at(7))).toMatchObject(full)
    expect((await pin(at(2), false)).body).toMatchObject({ pinned: false })
    expect((await pin(at(7))).status).toBe(200)
  })

  it('Only a published post can be pinned, and only with a boolean value', async () => {
    const publishAt = new Date(blog().clock.now + 1000).toISOString()
    const planned = await admin.call(createPost, { body: { title: 'Later', content: '<p>x</p>', publishAt } })
    expect((await pin(planned)).status).toBe(409)
    expect((await admin.put('/api/post/pin/nothing', { pinned: true })).status).toBe(404)
    expect((await admin.put(`/api/post/pin/${at(0)._id}`, { pinned: 1 })).status).toBe(400)
  })
})
