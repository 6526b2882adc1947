import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyMailServer, startFaultyMailServer, UNKNOWN_PREFIX } from '#tests/support/mail/faulty-mail-server.ts'
import { classifyMailFailure, describeRefusal } from './mail-failure.ts'
import { createMailer, type Mailer } from './mailer.ts'

// The first counts the connections of all before it.
describe('A mail that a real mail server does not accept', { shuffle: false }, () => {
  let server: FaultyMailServer
  let mailer: Mailer
  beforeAll(async () => {
    server = await startFaultyMailServer()
    mailer = await createMailer({ smtpUrl: server.url, from: 'blog@example.org', timeoutMs: 5000 })
  })
  afterAll(async () => {
    mailer.close()
    await server.stop()
  })
  const send = (to = 'aunt@example.org') =>
    mailer
      .send({ to, subject: 'News', text: 'Some news.', messageId: '<one@example.org>' })
      .then(() => 'sent' as const, classifyMailFailure)
  const sendMany = async (count: number) => {
    const outcomes = new Set<string>()
    for (let index = 0; index < count; index += 1) outcomes.add(await send())
    return [...outcomes].toSorted()
  }

  it('Many mails share one connection', async () => {
    expect(await sendMany(20)).toEqual(['sent'])
    expect(server.connectionsMax()).toBe(1)
    expect(server.accepted.at(-1)).toMatchObject({ to: 'aunt@example.org', subject: 'News', messageId: '<one@example.org>' })
  })

  it('4xx is temporary, 5xx is permanent, an unknown address is a bounce; the connection stays open', async () => {
    await server.behave('later')
    expect(await sendMany(8)).toEqual(['later', 'sent'])
    await server.behave('refused')
    expect(await sendMany(8)).toEqual(['refused', 'sent', 'unclear'])
    await server.behave('none')
    expect(await send(`${UNKNOWN_PREFIX}1@example.org`)).toBe('bounced')
    expect(await send()).toBe('sent')
    // A refused mail may leave its connection just when the next one looks for one.
    expect(server.connectionsMax()).toBeLessThan(3)
  })

  it('A server that closes half-way, hangs or is down is a server failure; no mail is lost or sent twice', async () => {
    const before = server.accepted.length
    await server.behave('closes')
    expect(await sendMany(3)).toEqual(['sent', 'server'])
    await server.behave('hangs')
    expect(await send()).toBe('server')
    await server.behave('away')
    expect(await send()).toBe('server')
    await server.behave('none')
    expect(await send()).toBe('sent')
    expect(server.accepted.length).toBe(before + 3)
  })

  it('Errors of the sender, the sign-in or the service are server failures, and limits are about the blog', () => {
    const failure = (code: string, command: string, response: string) =>
      classifyMailFailure(Object.assign(new Error(response), { code, command, response, responseCode: Number(response.slice(0, 3)) }))
    expect(failure('EENVELOPE', 'MAIL FROM', '550 5.4.5 Daily sending limit exceeded')).toBe('server')
    expect(failure('EAUTH', 'AUTH PLAIN', '535 5.7.8 Bad credentials')).toBe('server')
    expect(failure('EENVELOPE', 'RCPT TO', '421 4.3.0 Closing')).toBe('server')
    expect(failure('EENVELOPE', 'RCPT TO', '530 5.7.0 Authentication required')).toBe('server')
    expect(failure('EENVELOPE', 'RCPT TO', '454 4.7.0 Temporary authentication failure')).toBe('server')
    expect(failure('EENVELOPE', 'RCPT TO', '554 5.7.1 Relay access denied')).toBe('blog')
    expect(failure('EENVELOPE', 'RCPT TO', '550 5.1.90 You have reached the daily limit for message recipients')).toBe('blog')
    expect(failure('EENVELOPE', 'RCPT TO', '550 5.7.60 SMTP; Client does not have permissions to send as this sender')).toBe('blog')
    expect(failure('EMESSAGE', 'DATA', '550 5.4.5 Cannot be sent')).toBe('blog')
    expect(failure('EENVELOPE', 'RCPT TO', '552 5.2.2 Mailbox over quota')).toBe('refused')
    expect(failure('EENVELOPE', 'RCPT TO', '552 Requested mail action aborted: exceeded storage allocation')).toBe('unclear')
    expect(failure('EENVELOPE', 'RCPT TO', '452 Mailbox exceeds its limit, try later')).toBe('later')
    expect(failure('EENVELOPE', 'RCPT TO', '501 5.1.3 Bad recipient address syntax')).toBe('bounced')
    expect(failure('EENVELOPE', 'RCPT TO', '521 5.2.1 This account takes no mail')).toBe('bounced')
    expect(failure('EMESSAGE', 'DATA', '523 5.3.4 Too large')).toBe('refused')
    expect(failure('EENVELOPE', 'RCPT TO', '421 4.2.1 Closing')).toBe('server')
    expect(failure('EENVELOPE', 'RCPT TO', '450 4.2.1 This user receives mail at a rate that is too high')).toBe('later')
    expect(failure('EENVELOPE', 'RCPT TO', '550-5.1.1 The account <limit@x.example> does not exist\n550 5.1.1 There is a limit')).toBe(
      'bounced',
    )
    expect(failure('EENVELOPE', 'RCPT TO', '550 <rate@quota.example> No such user')).toBe('unclear')
    expect(classifyMailFailure(Object.assign(new Error('Invalid recipient'), { code: 'EENVELOPE', command: 'API' }))).toBe('refused')
    expect(classifyMailFailure(new Error('anything else'))).toBe('server')
  })

  it('What admins read has the reply, without addresses and without what may be a secret', () => {
    const refusal = (parts: object) => Object.assign(new Error('refused'), parts)
    const reply = '550 5.4.5 <mother@blog.example>: limit of mother@blog.example exceeded, a1b2c3d4e5f6g7h8i9j0k1l2'
    expect(describeRefusal(refusal({ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: reply }), 'blog')).toBe(
      'The mail server did not accept it: it takes no mail from this blog now. It says: 550 5.4.5 …: limit of … exceeded, …',
    )
    expect(describeRefusal(refusal({ code: 'ECONNECTION', responseCode: 421, response: '421 4.7.0 Try again later' }), 'blog')).toContain(
      'It says: 421 4.7.0 Try again later',
    )
    expect(describeRefusal(refusal({ code: 'EAUTH', responseCode: 535, response: '535 wrong: hunter2' }), 'blog')).not.toContain('hunter2')
  })
})
