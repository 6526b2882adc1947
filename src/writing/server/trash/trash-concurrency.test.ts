import { expect, it } from 'vitest'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { createComment } from '#comments/server/comment-writes.store.ts'
import type { Database, DatabaseTransaction } from '#platform/database/database.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import { overlap } from '#tests/support/database/overlap.ts'
import { endTrashedPost, restorePost, trashPost } from './trash.store.ts'

onEachEngine('The trash, with two transactions at once', (engine) => {
  const blog = useFreshTestApp(engine)
  const begin = <T>(work: (trx: DatabaseTransaction) => Promise<T>) => blog().db.transaction().execute(work)

  async function makePost() {
    const [admin, reader] = [await blog().makeAdmin(), await blog().makeUser()]
    const post = await blog().makePost({ by: admin, title: 'Two admins' })
    const params = { postId: post._id, userId: admin.id }
    await admin.call(updatePost, { params, body: { content: '<p>Another version</p>' } })
    await blog().makeComment(reader, post._id, 'First')
    const now = blog().clock.now
    const discard = (trx: Database) => trashPost(trx, post._id, { by: admin.id, now })
    const row = { post_id: post._id, user_id: reader.id, state: 'shown', created_at: now, updated_at: now } as const
    const comment = (content: string) => (trx: Database) => createComment(trx, { ...row, id: blog().newId(), content }, 'public')
    return { admin, postId: post._id, comment, discard, now }
  }
  const readCounter = async () =>
    (await blog().db.selectFrom('counters').select('count').where('name', '=', 'comments').executeTakeFirstOrThrow()).count
  const find = async (table: 'comments' | 'post_versions', postId: string) =>
    blog().db.selectFrom(table).select('content').where('post_id', '=', postId).orderBy('content').execute()

  it('keeps a comment that is committed while the post is moved to it', async () => {
    const { admin, postId, comment, discard, now } = await makePost()
    expect(await overlap(blog().db, comment('Second'), discard)).toEqual({ value: undefined })
    await begin((trx) => restorePost(trx, postId, { by: admin.id, now }))
    expect(await find('comments', postId)).toEqual([{ content: 'First' }, { content: 'Second' }])
    expect(await readCounter()).toBe((await blog().db.selectFrom('comments').select('id').execute()).length)
  })

  it('refuses a comment on a post that was just moved to it', async () => {
    const { comment, discard } = await makePost()
    const late = await overlap(blog().db, discard, comment('Late'))
    expect(late).toEqual({ error: 'This post is no longer there.' })
  })

  it('keeps the revisions of a post that one admin restores while another one deletes it for good', async () => {
    const { admin, postId, discard, now } = await makePost()
    await begin(discard)
    const ended = await overlap(
      blog().db,
      (trx) => restorePost(trx, postId, { by: admin.id, now }),
      (trx) => endTrashedPost(trx, postId, admin.id),
    )
    expect(ended).toEqual({ value: null })
    expect(await find('post_versions', postId)).toHaveLength(1)
    expect(await find('comments', postId)).toEqual([{ content: 'First' }])
  })

  it('restores nothing of a post that another admin deletes for good', async () => {
    const { admin, postId, discard, now } = await makePost()
    await begin(discard)
    const restored = await overlap(
      blog().db,
      (trx) => endTrashedPost(trx, postId, admin.id),
      (trx) => restorePost(trx, postId, { by: admin.id, now }),
    )
    expect(restored).toEqual({ error: 'This post is not in the trash.' })
    expect(await blog().db.selectFrom('posts').select('id').where('id', '=', postId).execute()).toEqual([])
  })
})
