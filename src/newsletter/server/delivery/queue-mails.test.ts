import { followerMailEvents } from '#newsletter/server/queue/mail-events.ts'
import { beforeEach, expect, it } from 'vitest'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { publishDuePosts } from '#writing/server/publish-clock.ts'
import { deleteOldMail } from '#platform/mail/outbox.store.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { createTestDelivery, type TestDelivery } from '#tests/support/mail/delivery.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_TIME, type TestUser } from '#tests/support/test-app.ts'

const TEN_MINUTES = 10 * MINUTE_MS
/** A Saturday. */
const START = Math.floor(TEST_TIME / DAY_MS) * DAY_MS + 9 * HOUR_MS

onEachEngine('Queueing mails about new posts', (engine) => {
  const outbox = createOutbox({ now: () => 0, newId: () => '', wake: () => {} })
  const blog = useTestApp(engine, { now: START, overrides: { outbox } })
  let delivery: TestDelivery
  let admin: TestUser

  beforeEach(async () => {
    await blog().edit(async (trx) => {
      await trx.deleteFrom('followers').execute()
      await trx.deleteFrom('posts').execute()
      await trx.deleteFrom('settings').execute()
      await trx.deleteFrom('mail_server').execute()
    })
    blog().clock.now = START
    admin ??= await blog().makeAdmin()
    delivery = createTestDelivery(blog)
  })
  const follow = (email: string, parts: Parameters<TestDelivery['follow']>[0] = {}) => delivery.follow({ email, ...parts })
  const publish = (title: string, parts: Parameters<ReturnType<typeof blog>['makePost']>[0] = {}) =>
    blog().makePost({ title, by: admin, ...parts })
  const makeMember = async (parts: Parameters<ReturnType<typeof blog>['makeUser']>[0]) => {
    const user = await blog().makeUser(parts)
    await blog().db.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute()
    return user
  }
  const at = async (time: number) => {
    blog().clock.now = Math.max(time, blog().clock.now)
    await delivery.tick()
    return delivery.news()
  }
  const announcements = () => blog().db.selectFrom('posts').select('id').where('mail_at', 'is not', null).execute()

  it('Immediate followers get one mail after ten minutes, with headers for one-click unsubscribe', async () => {
    const [now] = await Promise.all([
      follow('now@x.example'),
      follow('weekly@x.example', { posts: 'weekly' }),
      follow('never@x.example', { posts: null }),
      follow('unsure@x.example', { confirmed_at: null }),
    ])
    await publish('Hello')
    expect(await at(START + TEN_MINUTES - 1)).toEqual([])
    expect(await at(START + TEN_MINUTES)).toEqual(['now@x.example: Hello'])
    expect(await at(START + HOUR_MS)).toEqual([])
    expect(delivery.sent[0]).toMatchObject({
      messageId: expect.stringMatching(/^<[\w-]{32}@blog\.example>$/),
      headers: {
        'List-Unsubscribe': `<https://blog.example/following/end?link=${now.id}.key&what=posts>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    })
  })

  it('A post from yesterday is mailed, but not one with an older date or whose date is changed to an older one in time', async () => {
    await follow('now@x.example')
    const daysAgo = (days: number) => new Date(START - days * DAY_MS).toISOString()
    await publish('Last month', { publishAt: daysAgo(30) })
    await publish('Yesterday', { publishAt: daysAgo(1) })
    const moved = await publish('Wrong date')
    const params = { postId: moved._id, userId: admin.id }
    await admin.call(updatePost, { params, body: { publishAt: daysAgo(30) } })
    expect(await at(START + TEN_MINUTES)).toEqual(['now@x.example: Yesterday'])
  })

  it('A planned post is mailed ten minutes after it was published on schedule or by hand', async () => {
    await follow('now@x.example')
    const publishAt = new Date(START + HOUR_MS).toISOString()
    await publish('By the clock', { publishAt })
    const early = await publish('By hand', { publishAt })
    expect(await announcements()).toEqual([])
    const params = { postId: early._id, userId: admin.id }
    await admin.call(updatePost, { params, body: { publishAt: null } })
    expect(await at(START + TEN_MINUTES)).toEqual(['now@x.example: By hand'])
    // The process was down for days.
    blog().clock.now = START + 5 * DAY_MS
    await publishDuePosts({
      db: blog().db,
      write: blog().blog.feed.write,
      logger: blog().logger,
      now: () => blog().clock.now,
      events: followerMailEvents.posts,
    })
    expect(await at(START + 5 * DAY_MS + TEN_MINUTES)).toEqual(['now@x.example: By the clock'])
  })

  const widen = (postId: string) => admin.call(updatePost, { params: { postId, userId: admin.id }, body: { audience: 'public' } })

  it('A blog that cannot send mail queues nothing', async () => {
    const withoutMail = blog().appWith({ outbox: { ...outbox, isOpen: false } })
    const { status } = await withoutMail.request('/api/post/create', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: admin.cookie ?? '' },
      body: JSON.stringify({ title: 'Silent', content: '<p>x</p>' }),
    })
    expect([status, await announcements()]).toEqual([201, []])
  })

  it('A post for the family is not queued for visitors and is mailed to the family only', async () => {
    await follow('visitor@x.example')
    for (const isFamily of [true, false]) {
      const member = await makeMember({ email: isFamily ? 'family@x.example' : 'reader@x.example', isFamily })
      await delivery.follow({ user_id: member.id })
    }
    const post = await publish('Hospital', { audience: 'family' })
    expect(await at(START + TEN_MINUTES)).toEqual(['family@x.example: Hospital'])
    const states = await blog().db.selectFrom('outbox').select('state').orderBy('state').execute()
    expect(states.map(({ state }) => state)).toEqual(['sent'])
    await widen(post._id)
    expect(await at(START + 2 * TEN_MINUTES)).toEqual(['reader@x.example: Hospital', 'visitor@x.example: Hospital'])
    expect(await at(START + 2 * DAY_MS)).toEqual([])
  })

  it('A post for the family that becomes public days later is mailed once to everyone who has not got it, at each cadence', async () => {
    const reader = await makeMember({ email: 'friend@x.example', isFamily: false })
    await delivery.follow({ user_id: reader.id })
    const relative = await makeMember({ email: 'aunt@x.example', isFamily: true })
    await delivery.follow({ user_id: relative.id })
    const weekly = await makeMember({ email: 'weekly-family@x.example', isFamily: true })
    await delivery.follow({ user_id: weekly.id, posts: 'weekly' })
    await follow('now@x.example')
    await follow('weekly@x.example', { posts: 'weekly' })
    const sunday = Math.floor(START / DAY_MS) * DAY_MS + DAY_MS
    const post = await publish('Hospital', { audience: 'family' })
    expect(await at(START + TEN_MINUTES)).toEqual(['aunt@x.example: Hospital'])
    expect(await at(sunday + 8 * HOUR_MS)).toEqual(['weekly-family@x.example: Hospital'])
    blog().clock.now = sunday + 2 * DAY_MS
    await widen(post._id)
    expect(await at(sunday + 2 * DAY_MS + TEN_MINUTES)).toEqual(['friend@x.example: Hospital', 'now@x.example: Hospital'])
    expect(await at(sunday + 7 * DAY_MS + 8 * HOUR_MS)).toEqual(['weekly@x.example: Hospital'])
    expect(await at(sunday + 14 * DAY_MS + 8 * HOUR_MS)).toEqual([])
  })

  it('A post that was mailed months ago is not mailed again when its date is moved and its audience widened, but one of last month is', async () => {
    const member = await makeMember({ email: 'grandpa@x.example', isFamily: true })
    await delivery.follow({ user_id: member.id })
    await follow('passer-by@x.example')
    const [old, recent] = [await publish('Months ago', { audience: 'family' }), await publish('Last month', { audience: 'family' })]
    expect(await at(START + TEN_MINUTES)).toEqual(['grandpa@x.example: Last month', 'grandpa@x.example: Months ago'])
    const widenMoved = async (postId: string, now: number) => {
      blog().clock.now = now
      await deleteOldMail(blog().db, now)
      // The session of before has ended.
      const editor = await blog().makeAdmin()
      const params = { postId, userId: editor.id }
      await editor.call(updatePost, { params, body: { publishAt: new Date(now - DAY_MS).toISOString() } })
      await editor.call(updatePost, { params, body: { audience: 'public' } })
      return at(now + TEN_MINUTES)
    }
    expect(await widenMoved(recent._id, START + 30 * DAY_MS)).toEqual(['passer-by@x.example: Last month'])
    expect(await widenMoved(old._id, START + 61 * DAY_MS)).toEqual([])
  })

  it('A post that is made public within ten minutes is mailed to everyone, but on a closed blog to the family alone', async () => {
    await follow('visitor@x.example')
    const post = await publish('For us', { audience: 'family' })
    await admin.call(updatePost, {
      params: { postId: post._id, userId: admin.id },
      body: { audience: 'public' },
    })
    expect(await at(START + TEN_MINUTES)).toEqual(['visitor@x.example: For us'])
    for (const isFamily of [true, false]) {
      const member = await makeMember({ email: isFamily ? 'uncle@x.example' : 'stranger@x.example', isFamily })
      await delivery.follow({ user_id: member.id })
    }
    await publish('Behind a closed gate', { audience: 'public' })
    await admin.call(updateSettings, { body: { isClosed: true } })
    expect(await at(START + 2 * TEN_MINUTES)).toEqual(['uncle@x.example: Behind a closed gate'])
    expect(await at(START + DAY_MS)).toEqual([])
  })

  it('Digests are sent on Sundays at the hour of the operator, with all new posts and never empty', async () => {
    await follow('weekly@x.example', { posts: 'weekly' })
    await publish('One')
    await publish('Two')
    const sunday = Math.floor(START / DAY_MS) * DAY_MS + DAY_MS
    expect(await at(sunday + 8 * HOUR_MS - 1)).toEqual([])
    expect(await at(sunday + 8 * HOUR_MS)).toEqual(['weekly@x.example: One, Two'])
    expect(await at(sunday + DAY_MS + 8 * HOUR_MS)).toEqual([])
    // Not yet announced at that hour, so it is in the next digest.
    blog().clock.now = sunday + 7 * DAY_MS + 8 * HOUR_MS - 5 * MINUTE_MS
    await publish('Three')
    expect(await at(sunday + 7 * DAY_MS + 8 * HOUR_MS)).toEqual([])
    delivery.limit({ hour: 18 })
    expect(await at(sunday + 7 * DAY_MS + 18 * HOUR_MS - 1)).toEqual([])
    expect(await at(sunday + 7 * DAY_MS + 18 * HOUR_MS)).toEqual(['weekly@x.example: Three'])
  })

  it('After missed digests one is sent, without posts older than ten days', async () => {
    await follow('weekly@x.example', { posts: 'weekly' })
    await follow('now@x.example')
    await publish('Long ago')
    blog().clock.now = START + 13 * DAY_MS
    await publish('Recent')
    expect(await at(START + 22 * DAY_MS)).toEqual(['now@x.example: Recent', 'weekly@x.example: Recent'])
    expect(await at(START + 29 * DAY_MS)).toEqual([])
  })

  it('Posts are looked through only as long as their mails are kept: one that was due before, while no process ran, is left', async () => {
    await follow('late@x.example')
    const [before, since] = [await publish('Before'), await publish('Since')]
    const setDue = (id: string, days: number) =>
      blog().edit((trx) =>
        trx
          .updateTable('posts')
          .set({ mail_at: START - days * DAY_MS })
          .where('id', '=', id)
          .execute(),
      )
    await setDue(before._id, 61)
    await setDue(since._id, 59)
    expect(await at(START)).toEqual([])
    const queued = await blog().db.selectFrom('posts').select('id').where('mailed_at', 'is not', null).execute()
    expect(queued).toEqual([{ id: since._id }])
  })

  it('A follower who changes the cadence gets every post once', async () => {
    const toNow = await follow('to-now@x.example', { posts: 'weekly' })
    const toWeekly = await follow('to-weekly@x.example')
    const set = (id: string, posts: 'at_once' | 'weekly') =>
      blog().db.updateTable('followers').set({ posts }).where('id', '=', id).execute()
    await publish('Before')
    expect(await at(START + TEN_MINUTES)).toEqual(['to-weekly@x.example: Before'])
    await set(toNow.id, 'at_once')
    await set(toWeekly.id, 'weekly')
    await publish('After')
    expect(await at(START + 2 * TEN_MINUTES)).toEqual(['to-now@x.example: After'])
    expect(await at(START + DAY_MS)).toEqual(['to-now@x.example: Before', 'to-weekly@x.example: After'])
    expect(await at(START + 9 * DAY_MS)).toEqual([])
  })

  it('A daily mail about comments is queued for each day with comments, with its start time', async () => {
    const user = await makeMember({ email: 'mother@x.example', isAdmin: true })
    const { id } = await delivery.follow({ user_id: user.id, posts: null, comments: 1 })
    const post = await publish('Hello')
    blog().clock.advance(MINUTE_MS)
    await blog().makeComment(admin, post._id)
    const rows = () => blog().db.selectFrom('outbox').select(['follower_id', 'kind', 'since', 'created_at']).execute()
    await at(START + HOUR_MS)
    expect(await rows()).toEqual([])
    const morning = Math.floor(START / DAY_MS) * DAY_MS + DAY_MS + 8 * HOUR_MS
    await at(morning + MINUTE_MS)
    const expected = [{ follower_id: id, kind: 'comments', since: START, created_at: morning }]
    expect(await rows()).toEqual(expected)
    await at(morning + DAY_MS + MINUTE_MS)
    expect(await rows()).toEqual(expected)
  })
})
