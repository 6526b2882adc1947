import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#platform/contract/limits.ts'
import { createMailer, type Mailer } from '#platform/mail/mailer.ts'
import { createOutbox, type NewMail } from '#platform/mail/outbox.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { type FaultyMailServer, startFaultyMailServer, UNKNOWN_PREFIX } from '#tests/support/mail/faulty-mail-server.ts'
import { sendMails } from '#tests/support/mail/send-mails.ts'

onEachEngine('A mail to an address that was entered', (engine) => {
  const blog = useTestApp(engine)
  let server: FaultyMailServer
  let mailer: Mailer
  let ids = 0

  beforeAll(async () => {
    server = await startFaultyMailServer()
    mailer = await createMailer({ smtpUrl: server.url, from: 'blog@blog.example' })
  })
  afterAll(async () => {
    mailer.close()
    await server.stop()
  })
  beforeEach(async () => {
    for (const table of ['outbox', 'mail_server', 'rate_limits'] as const) await blog().db.deleteFrom(table).execute()
    server.refuseAll(null)
  })

  const outbox = createOutbox({ now: () => blog().clock.now, newId: () => `ask-${(ids += 1)}`, wake: () => {} })
  const put = (mail: NewMail) => outbox.put(blog().db, mail)
  const deliver = () =>
    sendMails({
      db: blog().db,
      mailer,
      logger: blog().logger,
      now: () => blog().clock.now,
      pause: async (ms) => blog().clock.advance(ms),
    })
  const attemptsTo = (email: string) => server.asked.filter((to) => to === email).length
  const states = async () => (await blog().db.selectFrom('outbox').select('state').execute()).map(({ state }) => state)
  const address = () => `ask-${engine}-${(ids += 1)}@x.example`

  /** Delivers every half an hour, as long as the mail waits. */
  async function passUntilEnd(maxMs: number): Promise<void> {
    for (let passed = 0; passed < maxMs && (await states()).includes('waiting'); passed += HOUR_MS / 2) {
      await deliver()
      blog().clock.advance(HOUR_MS / 2)
    }
  }

  async function follow(email: string): Promise<void> {
    const row = { id: email, email, link_key: 'key', posts: 'weekly' as const, digest_through: blog().clock.now }
    await blog()
      .db.insertInto('followers')
      .values({ ...row, created_at: blog().clock.now })
      .execute()
    await put({ kind: 'follow', email, isAwaited: true, giveUpAfterMs: 7 * DAY_MS })
  }

  it.each(['525 5.7.13 User account disabled', '501 5.1.3 Bad recipient address syntax', '521 5.2.1 This host does not accept mail'])(
    'pauses no other mail with “%s”',
    async (reply) => {
      await follow(address())
      server.refuseAll({ at: 'RCPT TO', reply })
      await deliver()
      server.refuseAll(null)
      const member = (await blog().makeUser({ isFamily: true })).email
      await put({ kind: 'let_in', email: member })
      await deliver()
      expect(server.accepted.filter(({ to }) => to === member)).toHaveLength(1)
    },
  )

  it.each(['follow', 'verify_email'] as const)('is tried once where the address does not exist (%s)', async (kind) => {
    const email = `${UNKNOWN_PREFIX}${address()}`
    if (kind === 'follow') await follow(email)
    if (kind === 'verify_email') {
      await blog().makeUser({ email })
      await put({ kind, email, isAwaited: true, giveUpAfterMs: 3 * DAY_MS })
    }
    await passUntilEnd(7 * DAY_MS)
    expect([attemptsTo(email), await states()]).toEqual([1, []])
  })

  it('is tried rarely where the mail server refuses it without a reason, and each attempt uses the share of the day', async () => {
    const email = address()
    await follow(email)
    server.refuseAll({ at: 'RCPT TO', reply: '550 No' })
    await deliver()
    const { hours } = await blog().db.selectFrom('mail_server').select('hours').executeTakeFirstOrThrow()
    expect(Object.values(JSON.parse(hours) as object)).toEqual([[1, 1]])
    await passUntilEnd(8 * DAY_MS)
    expect(await states()).toEqual([])
    expect(attemptsTo(email)).toBeGreaterThan(1)
    expect(attemptsTo(email)).toBeLessThan(23)
  })
})
