import { describe, expect, it } from 'vitest'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { DAY_MS, HOUR_MS } from '#platform/contract/limits.ts'
import { FOLLOW_CONFIRM_MS } from '#newsletter/contract/newsletter-limits.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { confirmTokenIn, followingLinkIn, useFollowedBlog } from '#tests/support/mail/followed-blog.ts'
import { TEST_ORIGIN } from '#tests/support/test-app.ts'
import { deleteOldFollowers } from '#newsletter/server/followers/followers.store.ts'

const CONFIRM = '/api/following/confirm'
const END = '/following/end'

onEachEngine('Following by mail', (engine) => {
  const { blog, ask, follow, fresh, mailTo, open, recipientOf, rowOf, verify } = useFollowedBlog(engine)

  describe('As a visitor', () => {
    it('A following starts once the link in the mail is opened and confirmed', async () => {
      const email = fresh()
      expect(await ask(` ${email.toUpperCase()}`)).toMatchObject({ status: 200 })
      expect(await recipientOf(email)).toBeUndefined()
      const mail = await mailTo(email)
      expect(mail?.text).toContain('on Sundays when there is something new')
      const token = confirmTokenIn(mail)
      expect(mail?.text).toContain(`If the page asks for a code: ${token}\n`)
      expect(JSON.stringify(await rowOf(email))).not.toContain(token)
      expect(await recipientOf(email)).toBeUndefined()
      const { body } = await blog().visitor().post(CONFIRM, { token })
      expect(await recipientOf(email)).toMatchObject({ email, audience: 'public' })
      expect((await open(body.link)).body).toMatchObject({
        email,
        posts: 'weekly',
        replies: null,
        comments: null,
        waiting: null,
        isConfirmed: true,
      })
      // Confirming twice succeeds and changes nothing.
      blog().clock.advance(HOUR_MS)
      expect((await blog().visitor().post(CONFIRM, { token })).body.link).toBe(body.link)
      expect(await rowOf(email)).toMatchObject({ confirmed_at: blog().clock.now - HOUR_MS, digest_through: blog().clock.now - HOUR_MS })
    })

    it('The response is the same for an unknown address, a follower’s and an account’s', async () => {
      const [unknown, known] = [fresh(), fresh()]
      const member = await blog().makeUser()
      await verify(member)
      await follow(known)
      await blog().db.deleteFrom('outbox').execute()
      const responses = [await ask(unknown), await ask(known), await ask(member.email)]
      const seen = responses.map(({ status, body, headers }) => ({ status, body, headers: [...headers.keys()] }))
      expect(seen[1]).toEqual(seen[0])
      expect(seen[2]).toEqual(seen[0])
      // Each request only adds a row to the outbox. The text is chosen when the mail is sent.
      expect(await blog().db.selectFrom('outbox').select('kind').execute()).toEqual(Array.from({ length: 3 }, () => ({ kind: 'follow' })))
    })

    it('A visitor who already follows gets a mail about it, and nothing changes', async () => {
      const email = fresh()
      const link = await follow(email)
      await blog().visitor().put('/api/following', { link, posts: 'at_once' })
      await ask(email)
      const mail = await mailTo(email)
      expect(mail?.subject).toBe('You follow Kindred already')
      expect(followingLinkIn(mail)).toBe(link)
      expect(mail?.text).toContain('soon after each is published')
      expect(await rowOf(email)).toMatchObject({ posts: 'at_once' })
    })

    it('A visitor with the address of an account gets a link to the profile, and no row remains', async () => {
      const member = await blog().makeUser()
      await verify(member)
      await ask(member.email)
      const mail = await mailTo(member.email)
      expect(mail?.text).toContain(`Hello @${member.username},`)
      expect(mail?.text).toContain(`${TEST_ORIGIN}/dashboard?tab=profile#mails`)
      expect(confirmTokenIn(mail)).toBe('')
      expect(await rowOf(member.email)).toBeUndefined()
      await member.put('/api/following/own', { posts: 'at_once', replies: false })
      await ask(member.email)
      expect((await open(followingLinkIn(await mailTo(member.email)))).body).toMatchObject({ replies: false, posts: 'at_once' })
    })

    it('Requests are limited to three a day for one email address and thirty an hour from one client', async () => {
      const email = fresh()
      const statuses = []
      for (let time = 0; time < 4; time += 1) statuses.push((await ask(email)).status)
      expect(statuses).toEqual([200, 200, 200, 429])
      // Password resets have their own limit.
      expect((await blog().visitor().post('/api/auth/code', { email })).status).toBe(200)
      blog().clock.advance(HOUR_MS)
      for (let time = 0; time < 30; time += 1) expect((await ask(fresh())).status).toBe(200)
      expect((await ask(fresh())).status).toBe(429)
      blog().clock.advance(DAY_MS)
      expect((await ask(email)).status).toBe(200)
      await blog().db.deleteFrom('outbox').execute()
    })

    it('An unconfirmed request expires after a week and is deleted', async () => {
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

    it('A second press within a day sends no second mail, and the link of the first works', async () => {
      const email = fresh()
      await ask(email)
      const token = confirmTokenIn(await mailTo(email))
      await ask(email)
      expect(await mailTo(email)).toBeUndefined()
      expect((await blog().visitor().post(CONFIRM, { token })).status).toBe(200)
    })

    it('Only the token of the newest mail confirms a following', async () => {
      const email = fresh()
      await ask(email)
      const first = confirmTokenIn(await mailTo(email))
      blog().clock.advance(DAY_MS)
      await ask(email)
      const second = confirmTokenIn(await mailTo(email))
      for (const token of [first, 'A'.repeat(43), '', 'x']) expect((await blog().visitor().post(CONFIRM, { token })).status).toBe(400)
      expect((await blog().visitor().post(CONFIRM, { token: second })).status).toBe(200)
      expect(await rowOf(email)).toMatchObject({ confirmed_at: blog().clock.now })
    })
  })

  describe('With the link of a mail', () => {
    it('A following can be changed', async () => {
      const email = fresh()
      const link = await follow(email)
      const { digest_through: since } = (await rowOf(email)) ?? {}
      blog().clock.advance(HOUR_MS)
      const change = (body: object) =>
        blog()
          .visitor()
          .put('/api/following', { link, ...body })
      for (const posts of ['at_once', 'weekly', 'weekly']) expect((await change({ posts })).body.following).toMatchObject({ posts })
      // What was published meanwhile still comes.
      expect(await rowOf(email)).toMatchObject({ digest_through: since })
      for (const posts of ['daily', undefined, ''])
        expect((await change({ posts })).body).toMatchObject({ statusCode: 400, field: 'posts' })
      for (const theirs of ['replies', 'comments', 'waiting']) {
        expect((await change({ posts: 'weekly', [theirs]: true })).status).toBe(403)
        expect((await change({ posts: 'weekly', [theirs]: false })).status).toBe(200)
      }
    })

    it('A following that ended can be taken up again for a day, then all data is deleted', async () => {
      const email = fresh()
      const link = await follow(email)
      const end = () => blog().visitor().post('/api/following/end', { link, what: 'posts' })
      const choose = (posts: string | null) => blog().visitor().put('/api/following', { link, posts })
      const admin = await blog().makeAdmin()
      const listed = async () => (await admin.get('/api/followers')).body.followers.some((one: { email: string }) => one.email === email)
      expect(await listed()).toBe(true)
      expect((await end()).status).toBe(200)
      blog().clock.advance(HOUR_MS)
      // Neither a second time nor 'Never' keeps the address for longer.
      expect([(await end()).status, (await choose(null)).status]).toEqual([200, 200])
      expect(await rowOf(email)).toMatchObject({ posts: null, replies: 0, comments: 0, ended_at: blog().clock.now - HOUR_MS })
      expect(await listed()).toBe(false)
      expect((await open(link)).body).toMatchObject({ posts: null })
      blog().clock.advance(DAY_MS - HOUR_MS - 1)
      await deleteOldFollowers(blog().db, blog().clock.now)
      expect((await choose('at_once')).body.following).toMatchObject({ posts: 'at_once' })
      expect(await rowOf(email)).toMatchObject({ ended_at: null, digest_through: blog().clock.now })
      blog().clock.advance(2 * DAY_MS)
      await deleteOldFollowers(blog().db, blog().clock.now)
      expect(await listed()).toBe(true)
      await end()
      blog().clock.advance(DAY_MS)
      await deleteOldFollowers(blog().db, blog().clock.now)
      expect(await rowOf(email)).toBeUndefined()
      expect((await choose('weekly')).status).toBe(404)
    })

    it('A person who follows again within the day confirms it again, and the old link is invalid', async () => {
      const email = fresh()
      const link = await follow(email)
      expect((await blog().visitor().post('/api/following/end', { link, what: 'posts' })).status).toBe(200)
      await ask(email)
      expect(await recipientOf(email)).toBeUndefined()
      const mail = await mailTo(email)
      const confirmed = await blog()
        .visitor()
        .post(CONFIRM, { token: confirmTokenIn(mail) })
      expect(confirmed.body.link).not.toBe(link)
      expect((await open(link)).status).toBe(404)
      expect((await blog().visitor().put('/api/following', { link, posts: 'weekly' })).status).toBe(404)
    })

    it('Forged links are rejected', async () => {
      const email = fresh()
      const [id, key] = (await follow(email)).split('.')
      const [, otherKey] = (await follow(fresh())).split('.')
      const forged = [`${id}.${otherKey}`, `${id}.${key?.slice(1)}`, `${id}.${'A'.repeat(43)}`, `x.${key}`, `${id}.${key?.toUpperCase()}`]
      for (const link of forged) {
        expect((await open(link)).status).toBe(404)
        expect((await blog().visitor().post('/api/following/end', { link, what: 'posts' })).status).toBe(404)
        expect((await blog().visitor().send(`${END}?link=${link}&what=posts`, { method: 'POST' })).status).toBe(404)
      }
      for (const link of ['', 'x', `${id}.`, `${id}`, "' or '1'='1", `${id}.${key}.`, 'A'.repeat(5000)]) {
        expect((await open(encodeURIComponent(link))).status).toBe(400)
        expect(
          (
            await blog()
              .visitor()
              .send(`${END}?link=${encodeURIComponent(link)}&what=posts`, { method: 'POST' })
          ).status,
        ).toBe(400)
      }
      expect((await blog().visitor().send(END, { method: 'POST' })).status).toBe(400)
      expect(await rowOf(email)).toBeDefined()
    })
  })

  it('A closed blog accepts no followers and mails no visitors, who can still end their following', async () => {
    const admin = await blog().makeAdmin()
    const email = fresh()
    const link = await follow(email)
    await admin.call(updateSettings, { body: { isClosed: true } })
    expect((await ask(fresh())).status).toBe(401)
    expect(await recipientOf(email)).toBeUndefined()
    expect((await open(link)).status).toBe(200)
    expect((await blog().visitor().send(`${END}?link=${link}&what=posts`, { method: 'POST' })).status).toBe(200)
    await admin.call(updateSettings, { body: { isClosed: false } })
  })
})
