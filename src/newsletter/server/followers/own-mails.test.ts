import { describe, expect, it } from 'vitest'
import { deleteFollower } from '#newsletter/contract/newsletter.endpoints.ts'
import { deleteUser } from '#accounts/contract/users.endpoints.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { noteBounce, toRecipient } from '#newsletter/server/followers/recipients.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { useFollowedBlog } from '#tests/support/mail/followed-blog.ts'
import { TEST_ORIGIN } from '#tests/support/test-app.ts'
import { deleteOldFollowers } from '#newsletter/server/followers/followers.store.ts'

onEachEngine('Followers', (engine) => {
  const { blog, ask, follow, fresh, mailTo, open, ownRow, recipientOf, rowOf, verify } = useFollowedBlog(engine)

  describe('As a member', () => {
    it('A member chooses mails in the profile, and gets them once the email is confirmed', async () => {
      const user = await blog().makeUser()
      expect((await user.get('/api/following/own')).body).toEqual({
        posts: null,
        replies: false,
        comments: null,
        waiting: null,
        email: user.email,
        isConfirmed: false,
        hasBounced: false,
      })
      const saved = await user.put('/api/following/own', { posts: 'weekly', replies: true })
      expect(saved.body).toMatchObject({ message: expect.stringContaining('once your email address is confirmed') })
      expect(saved.body.following).toMatchObject({ posts: 'weekly', replies: true, isConfirmed: false })
      const row = await ownRow(user)
      expect(row && (await toRecipient(blog().db, row, { publicUrl: TEST_ORIGIN }))).toBeUndefined()
      await verify(user)
      expect(row && (await toRecipient(blog().db, row, { publicUrl: TEST_ORIGIN }))).toMatchObject({
        email: user.email,
        audience: 'public',
      })
      await user.put('/api/following/own', { posts: null, replies: false })
      expect(await ownRow(user)).toMatchObject({ posts: null, replies: 0, ended_at: blog().clock.now })
    })

    it('A choice that a form does not ask for stays as it is', async () => {
      const admin = await blog().makeAdmin()
      const kept = { comments: true, waiting: false }
      await admin.put('/api/following/own', { posts: 'weekly', replies: true, ...kept })
      for (const posts of ['at_once', 'weekly'])
        expect((await admin.put('/api/following/own', { posts, replies: false })).body.following).toMatchObject({ posts, ...kept })
      expect((await admin.put('/api/following/own', { posts: 'weekly' })).body.following).toMatchObject({ replies: false, ...kept })
      const none = { posts: 'weekly', replies: false, comments: false, waiting: true }
      expect((await admin.put('/api/following/own', none)).body.following).toMatchObject(none)
    })

    it('By the link of a mail, a member chooses all but what waits', async () => {
      const admin = await blog().makeAdmin()
      await admin.put('/api/following/own', { posts: 'weekly', replies: true, comments: true, waiting: true })
      const { id, link_key: key } = (await ownRow(admin)) ?? {}
      const change = (body: object) =>
        blog()
          .visitor()
          .put('/api/following', { link: `${id}.${key}`, ...body })
      // A plain form sends what is not ticked, also what it does not show, as false.
      const sent = { posts: null, replies: false, comments: true, waiting: false }
      expect((await change(sent)).body.following).toMatchObject({ ...sent, waiting: null })
      expect((await admin.get('/api/following/own')).body).toMatchObject({ ...sent, waiting: true })
      expect((await change({ ...sent, waiting: true })).status).toBe(403)
    })

    it('Only admins can follow new comments', async () => {
      const [user, admin] = [await blog().makeUser(), await blog().makeAdmin()]
      const choice = { posts: null, replies: false, comments: true }
      for (const name of ['comments', 'waiting'])
        expect((await user.put('/api/following/own', { ...choice, comments: false, [name]: true })).status).toBe(403)
      expect((await admin.put('/api/following/own', choice)).body.following).toMatchObject({ comments: true })
    })

    it('A member with a confirmed address takes over the following of a visitor, with its links', async () => {
      const user = await blog().makeUser()
      const link = await follow(user.email)
      // Anyone can sign up with an address that is not theirs.
      expect((await user.get('/api/following/own')).body.posts).toBeNull()
      await user.put('/api/following/own', { posts: null, replies: true })
      expect(await rowOf(user.email)).toBeDefined()
      await user.put('/api/following/own', { posts: null, replies: false })
      await verify(user)
      expect((await user.get('/api/following/own')).body.posts).toBe('weekly')
      await user.put('/api/following/own', { posts: 'at_once', replies: true })
      expect(await rowOf(user.email)).toBeUndefined()
      expect(await ownRow(user)).toMatchObject({ posts: 'at_once', replies: 1 })
      expect((await open(link)).body).toMatchObject({ replies: true, posts: 'at_once', email: user.email })
    })

    it('Confirming the address also takes over the following of a visitor', async () => {
      const user = await blog().makeUser()
      await follow(user.email)
      await user.put('/api/following/own', { posts: null, replies: true })
      await user.post('/api/auth/send-verification')
      const token = /verify-email#([\w-]{43})/.exec((await mailTo(user.email))?.text ?? '')?.[1]
      expect((await blog().visitor().post('/api/auth/verify-email', { token })).status).toBe(200)
      expect(await rowOf(user.email)).toBeUndefined()
      expect(await ownRow(user)).toMatchObject({ posts: 'weekly', replies: 1 })
    })

    it('A following is part of the account’s data, and is deleted with the account', async () => {
      const user = await blog().makeUser()
      await user.put('/api/following/own', { posts: 'weekly', replies: true })
      const { body } = await user.get('/api/user/my-data')
      expect(body.following).toMatchObject({ posts: 'weekly', replies: true, comments: false, bounces: 0 })
      await user.call(deleteUser, { params: { userId: user.id } })
      expect(await ownRow(user)).toBeUndefined()
    })
  })

  describe('As an admin', () => {
    it('The list shows followers, their choices and their state', async () => {
      await blog().db.deleteFrom('followers').execute()
      const admin = await blog().makeAdmin()
      const emails = [fresh(), fresh()]
      await follow(emails[0] ?? '')
      blog().clock.advance(1000)
      await ask(emails[1] ?? '')
      blog().clock.advance(1000)
      await admin.put('/api/following/own', { posts: 'weekly', replies: false })
      const { body } = await admin.get('/api/followers')
      expect(body.totalFollowers).toBe(3)
      expect(body.followers).toMatchObject([
        { email: admin.email, name: `@${admin.username}`, state: 'unconfirmed', posts: 'weekly' },
        { email: emails[1], name: null, state: 'unconfirmed' },
        { email: emails[0], name: null, state: 'mailed', posts: 'weekly', bounces: 0 },
      ])
      expect(JSON.stringify(body)).not.toContain((await rowOf(emails[0] ?? ''))?.link_key)
      expect((await admin.get('/api/followers?startIndex=1&limit=1')).body.followers).toMatchObject([{ email: emails[1] }])
    })

    it('An address that bounced three times is shown, can follow again, and is deleted after a month', async () => {
      const admin = await blog().makeAdmin()
      const email = fresh()
      const link = await follow(email)
      const { id } = (await rowOf(email)) ?? { id: '' }
      const bounce = async () => {
        for (let time = 0; time < 3; time += 1) await noteBounce(blog().db, id, blog().clock.now)
      }
      await bounce()
      expect((await admin.get('/api/followers?limit=1')).body.followers).toMatchObject([
        { email, state: 'bounced', bounces: 3, posts: null },
      ])
      expect(await follow(email)).not.toBe(link)
      expect(await recipientOf(email)).toMatchObject({ email })
      await bounce()
      blog().clock.advance(30 * DAY_MS)
      await deleteOldFollowers(blog().db, blog().clock.now)
      expect(await rowOf(email)).toBeUndefined()
    })

    it('An admin can remove a follower', async () => {
      const admin = await blog().makeAdmin()
      const email = fresh()
      await follow(email)
      const params = { followerId: (await rowOf(email))?.id ?? '' }
      await admin.call(deleteFollower, { params })
      expect(await rowOf(email)).toBeUndefined()
      await expect(admin.call(deleteFollower, { params })).rejects.toMatchObject({ code: 'not_found' })
    })
  })
})
