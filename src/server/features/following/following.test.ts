import { describe, expect, it } from 'vitest'
import { DAY_MS, FOLLOW_CONFIRM_MS, HOUR_MS } from '#contract/limits.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { confirmTokenIn, followingLinkIn, useFollowedBlog } from '#tests/support/followed-blog.ts'
import { TEST_ORIGIN } from '#tests/support/test-app.ts'
import { deleteOldFollowers } from './following.store.ts'

const CONFIRM = '/api/following/confirm'
const END = '/following/end'

onEachEngine('following by mail', (engine) => {
  const { blog, ask, follow, fresh, mailTo, open, recipientOf, rowOf, sent, verify } = useFollowedBlog(engine)

  describe('by a visitor', () => {
    it('begins with the button behind the link in the mail', async () => {
      const email = fresh()
      expect(await ask(` ${email.toUpperCase()}`, { posts: 'daily', categories: ['life', 'health', 'life'] })).toMatchObject({
        status: 200,
      })
      expect(await recipientOf(email)).toBeUndefined()
      const mail = await mailTo(email)
      expect(mail?.text).toContain('once a day')
      const token = confirmTokenIn(mail)
      expect(mail?.text).toContain(`If the page asks for a code: ${token}\n`)
      expect(JSON.stringify(await rowOf(email))).not.toContain(token)
      expect(await recipientOf(email)).toBeUndefined()
      const { body } = await blog().visitor().post(CONFIRM, { token })
      expect(await recipientOf(email)).toMatchObject({ email, audience: 'public', categories: ['health', 'life'] })
      expect((await open(body.link)).body).toMatchObject({ email, posts: 'daily', isMember: false, isConfirmed: true })
      // Pressing twice is no error, and begins nothing again.
      blog().clock.advance(HOUR_MS)
      expect((await blog().visitor().post(CONFIRM, { token })).body.link).toBe(body.link)
      expect(await rowOf(email)).toMatchObject({ confirmed_at: blog().clock.now - HOUR_MS, digest_through: blog().clock.now - HOUR_MS })
    })

    it('is answered in the same way whether the address is new, follows, or is that of an account', async () => {
      const [unknown, known] = [fresh(), fresh()]
      const member = await blog().makeUser()
      await verify(member)
      await follow(known)
      await blog().db.deleteFrom('outbox').execute()
      const responses = [await ask(unknown), await ask(known), await ask(member.email)]
      const seen = responses.map(({ status, body, headers }) => ({ status, body, headers: [...headers.keys()] }))
      expect(seen[1]).toEqual(seen[0])
      expect(seen[2]).toEqual(seen[0])
      // The same work: a row each in the outbox. What to write is found when the mail goes out.
      expect(await blog().db.selectFrom('outbox').select('kind').execute()).toEqual(Array.from({ length: 3 }, () => ({ kind: 'follow' })))
    })

    it('who follows already is kindly told so by mail, and nothing changes', async () => {
      const email = fresh()
      const link = await follow(email, { posts: 'weekly' })
      await ask(email, { posts: 'at_once', categories: ['life'] })
      const mail = await mailTo(email)
      expect(mail?.subject).toBe('You follow Kindred already')
      expect(followingLinkIn(mail)).toBe(link)
      expect(await rowOf(email)).toMatchObject({ posts: 'weekly', categories: null })
    })

    it('with the address of an account is led to the profile, and no row stays', async () => {
      const member = await blog().makeUser()
      await verify(member)
      await ask(member.email)
      const mail = await mailTo(member.email)
      expect(mail?.text).toContain(`Hello @${member.username},`)
      expect(mail?.text).toContain(`${TEST_ORIGIN}/dashboard?tab=profile#mails`)
      expect(confirmTokenIn(mail)).toBe('')
      expect(await rowOf(member.email)).toBeUndefined()
      await member.put('/api/following/own', { posts: 'daily', replies: false })
      await ask(member.email)
      expect((await open(followingLinkIn(await mailTo(member.email)))).body).toMatchObject({ isMember: true, posts: 'daily' })
    })

    it('can be asked for three times a day for one address, and thirty times an hour from one', async () => {
      const email = fresh()
      const statuses = []
      for (let time = 0; time < 4; time += 1) statuses.push((await ask(email)).status)
      expect(statuses).toEqual([200, 200, 200, 429])
      // Password resets have their own limit.
      expect((await blog().visitor().post('/api/auth/forgot-password', { email })).status).toBe(200)
      blog().clock.advance(HOUR_MS)
      for (let time = 0; time < 30; time += 1) expect((await ask(fresh())).status).toBe(200)
      expect((await ask(fresh())).status).toBe(429)
      blog().clock.advance(DAY_MS)
      expect((await ask(email)).status).toBe(200)
      await blog().db.deleteFrom('outbox').execute()
    })

    it.each([
      [{ posts: 'hourly' }, 'posts'],
      [{}, 'posts'],
      [{ posts: 'daily', categories: ['no-such-one'] }, 'categories'],
      [{ posts: 'daily', categories: ['Life!'] }, 'categories'],
      [{ posts: 'daily', website: 'https://spam.example' }, 'website'],
      [{ posts: 'daily', email: 'nobody' }, 'email'],
    ])('is refused with %j', async (choice, field) => {
      expect(await ask(fresh(), choice)).toMatchObject({ status: 400, body: { field } })
    })

    it('is over after a week without the press, and then deleted', async () => {
      const email = fresh()
      await ask(email)
      const token = confirmTokenIn(await mailTo(email))
      blog().clock.advance(FOLLOW_CONFIRM_MS - 1)
      await deleteOldFollowers(blog().db, blog().clock.now)
      expect(await rowOf(email)).toBeDefined()
      blog().clock.advance(1)
      expect((await blog().visitor().post(CONFIRM, { token })).status).toBe(400)
      await deleteOldFollowers(blog().db, blog().clock.now)
      expect(await rowOf(email)).toBeUndefined()
    })

    it('is confirmed by the newest mail alone, and by no invented token', async () => {
      const email = fresh()
      await ask(email, { posts: 'weekly' })
      const first = confirmTokenIn(await mailTo(email))
      await ask(email, { posts: 'daily' })
      const second = confirmTokenIn(await mailTo(email))
      for (const token of [first, 'A'.repeat(43), '', 'x']) expect((await blog().visitor().post(CONFIRM, { token })).status).toBe(400)
      expect((await blog().visitor().post(CONFIRM, { token: second })).status).toBe(200)
      expect(await rowOf(email)).toMatchObject({ posts: 'daily' })
    })

    it('goes last of all mail', async () => {
      const email = fresh()
      await ask(email)
      const user = await blog().makeUser()
      await user.post('/api/auth/send-verification')
      await blog().visitor().post('/api/auth/forgot-password', { email: user.email })
      await mailTo(email)
      expect(sent.map(({ subject }) => subject.slice(0, 12))).toEqual(['A new passwo', 'Is this your', 'Shall we mai'])
    })
  })

  describe('with the link of a mail', () => {
    it('is changed', async () => {
      const email = fresh()
      const link = await follow(email, { posts: 'at_once' })
      const change = (body: object) =>
        blog()
          .visitor()
          .put('/api/following', { link, ...body })
      expect((await change({ posts: 'daily', categories: 'life,health' })).body.following).toMatchObject({
        posts: 'daily',
        categories: ['health', 'life'],
      })
      expect((await rowOf(email))?.digest_through).toBe(blog().clock.now - HOUR_MS)
      expect((await change({ posts: 'weekly', categories: '' })).body.following).toMatchObject({ posts: 'weekly', categories: null })
      expect((await change({ posts: 'never' })).status).toBe(400)
    })

    it('is ended, and all that was stored of a visitor is deleted', async () => {
      const email = fresh()
      const link = await follow(email)
      expect((await blog().visitor().post('/api/following/end', { link, what: 'posts' })).status).toBe(200)
      expect(await rowOf(email)).toBeUndefined()
      expect((await open(link)).status).toBe(404)
      // Following again makes another key: the old link opens nothing.
      expect(await follow(email)).not.toBe(link)
      expect((await open(link)).status).toBe(404)
      expect((await blog().visitor().put('/api/following', { link, posts: 'daily' })).status).toBe(404)
    })

    it('is opened by no other link', async () => {
      const email = fresh()
      const [id, key] = (await follow(email)).split('.')
      const [, otherKey] = (await follow(fresh())).split('.')
      const forged = [`${id}.${otherKey}`, `${id}.${key?.slice(1)}`, `${id}.${'A'.repeat(43)}`, `x.${key}`, `${id}.${key?.toUpperCase()}`]
      for (const link of forged) {
        expect((await open(link)).status).toBe(404)
        expect((await blog().visitor().post('/api/following/end', { link, what: 'all' })).status).toBe(404)
        expect((await blog().visitor().send(`${END}?link=${link}&what=all`, { method: 'POST' })).status).toBe(404)
      }
      for (const link of ['', 'x', `${id}.`, `${id}`, "' or '1'='1", `${id}.${key}.`, 'A'.repeat(5000)]) {
        expect((await open(encodeURIComponent(link))).status).toBe(400)
        expect(
          (
            await blog()
              .visitor()
              .send(`${END}?link=${encodeURIComponent(link)}&what=all`, { method: 'POST' })
          ).status,
        ).toBe(400)
      }
      expect((await blog().visitor().send(END, { method: 'POST' })).status).toBe(400)
      expect(await rowOf(email)).toBeDefined()
    })

    it('is shared with nobody by a cache', async () => {
      const link = await follow(fresh(), { posts: 'weekly' })
      const first = await open(link)
      expect(first.headers.get('cache-control')).toBe('no-store')
      await blog().visitor().put('/api/following', { link, posts: 'daily' })
      expect((await open(link)).body.posts).toBe('daily')
    })
  })

  it('A closed blog takes no followers, mails no visitor, and lets them end it', async () => {
    const admin = await blog().makeAdmin()
    const email = fresh()
    const link = await follow(email)
    await admin.call('PUT /api/settings', { body: { isClosed: true } })
    expect((await ask(fresh())).status).toBe(401)
    expect(await recipientOf(email)).toBeUndefined()
    expect((await open(link)).status).toBe(200)
    expect((await blog().visitor().send(`${END}?link=${link}&what=posts`, { method: 'POST' })).status).toBe(200)
    await admin.call('PUT /api/settings', { body: { isClosed: false } })
  })
})
