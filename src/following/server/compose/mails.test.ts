import { afterEach, expect, it } from 'vitest'
import { previewMail, sendMailPreview } from '#following/contract/mails.endpoints.ts'
import { deletePost } from '#writing/contract/edit-posts.endpoints.ts'
import { HOUR_MS } from '#platform/contract/limits.ts'
import type { Mail } from '#platform/mail/mailer.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createPages } from '#app/web/entry-server.tsx'

onEachEngine('Mails to followers in the dashboard', (engine) => {
  const sent: Mail[] = []
  let refusal: Error | undefined
  const sendMail = async (mail: Mail) => {
    if (refusal) throw refusal
    sent.push(mail)
  }
  const blog = useTestApp(engine, { overrides: { pages: createPages(null), sendMail } })
  afterEach(() => {
    sent.length = 0
    refusal = undefined
    blog().clock.advance(HOUR_MS)
  })

  it('An admin previews the mail of a post in both themes and as text', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ title: 'The swing', audience: 'family' })
    const { mail } = await admin.call(previewMail, { query: { postId: post._id } })
    expect(mail).toMatchObject({ subject: 'The swing', pictures: [] })
    expect(mail?.text).toContain('For the family')
    expect(mail?.light).toContain('color:#2a2420')
    expect(mail?.dark).toContain('color:#efe6dc')
    // The preview has no link that unsubscribes anyone.
    expect(`${mail?.light}${mail?.text}`).not.toContain('/following')
  })

  it('The mails of published and planned posts can be previewed, and those of others cannot', async () => {
    const admin = await blog().makeAdmin()
    const publishAt = new Date(blog().clock.now + HOUR_MS).toISOString()
    const planned = await blog().makePost({ title: 'Tomorrow', publishAt })
    const published = await blog().makePost({ title: 'Today', by: admin })
    for (const { _id, title } of [planned, published]) {
      expect((await admin.call(previewMail, { query: { postId: _id } })).mail).toMatchObject({ subject: title })
    }
    await admin.call(deletePost, { params: { postId: published._id, userId: admin.id } })
    for (const postId of [published._id, 'about', 'none']) {
      await expect(admin.call(previewMail, { query: { postId } })).rejects.toMatchObject({ status: 404 })
    }
  })

  it('The previewed digest has the newest posts that the audience may read', async () => {
    const admin = await blog().makeAdmin()
    await blog().makePost({ title: 'First for all' })
    await blog().makePost({ title: 'For family', audience: 'family' })
    await blog().makePost({ title: 'Second for all' })
    const digest = async (audience: 'public' | 'family') => (await admin.call(previewMail, { query: { audience } })).mail?.text
    expect(await digest('public')).not.toContain('For family')
    expect(await digest('public')).toMatch(/First for all[^]*Second for all/)
    expect(await digest('family')).toMatch(/For family[^]*Second for all/)
  })

  it('A test is sent to the address of the admin alone, and its footer says so', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ title: 'The swing' })
    expect(await admin.call(sendMailPreview, { body: { postId: post._id } })).toEqual({ email: admin.email, problem: null })
    expect(sent).toEqual([expect.objectContaining({ to: admin.email, subject: 'The swing' })])
    expect(sent[0]?.text).toContain('You sent yourself this test from the dashboard of Kindred.')
    expect(sent[0]?.html).toContain('prefers-color-scheme')
  })

  it('A test that the mail server refuses is reported in its words', async () => {
    const admin = await blog().makeAdmin()
    await blog().makePost()
    refusal = Object.assign(new Error('no'), { code: 'EENVELOPE', response: '550 No such mailbox' })
    const { problem } = await admin.call(sendMailPreview, { body: {} })
    expect(problem).toContain('550 No such mailbox')
  })

  it('At most five mails an hour are sent to one address', async () => {
    const admin = await blog().makeAdmin()
    await blog().makePost()
    for (let count = 0; count < 5; count += 1) await admin.call(sendMailPreview, { body: {} })
    await expect(admin.call(sendMailPreview, { body: {} })).rejects.toMatchObject({ status: 429 })
    expect(sent).toHaveLength(5)
  })
})

onEachEngine('Mails of a blog without posts and without a mail server', (engine) => {
  const blog = useTestApp(engine)

  it('A blog without posts has neither preview nor test of a digest', async () => {
    const admin = await blog().makeAdmin()
    expect(await admin.call(previewMail)).toEqual({ mail: null })
    await expect(admin.call(sendMailPreview, { body: {} })).rejects.toMatchObject({ status: 409 })
  })
})
