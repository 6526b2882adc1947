import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMailer, type Mailer } from '#platform/mail/mailer.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { type FaultyMailServer, startFaultyMailServer, UNKNOWN_PREFIX } from '#tests/support/faulty-mail-server.ts'
import { TEST_ORIGIN } from '#tests/support/test-app.ts'
import { deliverMail } from './deliver-mail.ts'

onEachEngine('Delivery of account mails', (engine) => {
  const blog = useTestApp(engine)
  let server: FaultyMailServer
  let mailer: Mailer
  beforeAll(async () => {
    server = await startFaultyMailServer()
    mailer = await createMailer({ smtpUrl: server.url, from: 'blog@blog.example' })
  })
  beforeEach(async () => {
    await blog().db.deleteFrom('outbox').execute()
    await server.behave('none')
  })
  afterAll(async () => {
    mailer.close()
    await server.stop()
  })

  let ids = 0
  const queue = async (...addresses: string[]) => {
    const outbox = createOutbox({ now: () => blog().clock.now, newId: () => `mail-${String((ids += 1)).padStart(6, '0')}`, wake: () => {} })
    for (const email of addresses) await outbox.put(blog().db, { kind: 'follow', email })
  }
  const deliver = () =>
    deliverMail({
      db: blog().db,
      mailer,
      logger: { warn: () => {}, error: () => {} } as never,
      now: () => blog().clock.now,
      readSiteName: async () => 'Our days',
      publicUrl: TEST_ORIGIN,
      furtherMails: { follow: async () => ({ subject: 'Please confirm', text: 'Hello' }) },
    })
  const waiting = async () => (await blog().db.selectFrom('outbox').select('email').orderBy('id').execute()).map(({ email }) => email)
  const accepted = () => server.accepted.map(({ to }) => to)

  it('Mails to mailboxes that do not exist end at once, and the next mail goes out', async () => {
    const dead = Array.from({ length: 20 }, (_, index) => `${UNKNOWN_PREFIX}${index}@x.example`)
    await queue(...dead, 'mother@x.example')
    await deliver()
    expect([accepted().includes('mother@x.example'), await waiting()]).toEqual([true, []])
    const asked = server.asked.length
    blog().clock.advance(3_600_000)
    await deliver()
    expect(server.asked.length).toBe(asked)
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
})
