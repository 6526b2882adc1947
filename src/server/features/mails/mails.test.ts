import { afterEach, expect, it } from 'vitest'
import { HOUR_MS } from '#contract/limits.ts'
import { storeSampleIds } from '#server/features/sample-posts.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createPages } from '#web/entry-server.tsx'

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

  it('An admin sees the mail of a post in both themes and as text, as one who may read the post gets it', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ title: 'The swing', audience: 'family' })
    const { mail } = await admin.call('GET /api/mails/preview', { query: { postId: post._id } })
    expect(mail).toMatchObject({ subject: 'The swing', pictures: [] })
    expect(mail?.text).toContain('For the family')
    expect(mail?.light).toContain('color:#2a2420')
    expect(mail?.dark).toContain('color:#efe6dc')
    // Nothing in it ends a following.
    expect(`${mail?.light}${mail?.text}`).not.toContain('/following')
  })

  it('The mail of a planned post, and of a sample post, is seen before it is sent to anyone', async () => {
    const admin = await blog().makeAdmin()
    const publishAt = new Date(blog().clock.now + HOUR_MS).toISOString()
    const planned = await blog().makePost({ title: 'Tomorrow', publishAt })
    const sample = await blog().makePost({ title: 'A sample' })
    await blog().edit((trx) => storeSampleIds(trx, [sample._id]))
    for (const { _id, title } of [planned, sample]) {
      expect((await admin.call('GET /api/mails/preview', { query: { postId: _id } })).mail).toMatchObject({ subject: title })
    }
    await expect(admin.call('GET /api/mails/preview', { query: { postId: 'none' } })).rejects.toMatchObject({ status: 404 })
  })

  it('The digest is of the newest posts that the audience may read', async () => {
    const admin = await blog().makeAdmin()
    await blog().makePost({ title: 'First for all' })
    await blog().makePost({ title: 'For family', audience: 'family' })
    await blog().makePost({ title: 'Second for all' })
    const digest = async (audience: 'public' | 'family') => (await admin.call('GET /api/mails/preview', { query: { audience } })).mail?.text
    expect(await digest('public')).not.toContain('For family')
    expect(await digest('public')).toMatch(/First for all[^]*Second for all/)
    expect(await digest('family')).toMatch(/For family[^]*Second for all/)
  })

  it('A test goes to the address of the admin alone, and says so', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ title: 'The swing' })
    expect(await admin.call('POST /api/mails/test', { body: { postId: post._id } })).toEqual({ email: admin.email, problem: null })
    expect(sent).toEqual([expect.objectContaining({ to: admin.email, subject: 'The swing' })])
    expect(sent[0]?.text).toContain('You sent yourself this test from the dashboard of Kindred.')
    expect(sent[0]?.html).toContain('prefers-color-scheme')
  })

  it('A test that the mail server refuses is reported in its words', async () => {
    const admin = await blog().makeAdmin()
    await blog().makePost()
    refusal = Object.assign(new Error('no'), { code: 'EENVELOPE', response: '550 No such mailbox' })
    const { problem } = await admin.call('POST /api/mails/test', { body: {} })
    expect(problem).toContain('550 No such mailbox')
  })

  it('Five mails an hour go to one address', async () => {
    const admin = await blog().makeAdmin()
    await blog().makePost()
    for (let count = 0; count < 5; count += 1) await admin.call('POST /api/mails/test', { body: {} })
    await expect(admin.call('POST /api/mails/test', { body: {} })).rejects.toMatchObject({ status: 429 })
    expect(sent).toHaveLength(5)
  })
})

onEachEngine('Mails of a blog without posts and without a mail server', (engine) => {
  const blog = useTestApp(engine)

  it('There is no preview of a digest without posts, and no test', async () => {
    const admin = await blog().makeAdmin()
    expect(await admin.call('GET /api/mails/preview')).toEqual({ mail: null })
    await expect(admin.call('POST /api/mails/test', { body: {} })).rejects.toMatchObject({ status: 409 })
  })
})
