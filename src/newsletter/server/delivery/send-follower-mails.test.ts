import { beforeEach, expect, it } from 'vitest'
import { cancelDeliveries, getDeliveries, retryDeliveries } from '#newsletter/contract/deliveries.endpoints.ts'
import { deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/contract/limits.ts'
import { runHousekeeping } from '#app/housekeeping.ts'
import type { Mail } from '#platform/mail/mailer.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { createTestDelivery, noServer, refusal, type TestDelivery } from '#tests/support/mail/delivery.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_TIME, type TestUser } from '#tests/support/test-app.ts'
import { LEASE_MS } from '#platform/mail/take-turn.ts'

onEachEngine('Sending mails to followers', (engine) => {
  const outbox = createOutbox({ now: () => 0, newId: () => '', wake: () => {} })
  const blog = useTestApp(engine, { overrides: { outbox } })
  let delivery: TestDelivery
  let admin: TestUser

  beforeEach(async () => {
    await blog().edit(async (trx) => {
      for (const table of ['followers', 'posts', 'settings', 'mail_server'] as const) await trx.deleteFrom(table).execute()
    })
    blog().clock.now = TEST_TIME
    admin = await blog().makeAdmin()
    delivery = createTestDelivery(blog)
  })
  const ADDRESSES = ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example']
  const followAll = async (count = ADDRESSES.length) => {
    for (const email of ADDRESSES.slice(0, count)) await delivery.follow({ email })
  }
  /** Publishes a post whose mails the next tick sends. */
  const publish = async (title: string) => {
    const post = await blog().makePost({ title, by: admin })
    blog().clock.advance(10 * MINUTE_MS)
    return post
  }
  const rows = () => blog().db.selectFrom('outbox').select(['state', 'attempts', 'problem']).orderBy('state').orderBy('id').execute()
  const states = async () => (await rows()).map(({ state }) => state)
  const waits = () => delivery.attempts.map(({ at }, index) => at - (delivery.attempts[index - 1]?.at ?? at))

  it('Mails are sent at two a second, or at the pace of the operator', async () => {
    await followAll()
    await publish('Calm')
    await delivery.tick()
    expect(waits()).toEqual([0, 500, 500, 500])
    delivery.limit({ perSecond: 20 })
    await publish('Fast')
    await delivery.tick()
    expect(waits().slice(5)).toEqual([50, 50, 50])
    delivery.limit({ perSecond: 3 })
    await publish('Uneven')
    await delivery.tick()
    expect(waits().slice(9)).toEqual([334, 334, 334])
  })

  it('Two processes share the mails and the pace, and each person gets each post once', async () => {
    await followAll()
    const other = createTestDelivery(blog)
    await publish('Shared')
    const begunAt = blog().clock.now
    // Lets the other process run while one sends.
    const meanwhile = () => new Promise<void>((resolve) => setImmediate(resolve))
    delivery.behave(meanwhile)
    other.behave(meanwhile)
    await Promise.all([delivery.tick(), other.tick()])
    expect([...delivery.sent, ...other.sent].map(({ to }) => to).toSorted()).toEqual(ADDRESSES)
    expect(blog().clock.now - begunAt).toBeGreaterThanOrEqual(3 * 500)
    expect(await states()).toEqual(Array(4).fill('sent'))
  })

  it('Pending mails are dropped when the post is restricted or deleted, or the following ends', async () => {
    await followAll()
    const [one, two] = [await publish('Narrowed'), await publish('Deleted')]
    const params = { postId: one._id, userId: admin.id }
    delivery.behave(async ({ to, subject }) => {
      if (to === 'a@x.example' && subject === 'Narrowed') {
        await admin.call(updatePost, { params, body: { audience: 'family' } })
      }
      if (to === 'b@x.example') {
        await blog().db.deleteFrom('followers').where('email', '=', 'c@x.example').execute()
        await admin.call(deletePost, { params: { postId: two._id, userId: admin.id } })
      }
    })
    await delivery.tick()
    expect(delivery.news()).toEqual(['a@x.example: Deleted', 'a@x.example: Narrowed', 'b@x.example: Deleted'])
    expect(await states()).toEqual(['dropped', 'dropped', 'dropped', 'sent', 'sent', 'sent'])
  })

  it('A temporarily refused mail is retried after one, two and four minutes with the same Message-ID', async () => {
    await followAll(1)
    await publish('Greylisted')
    let refusals = 3
    delivery.behave(() => {
      if ((refusals -= 1) >= 0) throw refusal('RCPT TO', '450 4.2.0 <a@x.example>: Greylisted')
    })
    await delivery.tick()
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1, problem: expect.stringContaining('Greylisted') }])
    for (let minute = 0; minute < 10; minute += 1) await delivery.tickAfter(MINUTE_MS)
    expect(waits()).toEqual([0, MINUTE_MS, 2 * MINUTE_MS, 4 * MINUTE_MS])
    expect(new Set(delivery.attempts.map(({ messageId }) => messageId)).size).toBe(1)
    expect(await rows()).toEqual([{ state: 'sent', attempts: 4, problem: null }])
    expect(blog().logLines.join()).not.toContain('a@x.example>: Greylisted')
  })

  it('A mail fails after three days of retries', async () => {
    await followAll(1)
    await publish('Never')
    delivery.behave(() => {
      throw refusal('DATA', '451 4.3.0 Try later')
    })
    for (;;) {
      await delivery.tick()
      const { state, next_attempt_at: dueAt } = await blog().db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
      if (state !== 'waiting') break
      blog().clock.now = dueAt
    }
    expect(delivery.attempts.at(-1)?.at).toBeLessThanOrEqual((delivery.attempts[0]?.at ?? 0) + 3 * DAY_MS)
    expect(delivery.attempts.length).toBeGreaterThan(15)
    expect(await rows()).toMatchObject([{ state: 'failed', problem: expect.stringContaining('451 4.3.0 Try later') }])
  })

  it('Three consecutive bounces end a following, and an accepted mail resets the count', async () => {
    await followAll(3)
    let count = 0
    delivery.behave(({ to }) => {
      if (to === 'a@x.example') throw refusal('RCPT TO', '550 5.1.1 <a@x.example>: Recipient address rejected: User unknown')
      // It may be about the blog, so it is a bounce when it is repeated although others were accepted.
      if (to === 'b@x.example' && (count += 1) !== 5) throw refusal('RCPT TO', '550 No such user')
    })
    for (let post = 1; post <= 5; post += 1) {
      await publish(`Post ${post}`)
      await delivery.tick()
      await delivery.tickAfter(MINUTE_MS)
    }
    const attemptsTo = (address: string) => delivery.attempts.filter(({ to }) => to === address).length
    expect([attemptsTo('a@x.example'), attemptsTo('b@x.example')]).toEqual([3, 9])
    const followers = await blog()
      .db.selectFrom('followers')
      .select(['email', 'posts', 'bounces'])
      .where('email', 'is not', null)
      .orderBy('email')
      .execute()
    expect(followers).toEqual([
      { email: 'a@x.example', posts: null, bounces: 3 },
      { email: 'b@x.example', posts: 'at_once', bounces: 2 },
      { email: 'c@x.example', posts: 'at_once', bounces: 0 },
    ])
  })

  it('An unavailable server is probed with one mail at a time, and all mails are sent once it is back', async () => {
    await followAll()
    await publish('Patience')
    const other = createTestDelivery(blog)
    const away = () => {
      throw noServer()
    }
    delivery.behave(away)
    other.behave(away)
    const begunAt = blog().clock.now
    while (blog().clock.now < begunAt + HOUR_MS) {
      await Promise.all([delivery.tick(), other.tick()])
      blog().clock.advance(30 * SECOND_MS)
    }
    // At first, each process may be sending a mail.
    const probes = new Set([...delivery.attempts, ...other.attempts].map(({ at }) => Math.round((at - begunAt) / MINUTE_MS)))
    expect([...probes].toSorted((a, b) => a - b)).toEqual([0, 1, 3, 7, 15, 30, 45])
    expect(delivery.attempts.length + other.attempts.length).toBeLessThanOrEqual(8)
    delivery.behave(() => {})
    for (let minute = 0; minute < 30; minute += 1) await delivery.tickAfter(MINUTE_MS)
    expect(delivery.news()).toEqual(ADDRESSES.map((address) => `${address}: Patience`))
  })

  it('Another process sends the mail of a crashed process once its lease has expired', async () => {
    await followAll(2)
    await publish('Crash')
    delivery.behave(() => new Promise(() => {}))
    void delivery.tick()
    await expect.poll(() => delivery.attempts.length).toBe(1)
    const other = createTestDelivery(blog)
    await other.tick()
    expect(other.news()).toEqual(['b@x.example: Crash'])
    await other.tickAfter(LEASE_MS)
    expect(other.news()).toEqual(['a@x.example: Crash'])
    expect(other.sent.at(-1)?.messageId).toBe(delivery.attempts[0]?.messageId)
  })

  it('Mails are deleted after sixty days, and their posts are not mailed again', async () => {
    const follower = await delivery.follow({ email: 'a@x.example' })
    await publish('Old')
    await delivery.tick()
    expect(delivery.news()).toEqual(['a@x.example: Old'])
    blog().clock.advance(61 * DAY_MS)
    await runHousekeeping({
      db: blog().db,
      write: blog().blog.feed.write,
      locks: blog().locks,
      storage: blog().storage,
      logger: blog().logger,
      now: () => blog().clock.now,
    })
    expect(await rows()).toEqual([])
    await blog().db.updateTable('followers').set({ posts: 'weekly', digest_through: 0 }).where('id', '=', follower.id).execute()
    for (let day = 0; day < 8; day += 1) await delivery.tickAfter(DAY_MS)
    expect(delivery.news()).toEqual([])
  })

  it('A mail that cannot be composed is retried and blocks no other mail', async () => {
    const failing = createTestDelivery(blog, async (_, { follower_id: id }) => {
      if (id === broken.id) throw new Error('a bug')
      return { subject: 'Fine', text: 'Fine' }
    })
    const broken = await failing.follow({ email: 'a@x.example' })
    await failing.follow({ email: 'b@x.example' })
    await publish('Bug')
    await failing.tick()
    expect(failing.sent.map(({ to }: Mail) => to)).toEqual(['b@x.example'])
    expect(await rows()).toMatchObject([{ state: 'sent' }, { state: 'waiting', problem: expect.stringContaining('could not write') }])
  })

  it('The dashboard shows sent, pending and failed mails, and can retry failed ones', async () => {
    await followAll(3)
    const post = await publish('In words')
    let isDown = true
    delivery.behave(({ to }) => {
      if (to === 'a@x.example') throw refusal('DATA', '554 5.6.0 Cannot read it')
      if (to === 'c@x.example' && isDown) throw noServer()
    })
    await delivery.tick()
    const read = () => admin.call(getDeliveries)
    const counts = { sent: 1, waiting: 1, failed: 1 }
    const words = expect.stringContaining('554 5.6.0 Cannot read it')
    expect(await read()).toMatchObject({
      ...counts,
      pause: { problem: expect.stringContaining('cannot be reached'), until: new Date(blog().clock.now + MINUTE_MS).toISOString() },
      failures: [{ email: 'a@x.example', problem: words }],
      posts: [{ _id: post._id, title: 'In words', slug: post.slug, isQueued: true, ...counts }],
    })
    isDown = false
    await delivery.tickAfter(MINUTE_MS)
    delivery.behave(() => {})
    expect(await read()).toMatchObject({ sent: 2, waiting: 0, failed: 1, pause: null })
    expect(await admin.call(retryDeliveries)).toMatchObject({ sent: 2, waiting: 1, failed: 0, failures: [] })
    await delivery.tick()
    expect(await read()).toMatchObject({ sent: 3, waiting: 0, failed: 0 })
  })

  it('An admin can cancel the pending mails about a post, also in digests', async () => {
    await followAll(2)
    await delivery.follow({ email: 'digest@x.example', posts: 'weekly' })
    const [wrong, right] = [await publish('Wrong'), await publish('Right')]
    expect((await admin.call(getDeliveries)).posts).toMatchObject([{ isQueued: false }, { isQueued: false }])
    const stop = () => admin.call(cancelDeliveries, { params: { postId: wrong._id } })
    delivery.behave(async ({ to, subject }) => {
      if (to === 'a@x.example' && subject === 'Wrong') await stop()
    })
    await delivery.tick()
    expect(delivery.news()).toEqual(['a@x.example: Right', 'a@x.example: Wrong', 'b@x.example: Right'])
    await delivery.tickAfter(7 * DAY_MS)
    expect(delivery.news()).toEqual(['digest@x.example: Right'])
    expect((await admin.call(getDeliveries)).posts.map(({ _id }) => _id)).toEqual([right._id])
  })
})
