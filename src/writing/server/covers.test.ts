import { describe, expect, it } from 'vitest'
import { NO_COVER } from '#posts/contract/cover.ts'
import { createPost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { getPostToEdit, listPostOverview } from '#writing/contract/manage-posts.endpoints.ts'
import { listTrash, restoreRevision } from '#writing/contract/writing.endpoints.ts'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

const addressOf = (name: string) => `/files/${name.padEnd(16, 'x')}/1700000000000-${name}_640x480_${'a'.repeat(36)}.jpg`
const photo = (name: string) => `<figure><img src="${addressOf(name)}" alt="${name}" /></figure>`
const DRAWN = expect.stringMatching(/^\/drawings\//)

describe('The cover of a post', () => {
  const blog = useTestApp('sqlite')
  const read = async ({ _id: postId }: Pick<Post, '_id'>) => {
    const posts = await blog().readPosts({ postId })
    return posts[0] as Post
  }
  /** As a plain client does it: the whole post object, with what was changed in it. */
  const sendBack = async (admin: TestUser, post: Post, changes: Partial<Post> = {}) => {
    const { status, body } = await admin.put(`/api/post/updatepost/${post._id}/${admin.id}`, { ...post, ...changes })
    expect(status).toBe(200)
    return body as Post
  }
  const chosen = async (admin: TestUser, { _id: postId }: Post) => (await admin.call(getPostToEdit, { params: { postId } })).chosenCover

  it('The first photo of the text is the cover until another is chosen, also where the text changes', async () => {
    const admin = await blog().makeAdmin()
    const content = `<p>Words</p>${photo('beach')}${photo('boat')}`
    const post = await admin.call(createPost, { body: { title: 'At the sea', image: '', content } })
    expect(post.image).toBe(addressOf('beach'))
    const params = { postId: post._id, userId: admin.id }
    expect(await admin.call(updatePost, { params, body: { content: photo('boat') } })).toMatchObject({ image: addressOf('boat') })
    expect(await admin.call(updatePost, { params, body: { image: addressOf('dunes') } })).toMatchObject({ image: addressOf('dunes') })
    expect(await chosen(admin, post)).toBe(addressOf('dunes'))
    expect(await admin.call(updatePost, { params, body: { content } })).toMatchObject({ image: addressOf('dunes') })
    expect(await admin.call(updatePost, { params, body: { image: '' } })).toMatchObject({ image: addressOf('beach') })
    expect(await chosen(admin, post)).toBe('')
    const versions = blog().db.selectFrom('post_versions').select('id').where('post_id', '=', post._id)
    const version = (await versions.where('revision', '=', 3).executeTakeFirstOrThrow()).id
    const restored = await admin.call(restoreRevision, { params: { postId: post._id, version }, body: {} })
    expect(restored.image).toBe(addressOf('dunes'))
  })

  it('A post that a plain client sends back as a whole has no chosen cover, however often it is sent', async () => {
    const admin = await blog().makeAdmin()
    const content = photo('beach') + photo('boat')
    await admin.call(createPost, { body: { title: 'At the sea', content } })
    const post = await read(await sendBack(admin, await read(await admin.call(createPost, { body: { title: 'Again', content } }))))
    const renamed = await sendBack(admin, post, { title: 'Renamed' })
    expect(renamed).toMatchObject({ image: addressOf('beach'), revision: 2 })
    // The first photo was taken out, but its address is still that of the object.
    expect(await sendBack(admin, renamed, { content: photo('boat') })).toMatchObject({ image: addressOf('boat') })
    // Another window still has the text of before.
    expect(await sendBack(admin, renamed)).toMatchObject({ image: addressOf('beach') })
    expect(await chosen(admin, post)).toBe('')
    const chosenPost = await sendBack(admin, await read(post), { image: addressOf('dunes') })
    expect(await sendBack(admin, chosenPost, { content: photo('boat') })).toMatchObject({ image: addressOf('dunes') })
  })

  it('A writer who wants no cover has none, also where the text has photos and the post is sent back as a whole', async () => {
    const admin = await blog().makeAdmin()
    const post = await admin.call(createPost, { body: { title: 'Words alone', image: NO_COVER, content: photo('beach') } })
    expect(post.image).toEqual(DRAWN)
    expect(await sendBack(admin, await read(post), { content: photo('boat') })).toMatchObject({ image: DRAWN })
    expect(await chosen(admin, post)).toBe(NO_COVER)
    const params = { postId: post._id, userId: admin.id }
    expect(await admin.call(updatePost, { params, body: { image: null } })).toMatchObject({ image: addressOf('boat') })
  })

  it('Lists of the dashboard show the cover of the text, too', async () => {
    const admin = await blog().makeAdmin()
    const post = await admin.call(createPost, {
      body: { title: 'At the sea', content: `<p>${'Words. '.repeat(500)}</p>${photo('beach')}` },
    })
    const { posts } = await admin.call(listPostOverview, { query: {} })
    expect(posts.find(({ _id }) => _id === post._id)?.image).toBe(addressOf('beach'))
    await admin.delete(`/api/post/deletepost/${post._id}/${admin.id}`)
    const trash = await admin.call(listTrash, { query: {} })
    expect(trash.posts[0]).toMatchObject({ _id: post._id, image: addressOf('beach') })
  })
})
