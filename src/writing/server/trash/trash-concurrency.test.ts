import { expect, it } from 'vitest'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { createComment, setLike } from '#comments/server/comments.store.ts'
import type { Database, DatabaseTransaction } from '#platform/database/database.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { waitForBlockedTransaction } from '#tests/support/postgres-locks.ts'
import { endTrashedPost, restorePost, trashPost } from './trash.store.ts'

onEachEngine('The trash, with two transactions at once', (engine) => {
  const blog = useTestApp(engine)
  const begin = <T>(work: (trx: DatabaseTransaction) => Promise<T>) => blog().db.transaction().execute(work)

  /** Runs `first`, and commits it once `second` waits for it. @returns the result of `second` */
  async function overlap<T>(first: (trx: DatabaseTransaction) => Promise<unknown>, second: (trx: DatabaseTransaction) => Promise<T>) {
    const done = Promise.withResolvers<void>()
    const commit = Promise.withResolvers<void>()
    const one = begin(async (trx) => {
      await first(trx)
      done.resolve()
      await commit.promise
    })
    await Promise.race([done.promise, one])
    const two = begin(second).then(
      (value) => ({ value }),
      (error: Error) => ({ error: error.message }),
    )
    // On SQLite the second transaction starts after the first has ended.
    if (engine === 'postgres') await waitForBlockedTransaction(blog().db)
    commit.resolve()
    await one
    return two
  }

  async function makePost() {
    const [admin, reader] = [await blog().makeAdmin(), await blog().makeUser()]
    const post = await blog().makePost({ by: admin, title: 'Two admins' })
    const params = { postId: post._id, userId: admin.id }
    await admin.call(updatePost, { params, body: { content: '<p>Another version</p>' } })
    const comment = await blog().makeComment(reader, post._id, 'First')
    const now = blog().clock.now
    const discard = (trx: Database) => trashPost(trx, post._id, { by: admin.id, now })
    return { admin, reader, postId: post._id, commentId: comment._id, discard, now }
  }
  const find = async (table: 'comments' | 'post_revisions', postId: string) =>
    blog().db.selectFrom(table).select('content').where('post_id', '=', postId).orderBy('content').execute()

  it('keeps a comment that is committed while the post is moved to it', async () => {
    const { reader, postId, discard, now } = await makePost()
    const comment = { id: blog().newId(), post_id: postId, user_id: reader.id, content: 'Second', created_at: now, updated_at: now }
    expect(await overlap((trx) => createComment(trx, comment, 'public'), discard)).toEqual({ value: undefined })
    await begin((trx) => restorePost(trx, postId, blog().clock.now))
    expect(await find('comments', postId)).toEqual([{ content: 'First' }, { content: 'Second' }])
  })

  it('keeps a like that is committed while the post is moved to it', async () => {
    const { reader, commentId, postId, discard, now } = await makePost()
    expect(await overlap((trx) => setLike(trx, commentId, { userId: reader.id, now, isLiked: true }), discard)).toEqual({
      value: undefined,
    })
    await begin((trx) => restorePost(trx, postId, blog().clock.now))
    expect(await blog().db.selectFrom('likes').select('user_id').where('comment_id', '=', commentId).execute()).toEqual([
      { user_id: reader.id },
    ])
  })

  it('refuses a comment on a post that was just moved to it', async () => {
    const { reader, postId, discard, now } = await makePost()
    const comment = { id: blog().newId(), post_id: postId, user_id: reader.id, content: 'Late', created_at: now, updated_at: now }
    const late = await overlap(discard, (trx) => createComment(trx, comment, 'public'))
    expect(late).toEqual({ error: 'This post is no longer there.' })
  })

  it('keeps the revisions of a post that one admin restores while another one deletes it for good', async () => {
    const { postId, discard } = await makePost()
    await begin(discard)
    const ended = await overlap(
      (trx) => restorePost(trx, postId, blog().clock.now),
      (trx) => endTrashedPost(trx, postId),
    )
    expect(ended).toEqual({ value: null })
    expect(await find('post_revisions', postId)).toHaveLength(1)
    expect(await find('comments', postId)).toEqual([{ content: 'First' }])
  })

  it('restores nothing of a post that another admin deletes for good', async () => {
    const { postId, discard } = await makePost()
    await begin(discard)
    const restored = await overlap(
      (trx) => endTrashedPost(trx, postId),
      (trx) => restorePost(trx, postId, blog().clock.now),
    )
    expect(restored).toEqual({ error: 'This post is not in the trash.' })
    expect(await blog().db.selectFrom('posts').select('id').where('id', '=', postId).execute()).toEqual([])
  })
})
