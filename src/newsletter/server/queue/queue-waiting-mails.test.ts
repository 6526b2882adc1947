import { beforeAll, beforeEach, expect, it } from 'vitest'
import { createComment, deleteComment } from '#comments/contract/comments.endpoints.ts'
import { deletePost } from '#writing/contract/edit-posts.endpoints.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { readOutbox } from '#operations/server/status/mail-state.store.ts'
import { createTestDelivery, type TestDelivery } from '#tests/support/mail/delivery.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_PASSWORD, type TestUser } from '#tests/support/test-app.ts'

onEachEngine('Mails about what waits', (engine) => {
  const outbox = createOutbox({ now: () => 0, newId: () => '', wake: () => {} })
  const blog = useTestApp(engine, { overrides: { outbox } })
  let delivery: TestDelivery
  let admin: TestUser
  let mara: TestUser
  let postId: string
  let count = 0

  beforeAll(async () => {
    admin = await blog().makeAdmin()
    mara = await blog().makeUser({ username: 'mara' })
    postId = (await blog().makePost({ title: 'The swing', by: admin }))._id
    delivery = createTestDelivery(blog)
  })
  beforeEach(async () => {
    await blog().edit(async (trx) => {
      for (const table of ['followers', 'comments', 'sign_up_requests', 'outbox', 'mail_server', 'rate_limits'] as const)
        await trx.deleteFrom(table).execute()
      await trx.updateTable('users').set({ waiting_mails: 1, email_verified: 1, created_at: 0 }).execute()
    })
    blog().clock.advance(2 * HOUR_MS - (blog().clock.now % HOUR_MS))
    delivery.news()
    delivery.sent.length = 0
  })

  const wait = () => mara.call(createComment, { body: { postId, content: `Look at https://elsewhere.example/${(count += 1)}` } })
  const subjects = async () => {
    await delivery.tick()
    return delivery.sent.splice(0).map(({ to, subject }) => `${to}: ${subject}`)
  }

  it('Admins get one mail about all comments that wait, and at most one an hour', async () => {
    await wait()
    await wait()
    expect(await subjects()).toEqual([`${admin.email}: 2 comments wait (Kindred)`])
    await wait()
    await wait()
    expect(await subjects()).toEqual([])
    await delivery.tickAfter(HOUR_MS)
    expect(await subjects()).toEqual([`${admin.email}: 4 comments wait (Kindred)`])
  })

  it('However long the mail server is away, one mail waits, which says what there is then', async () => {
    for (let hour = 0; hour < 5; hour += 1) {
      await wait()
      blog().clock.advance(HOUR_MS)
    }
    expect(await subjects()).toEqual([`${admin.email}: 5 comments wait (Kindred)`])
  })

  it('A mail is an hour after the last one, also where that is the end of an hour, and after nothing was left to say', async () => {
    blog().clock.advance(HOUR_MS - MINUTE_MS)
    const { _id } = await wait()
    expect(await subjects()).toHaveLength(1)
    blog().clock.advance(2 * MINUTE_MS)
    const second = await wait()
    expect(await subjects()).toEqual([])
    for (const commentId of [_id, second._id]) await admin.call(deleteComment, { params: { commentId } })
    await delivery.tickAfter(HOUR_MS)
    expect(await subjects()).toEqual([])
    // Nothing waits for the mail server.
    expect((await readOutbox(blog().db)).pending).toBe(0)
    await wait()
    expect(await subjects()).toEqual([`${admin.email}: One comment waits (Kindred)`])
  })

  it('An address that is not confirmed gets no words of a comment', async () => {
    await blog().edit((trx) => trx.updateTable('users').set({ email_verified: 0 }).where('id', '=', admin.id).execute())
    await wait()
    expect(await subjects()).toEqual([])
  })

  it('Nothing is mailed about comments that were deleted, or whose post is in the trash', async () => {
    const { _id } = await wait()
    await admin.call(deleteComment, { params: { commentId: _id } })
    expect(await subjects()).toEqual([])
    const post = await blog().makePost({ by: admin })
    await mara.call(createComment, { body: { postId: post._id, content: 'Look at https://elsewhere.example/trash' } })
    await admin.call(deletePost, { params: { postId: post._id, userId: admin.id } })
    await delivery.tickAfter(HOUR_MS)
    expect(await subjects()).toEqual([])
  })

  it('People who ask for an account are in the mail', async () => {
    await admin.call(updateSettings, { body: { isClosed: true } })
    const body = { displayName: 'Granny', email: 'granny@example.org', password: 'quiet-river-42', note: 'I am the grandmother.' }
    expect((await blog().visitor().post('/api/requests', body)).status).toBe(201)
    await admin.post('/api/auth/confirm-password', { currentPassword: TEST_PASSWORD })
    await admin.call(updateSettings, { body: { isClosed: false } })
    await wait()
    await delivery.tick()
    expect(delivery.sent.at(-1)).toMatchObject({ to: admin.email, subject: 'One comment waits, One person asks to be let in (Kindred)' })
    expect(delivery.sent.at(-1)?.text).toContain('@granny:\nI am the grandmother.')
  })

  it('Admins who turned it off get no such mail', async () => {
    await admin.put('/api/following/own', { posts: null, replies: false, waiting: false })
    expect((await admin.get('/api/following/own')).body.waiting).toBe(false)
    await wait()
    expect(await subjects()).toEqual([])
  })
})
