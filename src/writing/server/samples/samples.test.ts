import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createSamples, deleteSamples, getSamples } from '#writing/contract/samples.endpoints.ts'
import { deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { deleteTrashedPost, saveDraft } from '#writing/contract/writing.endpoints.ts'
import { likeComment } from '#comments/contract/comments.endpoints.ts'
import { listPostOverview, pinPost } from '#writing/contract/manage-posts.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { PictureWorkers } from '#media/server/files/picture-workers.ts'
import { listPictureFolders } from '#media/server/files/pictures.store.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createSmallDrawings } from '#tests/support/small-drawings.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { createClient } from '#tests/support/test-client.ts'

const small = createSmallDrawings()
afterAll(() => small.close())

onEachEngine('Sample posts', (engine) => {
  const blog = useTestApp(engine, { overrides: { workers: small } })
  let admin: TestUser
  let reader: TestUser
  beforeAll(async () => {
    ;[admin, reader] = [await blog().makeAdmin(), await blog().makeUser()]
  })
  beforeEach(async () => {
    await remove()
    for (const { _id } of (await list()).posts) {
      await moveToTrash(_id)
      await admin.call(deleteTrashedPost, { params: { postId: _id } })
    }
  })

  const add = () => admin.call(createSamples)
  const remove = async () => (await admin.call(deleteSamples)).message
  const list = () =>
    blog()
      .visitor()
      .call(listPosts, { query: { limit: 100 } })
  const moveToTrash = (postId: string) => admin.call(deletePost, { params: { postId, userId: admin.id } })
  const change = (postId: string, body: object) => admin.call(updatePost, { params: { postId, userId: admin.id }, body })
  const countRows = async (table: 'pictures' | 'post_revisions' | 'post_slugs' | 'comments' | 'likes' | 'post_drafts' | 'trashed_posts') =>
    (
      await blog()
        .db.selectFrom(table as 'posts')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count
  const storedFiles = async () => (await readdir(join(blog().folder, 'files')).catch(() => [])).length
  const sampleIds = async () => new Set((await list()).posts.flatMap(({ _id, isSample }) => (isSample ? [_id] : [])))

  it('A new blog gets a few marked sample posts of the admin, in several categories, with a gallery; a second call adds none', async () => {
    const tries = await Promise.all([add(), add()])
    const again = await add()
    const { posts } = await list()
    expect([...tries, again]).toEqual(Array.from({ length: 3 }, () => ({ posts: posts.length, changed: 0 })))
    expect(posts.length).toBeGreaterThan(4)
    expect(
      posts.every(({ isSample, userId, createdAt }) => isSample && userId === admin.id && Date.parse(createdAt) < blog().clock.now),
    ).toBe(true)
    expect(new Set(posts.map(({ category }) => category)).size).toBeGreaterThan(3)
    expect(posts.some(({ content }) => content.includes('</figure><figure>'))).toBe(true)
    // The pictures of the second call are deleted.
    const folders = new Set(posts.flatMap(({ content }) => listPictureFolders(content)))
    expect([folders.size, await countRows('pictures'), await storedFiles()]).toEqual([4, 4, 4])
    const { posts: overview } = await admin.call(listPostOverview, { query: { status: 'published', limit: 100 } })
    expect(overview.every(({ isSample }) => isSample)).toBe(true)
    for (const path of ['/feed.xml', '/sitemap.xml'])
      expect(await (await blog().app.request(path, {})).text(), path).not.toMatch(/Wren|\/post\//)
    expect(
      (
        await blog()
          .visitor()
          .call(listPosts, { query: { searchTerm: 'geese' } })
      ).posts,
    ).toHaveLength(1)
  })

  it('Removing deletes sample posts permanently, with all their data, and invalidates every page', async () => {
    await add()
    const { posts } = await list()
    const [first, second] = posts
    if (!first || !second) throw new Error('no posts')
    const comment = await blog().makeComment(reader, first._id, 'Who is Wren?')
    await reader.call(likeComment, { params: { commentId: comment._id } })
    await admin.call(pinPost, { params: { postId: first._id }, body: { pinned: true } })
    const draft = {
      id: 'ab'.repeat(16),
      writer: 'ab'.repeat(16),
      sequence: 1,
      follows: 0,
      baseRevision: 1,
      title: 'Wren',
      category: 'life' as const,
      image: '',
      content: '',
    }
    await admin.call(saveDraft, { params: { postId: first._id }, body: draft })
    await moveToTrash(second._id)
    expect(await admin.call(getSamples)).toEqual({ posts: posts.length, changed: 0 })

    expect(await remove()).toBe('The sample posts are gone.')
    expect(await list()).toMatchObject({ posts: [], totalPosts: 0 })
    expect(await admin.call(getSamples)).toEqual({ posts: 0, changed: 0 })
    for (const table of ['pictures', 'post_slugs', 'comments', 'likes', 'post_drafts', 'trashed_posts', 'post_revisions'] as const) {
      expect(await countRows(table), table).toBe(0)
    }
    expect(await storedFiles()).toBe(0)
    const { posts: found } = await blog()
      .visitor()
      .call(listPosts, { query: { searchTerm: 'geese' } })
    expect(found).toEqual([])
    expect(await remove()).toBe('The sample posts are gone.')
  })

  it('Ordinary posts and changed sample posts remain, with their pictures', async () => {
    await add()
    const { posts } = await list()
    const holiday = posts.find(({ content }) => content.includes('</figure><figure>'))
    const [changed] = posts.filter(({ _id }) => _id !== holiday?._id)
    const [kept] = listPictureFolders(holiday?.content ?? '')
    if (!holiday || !changed || !kept) throw new Error('no gallery')
    const address = new RegExp(`/files/${kept}/[^"]+`).exec(holiday.content)?.[0] ?? ''
    const own = await blog().makePost({ by: admin, title: 'Our own', content: `<p>Ours.</p><img src="${address}" alt="">` })
    await change(changed._id, { title: 'Six, at our house' })
    // A new date alone does not count as a change.
    await change(holiday._id, { publishAt: '2020-01-01T00:00:00Z' })
    expect(await sampleIds()).toEqual(new Set(posts.map(({ _id }) => _id).filter((id) => id !== changed._id)))
    expect(await admin.call(getSamples)).toEqual({ posts: posts.length - 1, changed: 1 })

    expect(await remove()).toBe('The sample posts are gone. 1 that you changed stays.')
    const { posts: left } = await list()
    expect(new Set(left.map(({ _id }) => _id))).toEqual(new Set([own._id, changed._id]))
    expect(left.every(({ isSample }) => isSample === undefined)).toBe(true)
    const picture = await blog().app.request(address, {})
    expect([picture.status, (await picture.arrayBuffer()).byteLength > 100]).toEqual([200, true])
    const shown = new Set(left.flatMap(({ content }) => listPictureFolders(content)))
    expect(await countRows('pictures')).toBe(shown.size)
    await expect(add()).rejects.toMatchObject({ status: 409 })
  })

  it('Sample posts can be added only to a blog without posts, and only by admins', async () => {
    await blog().makePost({ by: admin, title: 'Ours' })
    await expect(add()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('without any') })
    expect(await countRows('pictures')).toBe(0)
    for (const method of ['post', 'delete'] as const) expect((await reader[method]('/api/samples')).status).toBe(403)
  })

  it('If a picture cannot be rendered, no post is added, and the next try adds all', async () => {
    let made = 0
    const renderPng: PictureWorkers['renderPng'] = async (order) => {
      made += 1
      if (made === 3) throw new AppError('unavailable')
      return small.renderPng(order)
    }
    const client = createClient(blog().appWith({ workers: { ...small, renderPng } }), admin.cookie)
    await expect(client.call(createSamples)).rejects.toMatchObject({ status: 503 })
    expect([(await list()).posts.length, await countRows('pictures'), await storedFiles()]).toEqual([0, 0, 0])
    expect((await client.call(createSamples)).posts).toBeGreaterThan(4)
  })
})
