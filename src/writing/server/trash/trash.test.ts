import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { deleteTrashedPost, listRevisions, listTrash, restorePost } from '#writing/contract/writing.endpoints.ts'
import { deleteUser } from '#accounts/contract/users.endpoints.ts'
import { likeComment, listAllComments, listComments, reportComment } from '#comments/contract/comments.endpoints.ts'
import { DAY_MS, TRASH_TTL_MS } from '#platform/contract/limits.ts'
import { endOldTrash } from './end-trash.ts'
import { isPostgres } from '#platform/database/database.ts'
import { createLogger } from '#platform/process/logger.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngine('the trash', (engine) => {
  const blog = useTestApp(engine)
  const throwAway = (by: TestUser, id: string) => by.call(deletePost, { params: { postId: id, userId: by.id } })
  const restore = (by: TestUser, id: string) => by.call(restorePost, { params: { postId: id } })
  const list = (by: TestUser) => by.call(listTrash)
  const find = async (query: string) =>
    (
      await blog()
        .visitor()
        .call(listPosts, { query: Object.fromEntries(new URLSearchParams(query)) })
    ).posts
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

  it('restores a post with another slug if its own was taken meanwhile', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin, title: 'Same name' })
    await throwAway(admin, post._id)
    const other = await blog().makePost({ by: admin, title: 'Same name' })
    expect(other.slug).toBe('same-name')
    expect((await restore(admin, post._id)).slug).toBe('same-name-2')
    expect(await find('slug=same-name')).toMatchObject([{ _id: other._id }])
    await throwAway(admin, post._id)
    await throwAway(admin, other._id)
    expect((await restore(admin, post._id)).slug).toBe('same-name-2')
    expect((await restore(admin, other._id)).slug).toBe('same-name')
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
    for (const table of ['trashed_posts', 'trashed_comments', 'trashed_post_slugs', 'trashed_likes', 'post_revisions'] as const) {
      const rows = await blog().db.selectFrom(table).selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(first._id)
      expect(JSON.stringify(rows)).not.toContain(second._id)
    }
  })

  it('has a column for every column of the tables whose rows it stores', async () => {
    const { db } = blog()
    const columns = async (table: string) => {
      const { rows } = isPostgres(db)
        ? await sql<{ name: string }>`select column_name as name from information_schema.columns where table_name = ${table}`.execute(db)
        : await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db)
      return rows.map((row) => row.name)
    }
    // Recounted on restore, or of no use then.
    const derived = new Set(['seq', 'report_count', 'likes', 'request_key'])
    for (const table of ['posts', 'post_slugs', 'comments', 'likes', 'comment_reports', 'visitor_reports', 'post_likes', 'visitor_likes']) {
      const kept = await columns(`trashed_${table}`)
      expect((await columns(table)).filter((name) => !kept.includes(name) && !derived.has(name))).toEqual([])
    }
  })
})
