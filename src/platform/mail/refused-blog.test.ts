import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { createMailer, type Mailer } from '#platform/mail/mailer.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { createTestDelivery, type TestDelivery } from '#tests/support/mail/delivery.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { type FaultyMailServer, type RefusalOfAll, startFaultyMailServer } from '#tests/support/mail/faulty-mail-server.ts'
import { sendMails } from '#tests/support/mail/send-mails.ts'
import type { TestApp, TestUser } from '#tests/support/test-app.ts'
import { listTroubles } from '#operations/server/status/troubles.ts'

/** Replies of mail providers to senders who have passed a limit, are on a list, or may not send through them. */
const REPLIES: readonly RefusalOfAll[] = [
  { at: 'RCPT TO', reply: '550 Domain blog.example has exceeded the max emails per hour (100/100 (100%)) allowed. Message discarded.' },
  { at: 'RCPT TO', reply: '554 5.7.1 <friend0@x.example>: Relay access denied' },
  { at: 'RCPT TO', reply: '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org' },
  { at: 'RCPT TO', reply: '452 4.5.3 Too many recipients' },
  { at: 'RCPT TO', reply: '550 Not today' },
]

onEachEngine('A mail server that refuses the blog', (engine) => {
  let ids = 0
  const outbox = createOutbox({ now: () => blog().clock.now, newId: () => `refused-${(ids += 1)}`, wake: () => {} })
  const blog: () => TestApp = useTestApp(engine, { overrides: { outbox } })
  let server: FaultyMailServer
  let mailer: Mailer
  let delivery: TestDelivery
  let admin: TestUser

  beforeAll(async () => {
    server = await startFaultyMailServer()
    mailer = await createMailer({ smtpUrl: server.url, from: 'mother@blog.example' })
  })
  afterAll(async () => {
    mailer.close()
    await server.stop()
  })
  beforeEach(async () => {
    await blog().edit(async (trx) => {
      for (const table of ['outbox', 'followers', 'posts', 'settings', 'mail_server'] as const) {
        await trx.deleteFrom(table).execute()
      }
    })
    server.refuseAll(null)
    delivery = createTestDelivery(blog)
    delivery.behave((mail) => mailer.send(mail))
    admin = await blog().makeAdmin()
  })

  const followers = Array.from({ length: 8 }, (_, index) => `friend${index}@x.example`)
  const followAll = async () => {
    for (const email of followers) await delivery.follow({ email })
  }
  const publish = async (title: string) => {
    await blog().makePost({ title, by: admin })
    blog().clock.advance(10 * MINUTE_MS)
  }
  const troubles = () =>
    listTroubles({
      db: blog().db,
      now: blog().clock.now,
      mailsPerDay: 500,
      backups: { setting: null },
      freeBytes: async () => null,
    })
  const states = async () => {
    const rows = await blog().db.selectFrom('outbox').select(['state', 'problem']).where('follower_id', 'is not', null).execute()
    return new Set(rows.map(({ state }) => state))
  }
  const copies = (subject: string) => server.accepted.filter((mail) => mail.subject === subject).map(({ to }) => to)
  /** The clock goes on in steps of a minute, as mails are sent every few seconds. */
  const pass = async (ms: number, stepMs = MINUTE_MS) => {
    for (let passed = 0; passed < ms; passed += stepMs) await delivery.tickAfter(stepMs)
  }

  it.runIf(engine === 'sqlite').each(REPLIES)(
    'ends no following and loses no mail with “$reply”, and the overview says why',
    async ({ at, reply }) => {
      await followAll()
      const titles = [1, 2, 3].map((number) => `${engine} ${number} ${at} ${reply}`.slice(0, 60).trim())
      for (const title of titles) {
        await publish(title)
        let attempts = 0
        delivery.behave(async (mail) => {
          attempts += 1
          if (attempts === 4) server.refuseAll({ at, reply })
          await mailer.send(mail)
        })
        await delivery.tick()
        const [trouble] = await troubles()
        expect(trouble).toMatchObject({
          says: expect.stringContaining('No mail goes out'),
          advice: expect.stringContaining('All mails wait'),
        })
        expect(trouble?.says).toContain(reply.slice(0, 9))
        expect(trouble?.says).not.toMatch(/\S@\S/)
        const asked = server.asked.length
        await pass(2 * HOUR_MS, 5 * MINUTE_MS)
        // It is tried now and then, with few mails.
        expect(server.asked.length - asked).toBeLessThan(16)
        expect(await states()).not.toContain('failed')
        server.refuseAll(null)
        await pass(HOUR_MS, 5 * MINUTE_MS)
        expect(copies(title).toSorted()).toEqual(followers)
        expect(await troubles()).toEqual([])
      }
      expect(await states()).toEqual(new Set(['sent']))
      const rows = await blog().db.selectFrom('followers').select(['posts', 'bounces']).where('user_id', 'is', null).execute()
      expect(rows).toEqual(followers.map(() => ({ posts: 'at_once', bounces: 0 })))
    },
  )

  it('for four days ends no mail to a follower, and a mail that is no longer needed is not sent afterwards', async () => {
    await followAll()
    await publish('Four days')
    await publish('Deleted')
    server.refuseAll({ at: 'RCPT TO', reply: '550 5.4.5 Daily sending limit exceeded' })
    await pass(4 * DAY_MS, HOUR_MS)
    expect(await states()).toEqual(new Set(['waiting']))
    await blog().db.updateTable('followers').set({ posts: null }).where('email', '=', followers[0]!).execute()
    await blog().edit((trx) => trx.deleteFrom('posts').where('title', '=', 'Deleted').execute())
    server.refuseAll(null)
    await pass(2 * HOUR_MS)
    expect([copies('Four days').toSorted(), copies('Deleted')]).toEqual([followers.slice(1), []])
    expect(await states()).toEqual(new Set(['sent', 'dropped']))
  })

  it('delays a code, a confirmation and an invitation, and loses none', async () => {
    const { db } = blog()
    const [member, stranger] = [await blog().makeUser({ isFamily: true }), await blog().makeUser()]
    await outbox.put(db, { kind: 'password_changed', email: member.email, isAwaited: true })
    await outbox.put(db, { kind: 'verify_email', email: stranger.email, isAwaited: true, giveUpAfterMs: 3 * DAY_MS })
    const deliver = () =>
      sendMails({
        db,
        mailer,
        logger: blog().logger,
        now: () => blog().clock.now,
        pause: async (ms) => blog().clock.advance(ms),
      })
    server.refuseAll({ at: 'RCPT TO', reply: '550 Domain blog.example has exceeded the max emails per hour' })
    for (let minute = 0; minute < 120; minute += 1) {
      await deliver()
      blog().clock.advance(MINUTE_MS)
    }
    expect(await troubles()).toMatchObject([{ says: expect.stringContaining('exceeded the max emails per hour') }])
    server.refuseAll(null)
    for (let minute = 0; minute < 90; minute += 1) {
      await deliver()
      blog().clock.advance(MINUTE_MS)
    }
    const arrived = (email: string) => server.accepted.filter(({ to }) => to === email).length
    expect([arrived(member.email), arrived(stranger.email)]).toEqual([1, 1])
    expect(await troubles()).toEqual([])
  })

  it('is not lifted by a mail that was accepted late, after it had begun before', async () => {
    const { db, clock } = blog()
    const parts = { db, logger: blog().logger, now: () => clock.now, pause: async (ms: number) => clock.advance(ms) }
    const [asked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = {
      async send(mail: Parameters<Mailer['send']>[0]) {
        asked.resolve()
        await release.promise
        await mailer.send(mail)
      },
    }
    await outbox.put(db, { kind: 'let_in', email: `slow-${engine}@x.example` })
    const sending = sendMails({ ...parts, mailer: slow })
    await asked.promise
    clock.advance(1000)
    await outbox.put(db, { kind: 'let_in', email: `limited-${engine}@x.example` })
    server.refuseAll({ at: 'RCPT TO', reply: '550 5.4.5 Daily sending limit exceeded' })
    await sendMails({ ...parts, mailer })
    server.refuseAll(null)
    release.resolve()
    await sending
    expect(server.accepted.at(-1)?.to).toBe(`slow-${engine}@x.example`)
    expect(await troubles()).toMatchObject([{ says: expect.stringContaining('Daily sending limit exceeded') }])
  })

  it('is not heard in a refusal that comes for one address alone: it is a bounce, and other mails go on', async () => {
    await followAll()
    delivery.behave(async (mail) => {
      server.refuseAll(mail.to === followers[2] ? { at: 'RCPT TO', reply: '550 Unrouteable address' } : null)
      await mailer.send(mail)
    })
    for (const title of ['One', 'Two', 'Three']) {
      await publish(`${title} ${engine}`)
      await delivery.tick()
      expect(await troubles()).toEqual([])
      await pass(5 * MINUTE_MS)
      expect(copies(`${title} ${engine}`)).toHaveLength(7)
    }
    expect(await states()).toEqual(new Set(['sent', 'failed']))
    const ended = await blog().db.selectFrom('followers').select(['email', 'posts', 'bounces']).where('bounces', '>', 0).execute()
    expect(ended).toEqual([{ email: followers[2], posts: null, bounces: 3 }])
  })

  it('is not heard in one address that is refused within the hour after another mail was accepted', async () => {
    const { db } = blog()
    const dead = `dead-${engine}@x.example`
    delivery.behave(async (mail) => {
      server.refuseAll(mail.to === dead ? { at: 'RCPT TO', reply: '550 Unrouteable address' } : null)
      await mailer.send(mail)
    })
    await outbox.put(db, { kind: 'let_in', email: `guest-${engine}@x.example` })
    await delivery.tick()
    await outbox.put(db, { kind: 'let_in', email: dead })
    await pass(50 * MINUTE_MS)
    expect(server.asked.filter((email) => email === dead).length).toBeGreaterThan(2)
    expect(await troubles()).toEqual([])
  })

  it('that names a limit for one mailbox alone pauses other mails five times, and then no more', async () => {
    await followAll()
    delivery.behave(async (mail) => {
      server.refuseAll(mail.to === followers[2] ? { at: 'RCPT TO', reply: '552 Over quota' } : null)
      await mailer.send(mail)
    })
    await publish(`Full ${engine}`)
    let pauses = 0
    for (let hour = 0; hour < 4 * 24; hour += 1) {
      await outbox.put(blog().db, { kind: 'let_in', email: `guest${hour}@x.example` })
      await delivery.tickAfter(HOUR_MS)
      pauses += (await troubles()).length
    }
    expect([pauses, await states()]).toEqual([5, new Set(['sent', 'failed'])])
  })

  it('A newsletter that takes more than three days of the daily total is all sent, also when the total is lowered meanwhile', async () => {
    delivery.limit({ perDay: 40 })
    const many = Array.from({ length: 80 }, (_, index) => `reader${index}@x.example`)
    for (const email of many) await delivery.follow({ email })
    await publish(`Long ${engine}`)
    await pass(DAY_MS, 4 * HOUR_MS)
    delivery.limit({ perDay: 20 })
    await pass(6 * DAY_MS, 4 * HOUR_MS)
    expect([copies(`Long ${engine}`).length, await states()]).toEqual([many.length, new Set(['sent'])])
  })
})
