import { beforeAll, beforeEach, expect, it } from 'vitest'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { type Comment, approveComment, createComment, deleteComment, withdrawApproval } from '#comments/contract/comments.endpoints.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { createTestDelivery, type SentMail, type TestDelivery } from '#tests/support/mail/delivery.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_SITE, type TestUser } from '#tests/support/test-app.ts'
import { renderMail } from '#site/web/mail/render-mail.tsx'
import { createComposeFollowerMail } from './compose-follower-mail.ts'

const URL = 'https://blog.example'
const WITH_LINK = 'Look at https://elsewhere.example'

onEachEngine('Mails about comments', (engine) => {
  const outbox = createOutbox({ now: () => 0, newId: () => '', wake: () => {} })
  const blog = useTestApp(engine, { overrides: { outbox } })
  let delivery: TestDelivery
  let admin: TestUser
  let ruth: TestUser
  let mara: TestUser
  let postId: string

  beforeAll(async () => {
    admin = await blog().makeAdmin()
    ruth = await blog().makeUser({ username: 'ruth', isFamily: true })
    mara = await blog().makeUser({ username: 'mara' })
    const { storage, workers, logger } = blog()
    const pictures = { files: storage.files, renderPng: workers.renderPng }
    const compose = createComposeFollowerMail({ siteConfig: TEST_SITE, publicUrl: URL, renderMail, pictures, logger })
    delivery = createTestDelivery(blog, compose)
  })
  beforeEach(async () => {
    await blog().edit(async (trx) => {
      for (const table of ['posts', 'mail_server'] as const) await trx.deleteFrom(table).execute()
      await trx.updateTable('users').set({ email_verified: 1, created_at: 0, waiting_mails: 0 }).execute()
    })
    blog().clock.advance(HOUR_MS)
    postId = (await blog().makePost({ title: 'The swing', by: admin }))._id
    await delivery.tickAfter(HOUR_MS)
    // The first turn lets admins follow comments.
    await blog().edit((trx) => trx.deleteFrom('followers').execute())
    delivery.news()
  })

  const subscribe = (user: TestUser, what: { replies?: 0 | 1; comments?: 0 | 1 }) =>
    delivery.follow({ user_id: user.id, posts: null, ...what })
  const write = (by: TestUser, content: string, parentId?: string): Promise<Comment> =>
    by.call(createComment, { body: { postId, content, ...(parentId === undefined ? {} : { parentId }) } })
  const approve = (comment: Comment) => admin.call(approveComment, { params: { commentId: comment._id } })
  const subjects = async () => {
    await delivery.tick()
    return delivery.news().map((line) => line.replace('@example.org', ''))
  }
  const last = (): SentMail | undefined => delivery.sent.at(-1)

  it('A reply is mailed to the writer of the comment, with both texts and a link to unsubscribe', async () => {
    const { id, link_key: key } = await subscribe(ruth, { replies: 1 })
    const comment = await write(ruth, 'Who built it?')
    const reply = await write(mara, 'Grandpa did.\n<b>Alone</b>', comment._id)
    expect(await subjects()).toEqual([`${ruth.email.replace('@example.org', '')}: @mara replied to you on “The swing”`])
    const mail = last()
    for (const part of [
      'Who built it?',
      'Grandpa did.',
      `${URL}/post/the-swing#comment-${reply._id}`,
      `${URL}/following?link=${id}.${key}`,
    ])
      expect(mail?.text).toContain(part)
    expect(mail?.html).toContain('&lt;b&gt;Alone&lt;/b&gt;')
    const end = `${URL}/following/end?link=${id}.${key}&what=replies`
    expect(mail?.text).toContain(`Stop or change these mails: ${URL}/following?link=${id}.${key}&what=replies`)
    expect(mail?.headers).toMatchObject({ 'List-Unsubscribe': `<${end}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
    expect(await subjects()).toEqual([])
  })

  it('Sixty replies within a minute are two mails: one at once, one with the others', async () => {
    await subscribe(ruth, { replies: 1 })
    const comment = await write(ruth, 'Who built it?')
    await write(mara, 'First', comment._id)
    expect(await subjects()).toHaveLength(1)
    for (let number = 1; number <= 25; number += 1) await write(mara, `Reply ${number}`, comment._id)
    expect(await subjects()).toEqual([])
    await delivery.tickAfter(30 * MINUTE_MS)
    expect(delivery.news()).toEqual([expect.stringContaining('More than 20 replies to you on')])
    for (const text of ['Reply 1', 'Reply 20']) expect(last()?.text).toContain(text)
    await delivery.tickAfter(HOUR_MS)
    expect(delivery.news()).toEqual([])
  })

  it('Replies that are written before the first mail has left are in it', async () => {
    await subscribe(ruth, { replies: 1 })
    const comment = await write(ruth, 'Who built it?')
    for (const text of ['First', 'Second']) await write(mara, text, comment._id)
    expect(await blog().db.selectFrom('outbox').select('id').where('state', '=', 'waiting').execute()).toHaveLength(1)
    expect(await subjects()).toHaveLength(1)
    for (const text of ['First', 'Second']) expect(last()?.text).toContain(text)
    await delivery.tickAfter(HOUR_MS)
    expect(delivery.news()).toEqual([])
  })

  it('Replies of new and of unconfirmed accounts are mailed only when an admin approves them', async () => {
    await subscribe(ruth, { replies: 1 })
    const comment = await write(ruth, 'Who built it?')
    const fresh = await blog().makeUser()
    const change = (columns: object) => blog().db.updateTable('users').set(columns).where('id', '=', fresh.id).execute()
    await change({ email_verified: 1, created_at: blog().clock.now })
    await write(fresh, 'Abuse', comment._id)
    await change({ email_verified: 0, created_at: 0 })
    await write(fresh, 'More of it', comment._id)
    expect(await subjects()).toEqual([])
    await approve(await write(fresh, WITH_LINK, comment._id))
    expect(await subjects()).toHaveLength(1)
  })

  it('A reply to a reply is mailed to both writers once, and to nobody about their own', async () => {
    for (const user of [ruth, mara, admin]) await subscribe(user, { replies: 1 })
    const comment = await write(ruth, 'Who built it?')
    const reply = await write(mara, 'Grandpa', comment._id)
    await subjects()
    blog().clock.advance(HOUR_MS)
    await write(admin, 'And I', reply._id)
    expect(await subjects()).toHaveLength(2)
    const own = await write(ruth, 'To myself', comment._id)
    await write(ruth, 'Again', own._id)
    expect(await subjects()).toEqual([])
  })

  it('A pending reply is mailed once, when it is approved', async () => {
    await subscribe(ruth, { replies: 1 })
    const comment = await write(ruth, 'Who built it?')
    const reply = await write(mara, WITH_LINK, comment._id)
    expect(await subjects()).toEqual([])
    await approve(reply)
    expect(await subjects()).toHaveLength(1)
    await admin.call(withdrawApproval, { params: { commentId: reply._id } })
    await approve(reply)
    await approve(reply)
    expect(await subjects()).toEqual([])
  })

  it('A reply is not mailed if it was deleted, is pending again, or its post was restricted meanwhile', async () => {
    await subscribe(mara, { replies: 1 })
    const comment = await write(mara, 'Who built it?')
    const [deleted, takenBack] = [await write(ruth, 'Deleted', comment._id), await write(ruth, 'Taken back', comment._id)]
    await ruth.call(deleteComment, { params: { commentId: deleted._id } })
    await admin.call(withdrawApproval, { params: { commentId: takenBack._id } })
    expect(await subjects()).toEqual([])
    await write(ruth, 'Only for the family', comment._id)
    const params = { postId, userId: admin.id }
    await admin.call(updatePost, { params, body: { audience: 'family' } })
    expect(await subjects()).toEqual([])
  })

  it('Only admins get mails about comments; former admins get none', async () => {
    const former = await blog().makeAdmin()
    await subscribe(former, { comments: 1 })
    blog().clock.advance(1000)
    await write(mara, 'How high is it?')
    await blog().edit((trx) => trx.updateTable('users').set({ is_admin: 0 }).where('id', '=', former.id).execute())
    await delivery.tickAfter(DAY_MS)
    expect(await subjects()).toEqual([])
  })

  it('A daily mail has the comments of others since the last mail, and is not sent if there are none', async () => {
    await subscribe(admin, { comments: 1 })
    blog().clock.advance(1000)
    await write(mara, 'How high is it?')
    await write(admin, 'My own')
    const pending = await write(mara, WITH_LINK)
    await delivery.tickAfter(DAY_MS)
    expect(await subjects()).toEqual([expect.stringMatching(/^admin1: 2 new comments on .*, 1 waits for you$/)])
    const text = last()?.text ?? ''
    expect(text.indexOf('How high')).toBeLessThan(text.indexOf('https://elsewhere.example'))
    expect(text).not.toContain('My own')
    expect(text).toContain('what=comments')
    await approve(pending)
    await write(admin, 'Only mine')
    await delivery.tickAfter(DAY_MS)
    expect(await subjects()).toEqual([])
    for (let count = 0; count < 21; count += 1) await write(count % 2 ? mara : ruth, `Number ${count}`)
    await delivery.tickAfter(DAY_MS)
    expect(await subjects()).toEqual([expect.stringContaining('More than 20 new comments')])
    expect(last()?.text).not.toContain('Number 20')
  })
})
