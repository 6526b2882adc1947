import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#platform/contract/limits.ts'
import { createMailer, type Mailer } from '#platform/mail/mailer.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { startMails } from '#platform/mail/start-mails.ts'
import { createSecretKey, deriveMailToken } from '#platform/security/tokens.ts'
import { createAttempt, attachMail } from '#accounts/server/codes/codes.store.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import {
  DEFERRED_PREFIX,
  type FaultyMailServer,
  HANGING_PREFIX,
  ONCE_PREFIX,
  startFaultyMailServer,
} from '#tests/support/mail/faulty-mail-server.ts'
import { sendMails, testMailKinds } from '#tests/support/mail/send-mails.ts'
import type { AddressMailKind } from '#migrations/schema.ts'

onEachEngine('The attempts of a mail', (engine) => {
  const blog = useTestApp(engine)
  let server: FaultyMailServer
  let mailer: Mailer
  let ids = 0

  beforeAll(async () => {
    server = await startFaultyMailServer()
    mailer = await createMailer({ smtpUrl: server.url, from: 'blog@blog.example', publicUrl: 'https://blog.example' })
  })
  afterAll(async () => {
    mailer.close()
    await server.stop()
  })
  beforeEach(async () => {
    for (const table of ['outbox', 'mail_server'] as const) await blog().db.deleteFrom(table).execute()
    await server.behave('none')
  })

  const outbox = createOutbox({ now: () => blog().clock.now, newId: () => `attempt-${(ids += 1)}`, wake: () => {} })
  const deliver = (pause = async (ms: number) => blog().clock.advance(ms), limits?: { perSecond: number; perDay: number }) =>
    sendMails({ db: blog().db, mailer, logger: blog().logger, now: () => blog().clock.now, pause, ...(limits && { limits }) })
  const mailsTo = (email: string) => server.accepted.filter(({ to }) => to === email)

  /** What the tokens of the mails belong to. */
  async function prepare(kind: AddressMailKind): Promise<string> {
    const { db, clock } = blog()
    if (kind === 'verify_email') return (await blog().makeUser({ isFamily: true })).email
    if (kind === 'second_step' || kind === 'sign_in_code') {
      const user = await blog().makeAdmin()
      const purpose = kind === 'second_step' ? kind : 'sign_in'
      const attempt = await createAttempt(db, { purpose, email: user.email, userId: user.id, sessionId: null, now: clock.now })
      await attachMail(db, { attempt, now: clock.now, mailId: `attempt-${ids + 1}` })
      return user.email
    }
    const email = `guest-${(ids += 1)}-${engine}@x.example`
    const row = { created_at: clock.now }
    await db
      .insertInto('followers')
      .values({ ...row, id: email, email, link_key: 'key', posts: 'weekly', digest_through: clock.now })
      .execute()
    return email
  }

  it.each(['sign_in_code', 'verify_email', 'second_step', 'follow'] as const)(
    'carry the same Message-ID, link and code (%s), so that a copy is the same mail',
    async (kind) => {
      const email = await prepare(kind)
      await outbox.put(blog().db, { kind, email })
      // It is accepted, but the connection breaks before the response.
      await server.behave('drops')
      await deliver()
      await server.behave('none')
      blog().clock.advance(2 * MINUTE_MS)
      await deliver()
      const copies = mailsTo(email)
      expect(copies).toHaveLength(2)
      const bodies = copies.map(({ whole }) => whole.split('\r\n\r\n').slice(1).join('\r\n\r\n'))
      expect([new Set(copies.map(({ messageId }) => messageId)).size, new Set(copies.map(({ subject }) => subject)).size]).toEqual([1, 1])
      expect(bodies[0]).toBe(bodies[1])
      await outbox.put(blog().db, { kind, email })
      if (kind === 'second_step' || kind === 'sign_in_code') return
      await blog().db.deleteFrom('rate_limits').execute()
      await deliver()
      // Another mail is another one.
      expect(mailsTo(email)[2]?.messageId).not.toBe(copies[0]?.messageId)
      expect(mailsTo(email)[2]?.whole).not.toContain(bodies[0])
    },
  )

  it('end with the use of the link, although the response to the mail was lost', async () => {
    const email = await prepare('verify_email')
    await outbox.put(blog().db, { kind: 'verify_email', email })
    await server.behave('drops')
    await deliver()
    const token = /If the page asks for a code: ([\w-]{43})/.exec(mailsTo(email)[0]?.whole.replaceAll('=\r\n', '') ?? '')?.[1]
    const use = async () => (await blog().visitor().post('/api/auth/verify-email', { token })).status
    expect(await use()).toBe(200)
    await server.behave('none')
    blog().clock.advance(2 * MINUTE_MS)
    await deliver()
    expect(await use()).toBe(400)
    expect(await blog().db.selectFrom('outbox').select('id').where('kind', '=', 'verify_email').execute()).toEqual([])
  })

  it.each(['let_in', 'follow'] as const)(
    'A blog that stops takes back a mail of which nothing was sent, and the next process sends it at once (%s)',
    async (kind) => {
      const { db } = blog()
      const email = `${ONCE_PREFIX}${HANGING_PREFIX}${kind}-${engine}@x.example`
      blog().clock.advance(Date.now() - blog().clock.now)
      const row = { id: email, email, link_key: 'key', posts: 'weekly' as const, digest_through: Date.now(), created_at: Date.now() }
      if (kind === 'follow') await db.insertInto('followers').values(row).execute()
      await createOutbox({ now: Date.now, newId: () => `stop-${kind}-${engine}`, wake: () => {} }).put(db, { kind, email })
      const mails = startMails({
        db,
        kinds: testMailKinds({ now: Date.now }),
        mailer: await createMailer({ smtpUrl: server.url, from: 'a@blog.example' }),
        queue: async () => {},
        limits: { perSecond: 10, perDay: 10_000 },
        logger: blog().logger,
        now: Date.now,
        readContact: async () => '',
      })
      await expect.poll(() => server.asked.includes(email)).toBe(true)
      await mails.stop()
      const { state, next_attempt_at: dueAt } = await db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
      expect([state, dueAt <= Date.now()]).toEqual(['waiting', true])
      blog().clock.advance(MINUTE_MS)
      await deliver()
      expect(mailsTo(email)).toHaveLength(1)
    },
  )

  it('Somebody waits for a code that the mail server takes later: a pause of the server does not hold it up', async () => {
    const { db, clock } = blog()
    const email = `${ONCE_PREFIX}${DEFERRED_PREFIX}code-${engine}@x.example`
    await outbox.put(db, { kind: 'let_in', email, isAwaited: true })
    const at = clock.now
    await db
      .insertInto('mail_server')
      .values({
        id: 1,
        next_at: at + 10 * MINUTE_MS,
        failures: 4,
        problem: 'away',
        failing_since: at,
        accepted_at: 0,
        pace_at: 0,
        hours: '{}',
      })
      .execute()
    await deliver()
    clock.advance(5 * SECOND_MS)
    await deliver()
    expect(mailsTo(email)).toHaveLength(1)
  })

  it('have tokens of the password of a setting, the same in each process; without one they are those of the process', async () => {
    const derive = async (...urls: string[]) => deriveMailToken(await createSecretKey(urls), 'mail-1')
    const [database, mail] = ['postgres://blog:secret@db.example/blog', 'smtp://blog:hunter2@mail.example']
    expect(await derive(database, mail)).toBe(await derive(database, 'smtp://blog:corrected@mail.example'))
    expect(await derive('sqlite:/data/kindred.sqlite', mail)).toBe(await derive('sqlite:/data/kindred.sqlite', mail))
    expect(await derive(database)).not.toBe(await derive(mail))
    expect(await derive('sqlite:/data/kindred.sqlite')).not.toBe(await derive('sqlite:/data/kindred.sqlite'))
  })
})
