import { beforeEach, expect, it } from 'vitest'
import { createComment as createCommentEndpoint, editComment, likeComment, listComments } from '#comments/contract/comments.endpoints.ts'
import { removeUserContent as removeUserContentEndpoint, restoreUserContent } from '#comments/contract/removals.endpoints.ts'
import { getPostLikes, likePost } from '#posts/contract/likes.endpoints.ts'
import { deletePost } from '#writing/contract/edit-posts.endpoints.ts'
import { restorePost } from '#writing/contract/writing.endpoints.ts'
import { lockAccount } from '#accounts/server/index.ts'
import type { DatabaseTransaction } from '#platform/database/database.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { waitForBlockedQuery } from '#tests/support/database/postgres.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { createComment, deleteComments, setState } from './comment-writes.store.ts'
import { getAccount, removeUserContent } from './removals.store.ts'

const SIX = ['1', '2', '3', '4', '5', '6']

onEachEngine('What is written while', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  let stranger: TestUser
  let postId: string
  beforeEach(async () => {
    ;[admin, stranger] = [await blog().makeAdmin(), await blog().makeUser({ isFamily: true })]
    postId = (await blog().makePost({ by: admin }))._id
  })

  /** Begins a transaction. @returns how to commit it, once its work is done */
  async function hold(work: (trx: DatabaseTransaction) => Promise<unknown>) {
    const done = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const ended = blog()
      .db.transaction()
      .execute(async (trx) => {
        await work(trx)
        done.resolve()
        await mayCommit.promise
      })
    await Promise.race([done.promise, ended])
    return async () => {
      mayCommit.resolve()
      await ended
    }
  }
  // On SQLite the second transaction starts after the first has ended.
  const waitUntilBlocked = async () => {
    if (engine === 'postgres') await waitForBlockedQuery(blog().db)
  }
  const write = (content: string) => stranger.call(createCommentEndpoint, { body: { content, postId } })
  const remove = () => admin.call(removeUserContentEndpoint, { params: { userId: stranger.id } })
  const undo = () => admin.call(restoreUserContent, { params: { userId: stranger.id } })
  const shown = async () => (await blog().visitor().call(listComments, { params: { postId } })).map(({ content }) => content).toSorted()
  const counted = async () => {
    const { db } = blog()
    const counter = await db.selectFrom('counters').select('count').where('name', '=', 'comments').executeTakeFirst()
    const rows = await db
      .selectFrom('comments')
      .innerJoin('posts', 'posts.id', 'comments.post_id')
      .select('comments.id')
      .where('comments.state', '<>', 'deleted')
      .where('posts.state', '<>', 'trashed')
      .execute()
    return { counter: counter?.count ?? 0, rows: rows.length }
  }

  it('an admin hides the comment stays hidden', async () => {
    const { _id: id } = await write('Words')
    const commit = await hold((trx) => setState(trx, id, 'pending'))
    const edited = stranger.call(editComment, { params: { commentId: id }, body: { content: 'Other words' } })
    await waitUntilBlocked()
    await commit()
    expect(await edited).toMatchObject({ content: 'Other words', pending: true })
    expect(await shown()).toEqual([])
  })

  it('an account is removed does not stay: of six comments none is visible, and those that were acknowledged come back', async () => {
    const [removed, ...sent] = await Promise.allSettled([remove(), ...SIX.map(write)])
    expect(removed.status).toBe('fulfilled')
    expect(await shown()).toEqual([])
    await undo()
    const acknowledged = sent.flatMap((one) => (one.status === 'fulfilled' ? one.value.content : []))
    expect(await shown()).toEqual(acknowledged)
    const { counter, rows } = await counted()
    expect(counter).toBe(rows)
  })

  it('a removal waits for is removed: six comments that are about to be committed', async () => {
    const row = {
      post_id: postId,
      user_id: stranger.id,
      state: 'shown' as const,
      created_at: blog().clock.now,
      updated_at: blog().clock.now,
    }
    const writeAll = async (trx: DatabaseTransaction, contents: readonly string[]) => {
      await lockAccount(trx, stranger.id)
      for (const content of contents) await createComment(trx, { ...row, id: blog().newId(), content }, 'public')
    }
    // In one transaction: six would wait for each other at the counter of comments.
    const commit = await hold((trx) => writeAll(trx, SIX))
    const removal = remove()
    await waitUntilBlocked()
    await commit()
    await removal
    expect(await shown()).toEqual([])
    await undo()
    expect(await shown()).toEqual(SIX)
  })

  /** Begins the removal of the account. @returns how to commit it */
  const holdRemoval = () =>
    hold(async (trx) => {
      const account = await getAccount(trx, stranger.id)
      await removeUserContent(trx, { id: blog().newId(), account, by: admin.id, now: blog().clock.now })
    })

  it.each([
    ['a comment', () => write('Late')],
    ['an edit', (own: string) => stranger.call(editComment, { params: { commentId: own }, body: { content: 'Late' } })],
    [
      'a like of a comment',
      (_: string, commentId: string) => stranger.call(likeComment, { params: { commentId }, body: { isLiked: true } }),
    ],
    ['a like of a post', () => stranger.call(likePost, { params: { postId }, body: { isLiked: true } })],
  ] as const)('a removal is about to be committed is refused: %s', async (_, call) => {
    const [mine, other] = [await write('Mine'), await blog().makeComment(admin, postId, 'Of another')]
    const seen = async () => {
      const comments = await blog().visitor().call(listComments, { params: { postId } })
      const { likes } = await blog().visitor().call(getPostLikes, { params: { postId } })
      return [comments.map(({ content, numberOfLikes }) => `${content} ${numberOfLikes}`).toSorted(), likes]
    }
    const commit = await holdRemoval()
    const late = Promise.allSettled([call(mine._id, other._id)])
    await waitUntilBlocked()
    await commit()
    expect(await late).toMatchObject([{ status: 'rejected', reason: { code: 'account_disabled' } }])
    expect(await seen()).toEqual([['Of another 0'], 0])
    await undo()
    expect(await seen()).toEqual([['Mine 0', 'Of another 0'], 0])
  })

  it('an admin edits a comment of an account that is removed does not show it', async () => {
    const mine = await write('Mine')
    const commit = await holdRemoval()
    const edit = admin.put(`/api/comment/editcomment/${mine._id}`, { content: 'Milder' })
    await waitUntilBlocked()
    await commit()
    expect(await edit).toMatchObject({ status: 404 })
    expect(await shown()).toEqual([])
  })

  it('its post moves into the trash is counted once, and deleted once', async () => {
    const comments = [await write('First'), await write('Second')]
    const ids = comments.slice(0, 1).map(({ _id }) => _id)
    const commit = await hold((trx) => deleteComments(trx, ids, { by: admin.id, now: blog().clock.now }))
    const trash = admin.call(deletePost, { params: { postId, userId: admin.id } })
    await waitUntilBlocked()
    await commit()
    await trash
    const inTrash = await counted()
    expect(inTrash.counter).toBe(inTrash.rows)
    await admin.call(restorePost, { params: { postId } })
    const back = await counted()
    expect(back).toEqual({ counter: inTrash.rows + 1, rows: inTrash.rows + 1 })
    expect(await shown()).toEqual(['Second'])
  })
})
