import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMailer, type Mailer } from '#platform/mail/mailer.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { type FaultyMailServer, HANGING_PREFIX, startFaultyMailServer, UNKNOWN_PREFIX } from '#tests/support/mail/faulty-mail-server.ts'
import { DEFAULT_MAIL_LIMITS, type MailLimits } from './mail-limits.ts'
import { sendMails } from '#tests/support/mail/send-mails.ts'

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
    blog().clock.advance(3 * 24 * 3_600_000)
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
    await db.deleteFrom('outbox').execute()
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
