import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMailer, type Mailer } from '#platform/mail/mailer.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { type StartedMails, startMails } from '#platform/mail/start-mails.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { type FaultyMailServer, HANGING_PREFIX, startFaultyMailServer, UNKNOWN_PREFIX } from '#tests/support/faulty-mail-server.ts'
import { DEFAULT_MAIL_LIMITS, type MailLimits } from './mail-limits.ts'
import { sendMails, testMailKinds } from '#tests/support/send-mails.ts'

onEachEngine('Sending mails', (engine) => {
  const blog = useTestApp(engine)
  let server: FaultyMailServer
  let mailer: Mailer
  beforeAll(async () => {
    server = await startFaultyMailServer()
    mailer = await createMailer({ smtpUrl: server.url, from: 'blog@blog.example' })
  })
  beforeEach(async () => {
    await blog().db.deleteFrom('outbox').execute()
    await blog().db.deleteFrom('mail_server').execute()
    await server.behave('none')
  })
  afterAll(async () => {
    mailer.close()
    await server.stop()
  })

  /** Sends in all lanes, in real time. */
  async function start(): Promise<StartedMails> {
    return startMails({
      db: blog().db,
      kinds: testMailKinds({ now: Date.now, composeForFollower: async () => ({ subject: 'News', text: 'News' }) }),
      mailer: await createMailer({ smtpUrl: server.url, from: 'blog@blog.example' }),
      queue: async () => {},
      limits: { perSecond: 10, perDay: 10_000 },
      logger: blog().logger,
      now: Date.now,
      readContact: async () => '',
    })
  }

  let ids = 0
  const queue = async (...addresses: string[]) => {
    const outbox = createOutbox({ now: () => blog().clock.now, newId: () => `mail-${String((ids += 1)).padStart(6, '0')}`, wake: () => {} })
    for (const email of addresses) await outbox.put(blog().db, { kind: 'let_in', email })
  }
  const deliver = (through: Pick<Mailer, 'send'> = mailer, limits = DEFAULT_MAIL_LIMITS as Pick<MailLimits, 'perSecond' | 'perDay'>) =>
    sendMails({
      db: blog().db,
      limits,
      mailer: through,
      logger: { warn: () => {}, error: () => {} } as never,
      now: () => blog().clock.now,
      pause: async (ms) => blog().clock.advance(ms),
    })
  const waiting = async () => (await blog().db.selectFrom('outbox').select('email').orderBy('id').execute()).map(({ email }) => email)
  const accepted = () => server.accepted.map(({ to }) => to)

  it('Mails to mailboxes that do not exist delay no other mail, and are tried ever more rarely until they end', async () => {
    const dead = Array.from({ length: 5 }, (_, index) => `${UNKNOWN_PREFIX}${index}@x.example`)
    await queue(...dead, 'mother@x.example')
    await deliver()
    expect([accepted().includes('mother@x.example'), await waiting()]).toEqual([true, dead])
    const asked = server.asked.length
    for (let hour = 0; hour < 23; hour += 1) {
      blog().clock.advance(3_600_000)
      await deliver()
    }
    expect(server.asked.length).toBeLessThan(asked + 10 * dead.length)
    blog().clock.advance(3 * 3_600_000)
    await deliver()
    expect(await waiting()).toEqual([])
  })

  it('A mail that its server takes later waits alone', async () => {
    await server.behave('later')
    const addresses = Array.from({ length: 24 }, (_, index) => `reader-${index}@x.example`)
    await queue(...addresses)
    await deliver()
    const left = await waiting()
    expect(left.length).toBeGreaterThan(0)
    expect(left.length).toBeLessThan(12)
    await server.behave('none')
    blog().clock.advance(3_600_000)
    await deliver()
    expect([await waiting(), new Set(accepted()).size >= addresses.length]).toEqual([[], true])
  })

  it('While the mail server is away all mails wait, and none is lost', async () => {
    await server.behave('away')
    await queue('a@x.example', 'b@x.example')
    await deliver()
    expect(await waiting()).toEqual(['a@x.example', 'b@x.example'])
  })

  it('The daily total is never passed, and a part of it is left to codes', async () => {
    const { db, clock } = blog()
    await db.deleteFrom('mail_server').execute()
    const deliverFew = () => deliver(mailer, { perSecond: 2, perDay: 20 })
    const outbox = createOutbox({ now: () => clock.now, newId: () => `day-${String((ids += 1)).padStart(6, '0')}`, wake: () => {} })
    const family = await blog().makeUser({ isFamily: true })
    const before = server.accepted.length
    const sent = () => server.accepted.slice(before)
    for (let number = 0; number < 12; number += 1) {
      const user = await blog().makeUser({ email: `stranger-${engine}-${number}@x.example` })
      await outbox.put(db, { kind: 'verify_email', email: user.email, isAwaited: true })
    }
    await deliverFew()
    expect(sent().length).toBe(5)
    await queue(...Array.from({ length: 20 }, (_, number) => `reader-${engine}-${number}@x.example`))
    await deliverFew()
    expect(sent().length).toBe(14)
    for (let number = 0; number < 8; number += 1) await outbox.put(db, { kind: 'password_changed', email: family.email, isAwaited: true })
    await deliverFew()
    expect([sent().length, sent().filter(({ to }) => to === family.email).length]).toEqual([20, 6])
    for (let hour = 0; hour < 23; hour += 1) {
      clock.advance(3_600_000)
      await deliverFew()
    }
    expect(sent().length).toBe(20)
    clock.advance(2 * 3_600_000)
    await queue(...Array.from({ length: 20 }, (_, number) => `tomorrow-${engine}-${number}@x.example`))
    await deliverFew()
    expect(sent().at(-1)?.to).toMatch('tomorrow')
    // Confirmations have a part of their own, too.
    const late = await blog().makeUser({ email: `late-${engine}@x.example` })
    await outbox.put(db, { kind: 'verify_email', email: late.email, isAwaited: true })
    const waits = (await waiting()).length
    await deliverFew()
    expect([sent().at(-1)?.to, (await waiting()).length]).toEqual([late.email, waits - 1])
  })

  it('A code arrives within seconds while newsletters, dead mailboxes and one that never responds wait', async () => {
    const { db } = blog()
    const user = await blog().makeUser({ email: `mother-${engine}@x.example`, isFamily: true })
    const time = Date.now()
    const followers = Array.from({ length: 1000 }, (_, index) => ({
      id: `follower-${index}`,
      email: `follower-${index}@x.example`,
      link_key: 'key',
      posts: 'at_once' as const,
      confirmed_at: 1,
      digest_through: 0,
      created_at: 0,
    }))
    const row = { next_attempt_at: time - 1, give_up_at: time + 86_400_000, created_at: time - 1 }
    const newsletters = followers.map(({ id }) => ({ ...row, id: `post:${id}`, kind: 'post' as const, follower_id: id, priority: 3 }))
    const dead = Array.from({ length: 100 }, (_, index) => `${UNKNOWN_PREFIX}${index}@x.example`)
    const notices = [`${HANGING_PREFIX}1@x.example`, ...dead].map((email, index) => ({
      ...row,
      id: `notice-${index}`,
      kind: 'let_in' as const,
      email,
      priority: 2,
    }))
    await db.insertInto('followers').values(followers).execute()
    await db.insertInto('outbox').values(newsletters).execute()
    await db.insertInto('outbox').values(notices).execute()
    const mails = await start()
    try {
      await expect.poll(() => server.asked.some((to) => to.startsWith(HANGING_PREFIX))).toBe(true)
      const outbox = createOutbox({ now: Date.now, newId: () => `code-${engine}`, wake: mails.wake })
      await outbox.put(db, { kind: 'password_changed', email: user.email, isAwaited: true })
      await expect.poll(() => accepted().includes(user.email)).toBe(true)
      await expect.poll(() => accepted().some((to) => to.startsWith('follower-'))).toBe(true)
    } finally {
      server.letGo()
      await mails.stop()
    }
  })

  it('An invitation arrives within seconds while mails to many strangers, and to some members, get no response', async () => {
    const { db } = blog()
    const time = Date.now()
    const row = { next_attempt_at: time - 1, give_up_at: time + 86_400_000, created_at: time - 1, state: 'waiting' as const }
    const hanging = (name: string) => `${HANGING_PREFIX}${name}-${engine}@x.example`
    const asks = Array.from({ length: 20 }, (_, index) => ({
      ...row,
      id: `ask-${index}`,
      kind: 'follow' as const,
      email: hanging(`s${index}`),
    }))
    await db
      .insertInto('outbox')
      .values(asks.map((ask) => ({ ...ask, priority: 1 })))
      .execute()
    await db
      .insertInto('outbox')
      .values(['a', 'b', 'c'].map((id) => ({ ...row, id, kind: 'let_in', email: hanging(id), priority: 0 })))
      .execute()
    const guest = `guest-${engine}@x.example`
    await db
      .insertInto('outbox')
      .values({ ...row, id: 'guest', kind: 'let_in', email: guest, priority: 0 })
      .execute()
    const mails = await start()
    try {
      await expect.poll(() => accepted().includes(guest)).toBe(true)
    } finally {
      server.letGo()
      await mails.stop()
    }
  })

  it('A mail about which the server is silent again pauses no other', async () => {
    const silence = Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' })
    const sent: string[] = []
    const silent = {
      send: async ({ to }: { readonly to: string }) => {
        if (to.startsWith(HANGING_PREFIX)) throw silence
        sent.push(to)
      },
    }
    const turn = () => deliver(silent)
    await queue(`${HANGING_PREFIX}member@x.example`)
    await turn()
    await queue('first@x.example')
    await turn()
    expect(sent).toEqual([])
    blog().clock.advance(60_000)
    await turn()
    expect(sent).toEqual(['first@x.example'])
    blog().clock.advance(3_600_000)
    await turn()
    await queue('second@x.example')
    await turn()
    expect([sent, (await waiting()).length]).toEqual([['first@x.example', 'second@x.example'], 1])
  })
})
