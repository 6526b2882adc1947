import { beforeEach, expect, it } from 'vitest'
import {
  approveComment,
  createComment,
  deleteComment,
  editComment,
  likeComment,
  listComments,
  reportComment,
} from '#comments/contract/comments.endpoints.ts'
import {
  deleteComments,
  getUserContent,
  listRemovals,
  removeUserContent,
  restoreComments,
  restoreUserContent,
} from '#comments/contract/removals.endpoints.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { NEW_ACCOUNT_MS } from '#comments/contract/comment-limits.ts'
import { likePost } from '#posts/contract/likes.endpoints.ts'
import { deletePost } from '#writing/contract/edit-posts.endpoints.ts'
import { restorePost } from '#writing/contract/writing.endpoints.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngine('Removing everything of an account', (engine) => {
  const blog = useFreshTestApp(engine)
  let admin: TestUser
  let reader: TestUser
  let postId: string
  // Each test has a post of its own: one that fails leaves no rows to the next.
  beforeEach(async () => {
    admin = await blog().makeAdmin()
    reader = await blog().makeUser()
    postId = (await blog().makePost({ by: admin }))._id
  })

  /** All rows of comments, likes and reports. */
  const rows = async () => {
    const { db } = blog()
    return [
      await db.selectFrom('comments').selectAll().orderBy('id').execute(),
      await db.selectFrom('likes').selectAll().orderBy('comment_id').orderBy('user_id').execute(),
      await db.selectFrom('comment_reports').selectAll().orderBy('comment_id').orderBy('user_id').execute(),
      await db.selectFrom('post_likes').selectAll().orderBy('post_id').orderBy('user_id').execute(),
    ]
  }
  const shown = async () => (await blog().visitor().call(listComments, { params: { postId } })).map(({ content }) => content)

  /** A stranger with comments, replies and likes, to which the reader reacted. */
  async function makeStranger(count: number) {
    const stranger = await blog().makeUser()
    const [own, word] = [await blog().makeComment(stranger, postId, 'Cheap pills'), await blog().makeComment(reader, postId, 'Kind')]
    for (let number = 1; number < count; number += 1) {
      if (number % 25 === 0) blog().clock.advance(5 * MINUTE_MS)
      await stranger.call(createComment, { body: { content: `Pills ${number}`, postId, parentId: word._id } })
    }
    await stranger.call(likeComment, { params: { commentId: word._id } })
    await stranger.call(likePost, { params: { postId } })
    await reader.call(likeComment, { params: { commentId: own._id } })
    await reader.call(reportComment, { params: { commentId: own._id }, body: { reason: 'Spam' } })
    return stranger
  }

  it('200 comments of three accounts are gone in one step each, and back in one', async () => {
    const strangers = [await makeStranger(67), await makeStranger(67), await makeStranger(66)]
    // The reader's words stay, those of the strangers leave the cached page, too.
    expect(await shown()).toHaveLength(203)
    const before = await rows()
    for (const { id: userId } of strangers) await admin.call(removeUserContent, { params: { userId } })
    expect(await shown()).toEqual(['Kind', 'Kind', 'Kind'])
    const { removals } = await admin.call(listRemovals)
    expect(new Map(removals.map(({ user, comments }) => [user._id, comments]))).toEqual(
      new Map(strangers.map(({ id }, index) => [id, index === 2 ? 66 : 67])),
    )
    for (const { id: userId } of strangers) await admin.call(restoreUserContent, { params: { userId } })
    expect(await rows()).toEqual(before)
    expect(await shown()).toHaveLength(203)
    expect((await admin.call(listRemovals)).removals).toEqual([])
  })

  it('The list says what goes, and the account can do nothing until it is brought back', async () => {
    const stranger = await makeStranger(3)
    const params = { userId: stranger.id }
    expect(await admin.call(getUserContent, { params })).toEqual({
      user: expect.objectContaining({ username: stranger.username }),
      isAdmin: false,
      isFamily: false,
      isDisabled: false,
      drafts: 0,
      plans: 0,
      invitations: 0,
      hasBackupPlace: false,
      comments: 3,
      replies: 2,
      hearts: 2,
      mails: 0,
      newest: ['Pills 2', 'Pills 1', 'Cheap pills'],
    })
    await admin.call(removeUserContent, { params })
    expect(await admin.call(getUserContent, { params })).toMatchObject({ isDisabled: true, comments: 0, hearts: 0, newest: [] })
    await expect(blog().makeComment(stranger, postId)).rejects.toMatchObject({ code: 'account_disabled' })
    await admin.call(restoreUserContent, { params })
    await blog().makeComment(stranger, postId)
  })

  it('Mails to an account that was removed are not sent', async () => {
    const stranger = await makeStranger(2)
    const { db, clock } = blog()
    const times = { next_attempt_at: clock.now, give_up_at: clock.now + DAY_MS, created_at: clock.now }
    const mail = { kind: 'verify_email' as const, priority: 1, ...times }
    await db
      .insertInto('outbox')
      .values([
        { id: 'to', ...mail, email: stranger.email },
        { id: 'other', ...mail, email: reader.email },
      ])
      .execute()
    expect(await admin.call(getUserContent, { params: { userId: stranger.id } })).toMatchObject({ mails: 1 })
    await admin.call(removeUserContent, { params: { userId: stranger.id } })
    expect(await db.selectFrom('outbox').select('id').execute()).toEqual([{ id: 'other' }])
  })

  it('Comments of a post in the trash are removed, too, and come back with both', async () => {
    const stranger = await makeStranger(2)
    const params = { userId: stranger.id }
    await admin.call(deletePost, { params: { postId, userId: admin.id } })
    expect(await admin.call(getUserContent, { params })).toMatchObject({ comments: 2, hearts: 2 })
    await admin.call(removeUserContent, { params })
    await admin.call(restorePost, { params: { postId } })
    expect(await shown()).toEqual(['Kind'])
    await admin.call(deletePost, { params: { postId, userId: admin.id } })
    await admin.call(restoreUserContent, { params })
    await admin.call(restorePost, { params: { postId } })
    expect(await shown()).toEqual(['Pills 1', 'Kind', 'Cheap pills'])
  })

  it('After a day it is too late, and admins are not removed like this', async () => {
    const stranger = await makeStranger(2)
    await admin.call(removeUserContent, { params: { userId: stranger.id } })
    blog().clock.advance(DAY_MS)
    admin = Object.assign(admin, { cookie: (await blog().signIn({ email: admin.email })).cookie })
    await expect(admin.call(restoreUserContent, { params: { userId: stranger.id } })).rejects.toMatchObject({ status: 404 })
    const other = await blog().makeAdmin()
    await expect(admin.call(removeUserContent, { params: { userId: other.id } })).rejects.toMatchObject({ status: 409 })
  })

  it('Chosen comments are deleted and restored together', async () => {
    const words = [await blog().makeComment(admin, postId, 'A'), await blog().makeComment(admin, postId, 'B')]
    const gone = await blog().makeComment(reader, postId, 'C')
    await reader.call(deleteComment, { params: { commentId: gone._id } })
    const before = await rows()
    // One that its author has deleted meanwhile is skipped.
    const body = { commentIds: [...words.map(({ _id }) => _id), gone._id] }
    await admin.call(deleteComments, { body })
    expect((await shown()).filter((text) => text === 'A' || text === 'B')).toEqual([])
    const { commentIds } = await admin.call(restoreComments, { body })
    expect(commentIds.toSorted()).toEqual(words.map(({ _id }) => _id).toSorted())
    expect(await rows()).toEqual(before)
    expect(await admin.post('/api/comment/deletions', { commentIds: [] })).toMatchObject({ status: 400 })
    expect(await admin.post('/api/comment/deletions', { commentIds: Array(101).fill('x') })).toMatchObject({ status: 400 })
  })
})

interface Named {
  readonly params: { readonly commentId: string }
}

onEachEngine('Comments of a new account', (engine) => {
  const blog = useFreshTestApp(engine)
  let postId: string
  beforeEach(async () => {
    postId = (await blog().makePost())._id
  })
  const signUp = async (name: string) => {
    const account = { username: name, email: `${name}@example.org`, password: 'correct horse battery staple' }
    return blog().signUp(account)
  }
  /** @returns whether each comment waits for approval */
  const write = async (user: TestUser, pauses: readonly number[]) => {
    const waits: boolean[] = []
    for (const pause of pauses) {
      blog().clock.advance(pause)
      waits.push((await blog().makeComment(user, postId)).pending === true)
    }
    return waits
  }

  it('wait once they come faster than people write', async () => {
    expect(await write(await signUp('quick'), [0, 1000, 1000, 1000, 1000])).toEqual([false, false, false, true, true])
    expect(await write(await signUp('calm'), [0, 20_000, 20_000, 21_000, 25_000])).toEqual([false, false, false, false, false])
    const steady = await write(
      await signUp('steady'),
      Array.from({ length: 12 }, () => 2 * MINUTE_MS),
    )
    expect(steady.filter(Boolean)).toHaveLength(2)
  })

  it('are not hidden by an edit, however fast they were written; text that is saved again keeps its approval', async () => {
    const writer = await signUp('mender')
    const written = [await blog().makeComment(writer, postId, 'See https://example.org'), await blog().makeComment(writer, postId)]
    expect(await write(writer, [1000, 1000])).toEqual([false, true])
    const [linked, plain] = written.map(({ _id: commentId }) => ({ params: { commentId } })) as [Named, Named]
    const edit = (input: Named, content: string) => writer.call(editComment, { ...input, body: { content } })
    expect((await edit(plain, 'Mended')).pending).toBeUndefined()
    await (await blog().makeAdmin()).call(approveComment, linked)
    expect((await edit(linked, 'See https://example.org')).pending).toBeUndefined()
    expect((await edit(linked, 'See https://example.org/else')).pending).toBe(true)
  })

  it('do not wait for the family, an admin or an account of a week', async () => {
    const fast = [0, 0, 0, 0, 0]
    const none = fast.map(() => false)
    expect(await write(await blog().makeAdmin(), fast)).toEqual(none)
    const aunt = await signUp('aunt')
    await blog().db.updateTable('users').set({ is_family: 1 }).where('id', '=', aunt.id).execute()
    expect(await write(aunt, fast)).toEqual(none)
    const old = await signUp('old')
    blog().clock.advance(NEW_ACCOUNT_MS + HOUR_MS)
    expect(await write(await blog().signIn(old), fast)).toEqual(none)
  })
})
