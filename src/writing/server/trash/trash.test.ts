import { expect, it } from 'vitest'
import { deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { deleteTrashedPost, listRevisions, listTrash, restorePost } from '#writing/contract/writing.endpoints.ts'
import { deleteUser } from '#accounts/contract/users.endpoints.ts'
import { likeComment, listAllComments, listComments, reportComment } from '#comments/contract/comments.endpoints.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { TRASH_TTL_MS } from '#writing/contract/writing-limits.ts'
import { endOldTrash } from './end-trash.ts'
import { createLogger } from '#platform/process/logger.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngine('the trash', (engine) => {
  const blog = useTestApp(engine)
  const throwAway = (by: TestUser, id: string) => by.call(deletePost, { params: { postId: id, userId: by.id } })
  const restore = (by: TestUser, id: string) => by.call(restorePost, { params: { postId: id } })
  const list = (by: TestUser) => by.call(listTrash)
  const find = async (query: string) => await blog().readPosts(Object.fromEntries(new URLSearchParams(query)))
  const comments = (id: string) =>
    blog()
      .visitor()
      .call(listComments, { params: { postId: id } })
  const counts = async (by: TestUser) => {
    const { totalPosts } = await blog().visitor().call(listPosts)
    const { totalComments } = await by.call(listAllComments)
    return [totalPosts, totalComments]
  }

  it('stores all data of a post, and restores it unchanged', async () => {
    const [admin, reader] = [await blog().makeAdmin(), await blog().makeUser()]
    const old = await blog().makePost({ by: admin, title: 'The wombat of old' })
    const params = { postId: old._id, userId: admin.id }
    const post = await admin.call(updatePost, { params, body: { title: 'The wombat' } })
    const comment = await blog().makeComment(reader, post._id, 'Lovely')
    await blog().makeComment(reader, post._id, 'See https://example.org')
    await admin.call(likeComment, { params: { commentId: comment._id } })
    await admin.call(reportComment, { params: { commentId: comment._id }, body: { reason: 'Too kind' } })
    const before = { counts: await counts(admin), comments: await comments(post._id) }

    await throwAway(admin, post._id)
    for (const query of [`postId=${post._id}`, `slug=${post.slug}`, `slug=${old.slug}`, 'searchTerm=wombat'])
      expect(await find(query)).toEqual([])
    expect(await comments(post._id)).toEqual([])
    expect(await counts(admin)).toEqual([(before.counts[0] ?? 0) - 1, (before.counts[1] ?? 0) - 2])
    expect((await admin.get(`/api/post/revisions/${post._id}`)).status).toBe(404)
    expect(await list(admin)).toEqual({
      totalPosts: 1,
      posts: [
        {
          _id: post._id,
          title: 'The wombat',
          category: 'uncategorized',
          image: post.image,
          audience: 'public',
          deletedAt: new Date(blog().clock.now).toISOString(),
          endsAt: new Date(blog().clock.now + TRASH_TTL_MS).toISOString(),
          deletedBy: { _id: admin.id, username: admin.username },
          comments: 2,
        },
      ],
    })

    expect(await restore(admin, post._id)).toEqual(post)
    expect(await list(admin)).toEqual({ totalPosts: 0, posts: [] })
    for (const query of [`postId=${post._id}`, `slug=${post.slug}`, `slug=${old.slug}`, 'searchTerm=wombat'])
      expect(await find(query)).toEqual([post])
    expect({ counts: await counts(admin), comments: await comments(post._id) }).toEqual(before)
    const moderated = await admin.call(listAllComments, { query: { limit: 100 } })
    expect(moderated.comments.filter((each) => each.postId === post._id)).toMatchObject([
      { pending: true },
      { reports: ['Too kind'], numberOfLikes: 1 },
    ])
    expect((await admin.call(listRevisions, { params: { postId: post._id } })).totalRevisions).toBe(2)
    expect((await admin.post(`/api/post/trash/${post._id}/restore`)).status).toBe(404)
  })

  it('A post in the trash yields its slugs, gets another one if its own is taken, and its own back if it is free again', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin, title: 'Former name' })
    const params = { postId: post._id, userId: admin.id }
    await admin.call(updatePost, { params, body: { title: 'Same name' } })
    await throwAway(admin, post._id)
    const others = [await blog().makePost({ by: admin, title: 'Same name' }), await blog().makePost({ by: admin, title: 'Former name' })]
    expect(others.map(({ slug }) => slug)).toEqual(['same-name', 'former-name'])
    expect((await restore(admin, post._id)).slug).toBe('same-name-2')
    expect(await find('slug=same-name')).toMatchObject([{ _id: others[0]?._id }])
    expect(await find('slug=former-name')).toMatchObject([{ _id: others[1]?._id }])
    await throwAway(admin, post._id)
    await throwAway(admin, others[0]?._id ?? '')
    expect((await restore(admin, post._id)).slug).toBe('same-name-2')
    expect((await restore(admin, others[0]?._id ?? '')).slug).toBe('same-name')
    for (const slug of ['same-name', 'same-name-2', 'former-name']) expect(await find(`slug=${slug}`)).toHaveLength(1)
  })

  it('A post is restored once, and moves to the trash once', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin })
    const twice = async (call: () => Promise<unknown>) =>
      (await Promise.allSettled([call(), call()])).map(({ status }) => status).toSorted()
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await twice(() => throwAway(admin, post._id))).toEqual(['fulfilled', 'rejected'])
      expect(await twice(() => restore(admin, post._id))).toEqual(['fulfilled', 'rejected'])
    }
    expect(await find(`postId=${post._id}`)).toEqual([post])
  })

  it('Pages cannot be moved to the trash', async () => {
    const admin = await blog().makeAdmin()
    await admin.call(updatePost, { params: { postId: 'about', userId: admin.id }, body: { title: 'Us', content: '<p>Us.</p>' } })
    await expect(throwAway(admin, 'about')).rejects.toMatchObject({ status: 404 })
  })

  it('The trash is listed page by page, also in the overview, the last one first', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin, title: 'One of many' })
    await throwAway(admin, post._id)
    const before = (await list(admin)).totalPosts
    const row = {
      ...(await blog().db.selectFrom('posts').selectAll().where('id', '=', post._id).executeTakeFirstOrThrow()),
      seq: undefined,
    }
    const ids = Array.from({ length: 200 }, (_, index) => `many-${String(index).padStart(3, '0')}`)
    const rows = ids.map((id, index) => ({
      ...row,
      id,
      slug: id,
      title: index % 10 === 0 ? 'Every tenth' : 'Another',
      trashed_at: blog().clock.now + 1 + index,
    }))
    await blog().db.insertInto('posts').values(rows).execute()
    const newest = ids.toReversed()
    for (const path of ['/api/post/trash?', '/api/post/overview?status=trashed&']) {
      const listed: string[] = []
      for (let startIndex = 0; startIndex < 200; startIndex += 50) {
        const { body } = await admin.get(`${path}startIndex=${startIndex}&limit=50`)
        expect(body.totalPosts).toBe(before + 200)
        listed.push(...body.posts.map(({ _id }: { _id: string }) => _id))
      }
      expect(listed).toEqual(newest)
    }
    const { body } = await admin.get('/api/post/overview?status=trashed&searchTerm=tenth&startIndex=15&limit=9')
    expect([body.totalPosts, body.posts.map(({ _id }: { _id: string }) => _id)]).toEqual([
      20,
      ['many-040', 'many-030', 'many-020', 'many-010', 'many-000'],
    ])
    await blog()
      .db.deleteFrom('posts')
      .where('id', 'in', [...ids, post._id])
      .execute()
  })

  it('Comments of a deleted user are restored without name, and their likes are not restored', async () => {
    const [admin, reader] = [await blog().makeAdmin(), await blog().makeUser()]
    const post = await blog().makePost({ by: admin })
    const comment = await blog().makeComment(reader, post._id)
    for (const by of [admin, reader]) await by.call(likeComment, { params: { commentId: comment._id } })
    await throwAway(admin, post._id)
    await reader.call(deleteUser, { params: { userId: reader.id } })
    await restore(admin, post._id)
    const shown = await admin.call(listComments, { params: { postId: post._id } })
    expect(shown).toMatchObject([{ content: comment.content, user: null, userId: null, likes: [admin.id] }])
  })

  it('deletes a post with all its data after thirty days, or on request', async () => {
    const admin = await blog().makeAdmin()
    const [first, second] = [await blog().makePost({ by: admin }), await blog().makePost({ by: admin })]
    await blog().makeComment(admin, first._id)
    await throwAway(admin, first._id)
    blog().clock.advance(DAY_MS / 48)
    await throwAway(admin, second._id)
    const tidy = async () => {
      const { db, storage, clock } = blog()
      await endOldTrash({ db, files: storage.files, logger: createLogger('silent'), now: () => clock.now })
    }
    blog().clock.advance(TRASH_TTL_MS - DAY_MS / 48 - 1)
    await tidy()
    const later = await blog().makeAdmin()
    expect((await list(later)).totalPosts).toBe(2)
    blog().clock.advance(1)
    await tidy()
    expect((await list(later)).posts.map(({ _id }) => _id)).toEqual([second._id])
    await later.call(deleteTrashedPost, { params: { postId: second._id } })
    expect((await later.delete(`/api/post/trash/${second._id}`)).status).toBe(404)
    for (const table of ['posts', 'comments', 'post_slugs', 'post_versions'] as const) {
      const rows = await blog().db.selectFrom(table).selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(first._id)
      expect(JSON.stringify(rows)).not.toContain(second._id)
    }
  })
})
