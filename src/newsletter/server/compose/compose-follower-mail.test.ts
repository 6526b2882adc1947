import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { AUDIENCES, mayRead } from '#platform/contract/audiences.ts'
import { deletePost } from '#writing/contract/edit-posts.endpoints.ts'
import { type Post } from '#posts/contract/posts.endpoints.ts'
import type { FollowerMailRow, Recipient } from './follower-mail.ts'
import type { MailContent } from '#platform/mail/mailer.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { noise, plain } from '#tests/support/media/pictures.ts'
import { TEST_SITE, type PostParts } from '#tests/support/test-app.ts'
import { uploadPicture } from '#tests/support/media/tus.ts'
import { renderMail } from '#site/web/mail/render-mail.tsx'
import { createComposeFollowerMail } from './compose-follower-mail.ts'
import { openingOfPost } from './post-mails.ts'

const URL = 'https://blog.example.org'
const WORDS = 'We built a swing in the old apple tree, and she laughed all afternoon. '

onEachEngine('Mails to followers', (engine) => {
  const blog = useTestApp(engine)

  const recipient = (parts: Partial<Recipient> = {}): Recipient => ({
    followerId: 'follower',
    userId: null,
    email: 'aunt@example.org',
    name: null,
    audience: 'public',
    manageUrl: (what) => `${URL}/following?link=1.key&what=${what}`,
    endUrl: (what) => `${URL}/following/end?link=1.key&what=${what}`,
    ...parts,
  })

  const deliver = async (posts: readonly Post[]): Promise<FollowerMailRow> => {
    const { db, newId, clock } = blog()
    const follower = { id: newId(), link_key: 'key', email: `${newId()}@example.org`, digest_through: 0, created_at: clock.now }
    await db.insertInto('followers').values(follower).execute()
    const delivery = await db
      .insertInto('outbox')
      .values({
        id: newId(),
        follower_id: follower.id,
        kind: posts.length === 1 ? 'post' : 'digest',
        priority: 3,
        state: 'sending',
        next_attempt_at: 0,
        give_up_at: clock.now,
        created_at: clock.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    for (const post of posts) {
      await db.insertInto('deliveries').values({ follower_id: follower.id, post_id: post._id, mail_id: delivery.id }).execute()
    }
    return { ...delivery, follower_id: follower.id, kind: posts.length === 1 ? 'post' : 'digest' }
  }

  const compose = (delivery: FollowerMailRow, to: Partial<Recipient> = {}) => {
    const { db, storage, workers, logger } = blog()
    const pictures = { files: storage.files, renderPng: workers.renderPng }
    return createComposeFollowerMail({ siteConfig: TEST_SITE, publicUrl: URL, renderMail, pictures, logger })(db, delivery, recipient(to))
  }
  const mail = async (posts: readonly Post[], to: Partial<Recipient> = {}): Promise<MailContent | null> => compose(await deliver(posts), to)
  /** Creates posts one minute apart. */
  const makePost = (parts: PostParts = {}) => blog().makePost({ at: (blog().clock.now += 60_000), content: `<p>${WORDS}</p>`, ...parts })
  const wordsOf = (html: string | undefined) => html?.replace(/<style>.*<\/style>/, '') ?? ''

  it('A post is mailed with its title, date, category and beginning, and a button that leads to it', async () => {
    const content = `<h2>Heading</h2><p>One</p><table><tr><td>Cell</td></tr></table><p>Two <strong>th</strong>ree &amp; four</p><p>${WORDS.repeat(20)}</p><p>The very end.</p>`
    const post = await makePost({ title: 'The swing', category: 'life', content })
    const sent = await mail([post])
    expect(sent).toMatchObject({ subject: 'The swing' })
    expect(sent?.pictures).toBeUndefined()
    for (const text of [sent?.text ?? '', wordsOf(sent?.html)]) {
      for (const part of [
        '14 March 2026',
        'life',
        WORDS.trim(),
        '…',
        'Read on',
        `${URL}/post/the-swing`,
        'because you follow Kindred by mail',
      ])
        expect(text).toContain(part)
      expect(text).not.toContain('The very end')
    }
    expect(sent?.text).toContain('life · with a table\n\nOne\n\nTwo three & four\n\nWe built')
    expect(sent?.text).toContain(`Stop or change these mails: ${URL}/following?link=1.key&what=posts\n`)
    expect(sent?.html).toContain('<h1')
    expect(sent?.html).toContain(`href="${URL}/following?link=1.key&amp;what=posts"`)
  })

  it('Each recipient is mailed what they may read at that moment, and nothing where that is nothing', async () => {
    for (const audience of AUDIENCES) {
      const post = await makePost({ audience, title: `For ${audience}` })
      const delivery = await deliver([post])
      for (const reader of AUDIENCES) {
        const sent = await compose(delivery, { audience: reader, userId: 'member' })
        expect([audience, reader, sent?.subject]).toEqual([audience, reader, mayRead(reader, audience) ? `For ${audience}` : undefined])
      }
    }
    const narrowed = await makePost({ title: 'For everyone at first' })
    const waiting = await deliver([narrowed])
    await blog().edit((trx) => trx.updateTable('posts').set({ audience: 'family' }).where('id', '=', narrowed._id).execute())
    expect(await compose(waiting)).toBeNull()
    expect(await compose(waiting, { audience: 'family', userId: 'member' })).toMatchObject({ subject: 'For everyone at first' })
  })

  it('A mail says which pictures, videos and recordings it does not show', async () => {
    const content = `${'<p>Look</p><figure><img src="/files/a.webp" alt=""></figure>'.repeat(2)}<video src="/files/b.mp4"></video><audio src="/files/c.m4a"></audio>`
    // Bypasses the API, which takes players of stored files only.
    const store = (post: Post, html: string) =>
      blog().edit((trx) => trx.updateTable('posts').set({ content: html }).where('id', '=', post._id).execute())
    const to = { audience: 'family', userId: 'member' } as const
    const full = await makePost({ audience: 'family' })
    await store(full, content)
    for (const sent of [await mail([full], to), await mail([full, await makePost()], to)]) {
      for (const text of [sent?.text, wordsOf(sent?.html)]) expect(text).toContain('with 2 photos, a film and a recording')
      expect(sent?.pictures).toBeUndefined()
    }
    const short = await makePost()
    await store(short, '<p>Sound</p><audio src="/files/c.m4a"></audio>')
    expect((await mail([short]))?.text).toContain('with a recording')
    expect((await mail([await makePost()]))?.text).not.toContain(' with ')
  })

  it('A digest has several posts in the order of their publication, with a title and a beginning each', async () => {
    const posts = [await makePost({ title: 'First' }), await makePost({ title: 'Second' }), await makePost({ title: 'Third' })]
    const sent = await mail(posts)
    expect(sent?.subject).toBe('Three new posts on Kindred')
    expect(sent?.html?.match(/<h1/g)).toHaveLength(1)
    expect(Array.from(sent?.html?.matchAll(/<h2[^>]*><a[^>]*>([^<]*)/g) ?? [], ([, title]) => title)).toEqual(['First', 'Second', 'Third'])
    expect(sent?.html).toContain('aria-label="Read on: Second"')
    for (const { slug } of posts) expect(sent?.text).toContain(`Read on: ${URL}/post/${slug}\n`)
  })

  it('A digest has only the posts that its recipient may read; a single remaining post gets the mail of one post', async () => {
    const posts = [
      await makePost({ title: 'Life for all', category: 'life' }),
      await makePost({ title: 'Life for family', category: 'life', audience: 'family' }),
      await makePost({ title: 'Health for all', category: 'health' }),
    ]
    const delivery = await deliver(posts)
    const [visitor, family] = [await compose(delivery), await compose(delivery, { audience: 'family', userId: 'member' })]
    expect(visitor?.subject).toBe('Two new posts on Kindred')
    expect(`${visitor?.text} ${visitor?.html}`).not.toContain('Life for family')
    expect(family?.subject).toBe('Three new posts on Kindred')
    const forFew = await deliver(posts.slice(1))
    expect((await compose(forFew))?.subject).toBe('Health for all')
  })

  it('Posts in the trash and those of a closed blog are mailed to no visitor', async () => {
    const [deleted, real] = [await makePost(), await makePost({ title: 'A real one' })]
    const delivery = await deliver([deleted, real])
    const admin = await blog().makeAdmin()
    await admin.call(deletePost, { params: { postId: deleted._id, userId: admin.id } })
    expect(await compose(delivery)).toMatchObject({ subject: 'A real one' })
    await admin.call(updateSettings, { body: { isClosed: true } })
    expect(await compose(delivery)).toBeNull()
    expect(await compose(delivery, { audience: 'family', userId: 'member' })).toMatchObject({ subject: 'A real one' })
    await admin.call(updateSettings, { body: { isClosed: false } })
  })

  it('Titles and texts cannot inject markup or header lines', async () => {
    const title = `</h1><script>alert(1)</script>"'&amp;`
    const post = await makePost({ title, content: '<p>&lt;img src=x onerror=alert(1)&gt; and &amp;lt;b&amp;gt;</p>' })
    // Bypasses the API, which refuses titles with line breaks.
    const injected = `${title}\r\nBcc: all@example.org\u202Egnp.exe`
    await blog().edit((trx) => trx.updateTable('posts').set({ title: injected }).where('id', '=', post._id).execute())
    const sent = await mail([post])
    expect(sent?.subject).toBe(`${title} Bcc: all@example.org gnp.exe`)
    expect(sent?.html).not.toMatch(/<script|<img/)
    expect(sent?.html).toContain('&lt;img src=x onerror=alert(1)&gt; and &amp;lt;b&amp;gt;')
    expect(sent?.text).toContain('<img src=x onerror=alert(1)> and &lt;b&gt;')
  })

  it('A subject is at most 150 characters long', async () => {
    const post = await makePost({ title: `${'Long '.repeat(39)}title` })
    const subject = (await mail([post]))?.subject ?? ''
    expect(subject.length).toBeLessThanOrEqual(150)
    expect(subject).toMatch(/Long…$/)
  })

  it('The largest digest stays below the size at which Gmail cuts it off, and links to the rest', async () => {
    const content = `<p>${'&amp;&quot;&#39;&lt; '.repeat(400)}</p>`
    const posts: Post[] = []
    for (let count = 0; count < 23; count += 1) posts.push(await makePost({ title: `${count} ${`"'&<`.repeat(49)}`, content }))
    const sent = await mail(posts)
    expect(sent?.subject).toBe('23 new posts on Kindred')
    expect(sent?.text).toContain(`3 more on the blog: ${URL}/`)
    expect(Buffer.byteLength(sent?.html ?? '')).toBeLessThan(100_000)
  })

  describe.runIf(engine === 'sqlite')('The cover', () => {
    it('of a public post is attached as a small JPEG, of any other it stays on the blog', async () => {
      const admin = await blog().makeAdmin()
      const image = await uploadPicture(admin, { kind: 'post', bytes: await noise(640, 360).jpeg({ quality: 90 }).toBuffer() })
      const sent = await mail([await makePost({ image, title: 'With a cover' })])
      const [cover] = sent?.pictures ?? []
      expect(cover).toMatchObject({ id: 'cover', name: 'cover.jpg', type: 'image/jpeg' })
      expect(cover?.bytes.byteLength).toBeLessThanOrEqual(150 * 1024)
      expect(await sharp(cover?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: expect.toSatisfy((width) => width >= 320) })
      expect(sent).toMatchObject({ text: expect.not.stringContaining('photo') })
      expect(sent?.html).toContain('<img src="cid:cover" alt="The cover of “With a cover”" width="550"')
      const ofText = await mail([await makePost({ content: `<p>Words</p><img src="${image}" alt="" />`, title: 'With a photo' })])
      expect(ofText?.pictures?.[0]?.bytes).toEqual(cover?.bytes)

      const withoutPicture = { html: expect.not.stringContaining('<img') }
      const family = await mail([await makePost({ image, audience: 'family' })], { audience: 'family', userId: 'member' })
      expect([family, family?.pictures]).toEqual([expect.objectContaining(withoutPicture), undefined])
      await admin.call(updateSettings, { body: { isClosed: true } })
      const closed = await mail([await makePost({ image })], { audience: 'family', userId: 'member' })
      expect([closed, closed?.pictures]).toEqual([expect.objectContaining(withoutPicture), undefined])
      await admin.call(updateSettings, { body: { isClosed: false } })
    })

    it('with transparent parts is attached as a PNG on white, and a missing one is left out', async () => {
      const admin = await blog().makeAdmin()
      const bytes = await plain(300, 400).ensureAlpha(0.5).png().toBuffer()
      const image = await uploadPicture(admin, { kind: 'post', bytes })
      const post = await makePost({ image })
      const [cover] = (await mail([post]))?.pictures ?? []
      expect(cover?.type).toBe('image/png')
      expect(await sharp(cover?.bytes).metadata()).toMatchObject({ format: 'png', width: 300, height: 400, hasAlpha: false })
      await blog().storage.files.removeFolder(image.split('/')[2] ?? '')
      expect(await mail([post])).toMatchObject({ subject: post.title })
      expect((await mail([post]))?.pictures).toBeUndefined()
    })
  })
})

describe('The beginning of a post', () => {
  it('has at most two empty lines in a row', () => {
    const gaps = `<p>a</p>${'<p><br></p>'.repeat(4)}<p>b${'<br>'.repeat(5)}c<br><br>d</p>`
    expect(openingOfPost(gaps, 600).paragraphs).toEqual(['a', '', '', 'b\n\n\nc\n\nd'])
  })

  it('never ends within a tag or a surrogate pair, however long the body', () => {
    const pictures = `<figure><img src="/files/${'a'.repeat(90)}.webp" alt=""></figure>`.repeat(300)
    expect(openingOfPost(pictures, 600)).toEqual({ paragraphs: [], isCut: true })
    expect(openingOfPost(`<p>${'😀'.repeat(400)}</p>`, 600).paragraphs[0]).toBe(`${'😀'.repeat(299)}…`)
  })
})
