import { expect, it } from 'vitest'
import { deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { deleteUser, updateUser } from '#accounts/contract/users.endpoints.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'

onEachEngine('The byline of a post', (engine) => {
  const blog = useFreshTestApp(engine)
  const list = () => blog().visitor().call(listPosts)

  it('Every response with a post names its author, and a cached list follows changes of the account', async () => {
    const [admin, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const post = await blog().makePost({ by: admin, title: 'A lantern' })
    const author = { _id: admin.id, username: admin.username, profilePicture: expect.stringMatching(/^\/drawings\/avatar\//) }
    expect(post.author).toEqual(author)
    const params = { postId: post._id, userId: other.id }
    expect(await other.call(updatePost, { params, body: { category: 'life' } })).toMatchObject({ author })
    for (const query of ['', '?searchTerm=lantern', `?slug=${post.slug}`, '?searchTerm=lantern&sort=relevance'])
      expect((await blog().visitor().get(`/api/post/getposts${query}`)).body.posts).toMatchObject([{ author }])

    await admin.call(updateUser, { params: { userId: admin.id }, body: { username: 'renamed' } })
    expect((await list()).posts[0]?.author?.username).toBe('renamed')
    await admin.call(deleteUser, { params: { userId: admin.id } })
    expect((await list()).posts[0]).toMatchObject({ userId: null, author: null })
  })

  it('The list has a flag for blogs with several authors', async () => {
    const [one, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    expect((await list()).hasSeveralWriters).toBe(false)
    await blog().makePost({ by: one })
    await blog().makePost({ by: one })
    expect((await list()).hasSeveralWriters).toBe(false)
    const post = await blog().makePost({ by: other })
    expect((await list()).hasSeveralWriters).toBe(true)
    await one.call(deletePost, { params: { postId: post._id, userId: one.id } })
    expect((await list()).hasSeveralWriters).toBe(false)
  })
})
