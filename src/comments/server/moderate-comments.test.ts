import { beforeEach, expect, it } from 'vitest'
import { countAttention } from '#accounts/contract/attention.endpoints.ts'
import {
  approveComment,
  createComment,
  deleteComment,
  dismissReports,
  editComment,
  likeComment,
  listAllComments,
  listComments,
  listPendingComments,
  reportComment,
  restoreComment,
  withdrawApproval,
} from '#comments/contract/comments.endpoints.ts'
import { deletePost } from '#writing/contract/edit-posts.endpoints.ts'
import { restorePost } from '#writing/contract/writing.endpoints.ts'
import { downloadMyData } from '#accounts/contract/users.endpoints.ts'
import { getSettings, updateSettings } from '#site/contract/settings.endpoints.ts'
import { COMMENT_UNDO_MS } from '#comments/contract/comment-limits.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'

const WITH_LINK = 'Look at https://example.org/deal'
const create = (by: TestClient, postId: string, content: string) => by.call(createComment, { body: { content, postId } })

onEachEngine('Pending and reported comments', (engine) => {
  const blog = useFreshTestApp(engine)
  let admin: TestUser
  let postId: string
  beforeEach(async () => {
    admin = await blog().makeAdmin()
    postId = (await blog().makePost())._id
  })

  const publicOnes = async (id = postId) =>
    (
      await blog()
        .visitor()
        .call(listComments, { params: { postId: id } })
    ).map((one) => one._id)
  const pendingOf = async (client: TestClient, id = postId) =>
    (await client.call(listPendingComments, { params: { postId: id } })).map((one) => one._id)
  const set = (body: object) => admin.call(updateSettings, { body })
  const approve = (id: string) => admin.call(approveComment, { params: { commentId: id } })

  it('A comment with a link is pending, unless the family or an admin wrote it', async () => {
    const [user, family] = [await blog().makeUser(), await blog().makeUser({ isFamily: true })]
    expect((await create(user, postId, WITH_LINK)).pending).toBe(true)
    expect((await create(user, postId, 'No link here')).pending).toBeUndefined()
    for (const known of [family, admin]) expect((await create(known, postId, WITH_LINK)).pending).toBeUndefined()
  })

  it('Comments of a new reader are pending until one is approved, while the setting is on', async () => {
    expect(await admin.call(getSettings)).toMatchObject({ firstCommentsWait: false })
    await set({ firstCommentsWait: true })
    const [fresh, known] = [await blog().makeUser(), await blog().makeUser()]
    const first = await create(fresh, postId, 'My first words')
    expect([first.pending, (await create(fresh, postId, 'My second words')).pending]).toEqual([true, true])
    await approve(first._id)
    expect((await create(fresh, postId, 'Now I am known')).pending).toBeUndefined()
    await set({ firstCommentsWait: false })
    await create(known, postId, 'Before it was on')
    await set({ firstCommentsWait: true })
    expect((await create(await blog().makeUser({ isFamily: true }), postId, 'Family from the first day')).pending).toBeUndefined()
    expect((await create(known, postId, 'And after')).pending).toBeUndefined()
    await set({ firstCommentsWait: false })
  })

  it('A pending comment is visible only to its author and to admins', async () => {
    const [author, other] = [await blog().makeUser(), await blog().makeUser()]
    const { _id } = await create(author, postId, WITH_LINK)
    expect(await pendingOf(author)).toEqual([_id])
    expect(await pendingOf(admin)).toContain(_id)
    expect(await pendingOf(other)).toEqual([])
    for (const client of [blog().visitor(), author, other, admin]) {
      expect(JSON.stringify((await client.get(`/api/comment/getpostcomments/${postId}`)).body)).not.toContain(_id)
    }
    const gone = { status: 404, body: { message: 'This comment is no longer there.' } }
    expect(await other.put(`/api/comment/likecomment/${_id}`)).toMatchObject(gone)
    expect(await other.put(`/api/comment/editcomment/${_id}`, { content: 'x' })).toMatchObject(gone)
    expect(await other.delete(`/api/comment/deletecomment/${_id}`)).toMatchObject(gone)
    expect(await other.post(`/api/comment/report/${_id}`, {})).toMatchObject(gone)
  })

  it('An edit that adds a link makes a comment pending', async () => {
    const author = await blog().makeUser()
    const comment = await create(author, postId, 'Harmless')
    const edit = (content: string) => author.call(editComment, { params: { commentId: comment._id }, body: { content } })
    expect((await edit(WITH_LINK)).pending).toBe(true)
    expect(await publicOnes()).not.toContain(comment._id)
    expect((await edit('Harmless')).pending).toBe(true)
  })

  it('Admins see reported comments first, then pending ones', async () => {
    const [author, reader, second] = [await blog().makeUser(), await blog().makeUser(), await blog().makeUser()]
    const reported = await create(author, postId, 'Buy pills')
    blog().clock.advance(1000)
    const waiting = await create(author, postId, WITH_LINK)
    blog().clock.advance(1000)
    const newest = await create(author, postId, 'Nothing special')
    for (const [by, reason] of [
      [reader, 'Advertisement'],
      [second, ''],
    ] as const) {
      await by.call(reportComment, { params: { commentId: reported._id }, body: { reason } })
      blog().clock.advance(1000)
    }
    const list = async (sort: string) => (await admin.call(listAllComments, { query: { limit: 100, sort } })).comments
    const [first, ...rest] = await list('attention')
    expect(first).toMatchObject({ _id: reported._id, reports: ['', 'Advertisement'] })
    const order = rest.map((one) => one._id)
    expect(order.indexOf(waiting._id)).toBeLessThan(order.indexOf(newest._id))
    expect((await list('desc'))[0]?._id).toBe(newest._id)
    await admin.call(dismissReports, { params: { commentId: reported._id } })
    expect((await list('attention')).find((one) => one._id === reported._id)?.reports).toEqual([])
  })

  it('A second report by a reader replaces the first, authors cannot report, and reports are rate-limited', async () => {
    const [author, reader] = [await blog().makeUser(), await blog().makeUser()]
    const comment = await create(author, postId, 'Words')
    const report = (by: TestClient, reason: string) => by.post(`/api/comment/report/${comment._id}`, { reason })
    expect((await report(author, 'mine')).status).toBe(403)
    const ended = await blog().visitor().post(`/api/comment/report/${comment._id}`, { asMember: true })
    expect(ended.status).toBe(401)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 31; attempt += 1) statuses.push((await report(reader, `reason ${attempt}`)).status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
    const rows = await blog().db.selectFrom('comment_reports').select('reason').where('comment_id', '=', comment._id).execute()
    expect(rows).toEqual([{ reason: 'reason 29' }])
    expect(await publicOnes()).toContain(comment._id)
  })
})

onEachEngine('Undoing moderation', (engine) => {
  const blog = useFreshTestApp(engine)
  let admin: TestUser
  let postId: string
  beforeEach(async () => {
    admin = await blog().makeAdmin()
    postId = (await blog().makePost({ title: 'On ramps' }))._id
  })
  const shownOnes = () => admin.call(listComments, { params: { postId } })
  const attention = async () => (await admin.call(countAttention)).totalComments
  const remove = (by: TestUser, commentId: string) => by.call(deleteComment, { params: { commentId } })
  const restore = (commentId: string) => admin.call(restoreComment, { params: { commentId } })

  it('A deleted comment is restored with its likes and reports, at the same position', async () => {
    const [author, other] = [await blog().makeUser(), await blog().makeUser()]
    const comment = await blog().makeComment(author, postId, 'Back again')
    const params = { commentId: comment._id }
    await other.call(likeComment, { params })
    await other.call(reportComment, { params, body: { reason: 'By mistake' } })
    const [before] = await shownOnes()
    expect(await attention()).toBe(1)
    await remove(admin, comment._id)
    expect([await shownOnes(), await attention()]).toEqual([[], 0])
    expect((await author.call(downloadMyData)).comments).toMatchObject([{ content: 'Back again', state: 'deleted' }])

    expect(await restore(comment._id)).toEqual(before)
    expect([await shownOnes(), await attention()]).toEqual([[before], 1])
    const [listed] = (await admin.call(listAllComments, { query: { sort: 'attention' } })).comments
    expect(listed).toMatchObject({ _id: comment._id, reports: ['By mistake'], post: { title: 'On ramps', slug: 'on-ramps' } })
    await expect(restore(comment._id)).rejects.toMatchObject({ code: 'not_found' })
    await admin.call(dismissReports, { params })
  })

  it('Its author takes back their own deletion, and nobody else’s; an admin those of admins', async () => {
    const [author, other, second] = [await blog().makeUser(), await blog().makeUser(), await blog().makeAdmin()]
    const [own, byAdmin] = [await blog().makeComment(author, postId, 'Mine'), await blog().makeComment(author, postId, 'Judged')]
    await other.call(likeComment, { params: { commentId: own._id } })
    const [before] = (await shownOnes()).filter(({ _id }) => _id === own._id)
    const gone = { code: 'not_found' }
    const bringBack = (by: TestUser, commentId: string) => by.call(restoreComment, { params: { commentId } })
    // Twice: an undone deletion can be repeated and undone again.
    for (let round = 0; round < 2; round += 1) {
      await remove(author, own._id)
      await expect(remove(author, own._id)).rejects.toMatchObject(gone)
      for (const by of [other, admin]) await expect(bringBack(by, own._id)).rejects.toMatchObject(gone)
      expect(await bringBack(author, own._id)).toMatchObject({ content: 'Mine', numberOfLikes: 1 })
      expect((await shownOnes()).filter(({ _id }) => _id === own._id)).toEqual([before])
    }
    await expect(bringBack(author, own._id)).rejects.toMatchObject(gone)
    await remove(admin, byAdmin._id)
    await expect(bringBack(author, byAdmin._id)).rejects.toMatchObject(gone)
    await bringBack(second, byAdmin._id)
    const adminsOwn = await blog().makeComment(admin, postId, 'Of an admin')
    await remove(admin, adminsOwn._id)
    await expect(bringBack(second, adminsOwn._id)).rejects.toMatchObject(gone)
    await bringBack(admin, adminsOwn._id)
    for (const { _id } of [own, byAdmin, adminsOwn]) await remove(admin, _id)
  })

  it('A comment cannot be restored after an hour, after its author deleted it, or while its post is in the trash', async () => {
    const author = await blog().makeUser()
    const [late, own] = [await blog().makeComment(author, postId), await blog().makeComment(author, postId)]
    await remove(admin, late._id)
    await remove(author, own._id)
    blog().clock.advance(COMMENT_UNDO_MS)
    await expect(restore(late._id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(restore(own._id)).rejects.toMatchObject({ code: 'not_found' })

    const post = await blog().makePost({ by: admin })
    const comment = await blog().makeComment(author, post._id)
    await remove(admin, comment._id)
    await admin.call(deletePost, { params: { postId: post._id, userId: admin.id } })
    await expect(restore(comment._id)).rejects.toMatchObject({ code: 'not_found' })
    await admin.call(restorePost, { params: { postId: post._id } })
    expect(await restore(comment._id)).toMatchObject({ _id: comment._id })
  })

  it('Undoing an approval makes the comment pending again, and it needs attention again', async () => {
    const comment = await create(await blog().makeUser(), postId, WITH_LINK)
    const params = { commentId: comment._id }
    const before = await attention()
    await admin.call(approveComment, { params })
    expect([(await shownOnes()).map((one) => one._id), await attention()]).toEqual([expect.arrayContaining([comment._id]), before - 1])
    expect(await admin.call(withdrawApproval, { params })).toMatchObject({ _id: comment._id, pending: true })
    expect([(await shownOnes()).map((one) => one._id), await attention()]).toEqual([expect.not.arrayContaining([comment._id]), before])
  })
})
