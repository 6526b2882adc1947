import { afterEach, beforeEach, expect, it } from 'vitest'
import { getMailSettings, getTestMail, sendTestMail } from '#operations/contract/operations.endpoints.ts'
import { removeBackupPlace } from '#operations/contract/backup-place.endpoints.ts'
import { HOUR_MS } from '#platform/contract/limits.ts'
import { createMailer, type Mailer } from '#platform/mail/mailer.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { createLogger } from '#platform/process/logger.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { type MailServer, startMailServer } from '#tests/support/mail/mail-server.ts'
import { sendMails } from '#tests/support/mail/send-mails.ts'
import { createTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '#tests/support/test-app.ts'

const refusing = (code: string, response?: string): Mailer['send'] => {
  return () => Promise.reject(Object.assign(new Error('refused'), { code, response }))
}

onEachEngine('Mail in the dashboard', (engine) => {
  let blog: TestApp
  let server: MailServer
  let mailer: Mailer
  let admin: TestUser

  beforeEach(async () => {
    server = await startMailServer()
    mailer = await createMailer({ smtpUrl: server.url, from: 'Kindred <blog@example.org>' })
    let count = 0
    const outbox = createOutbox({ now: () => blog.clock.now, newId: () => `mail-${(count += 1)}`, wake: () => {} })
    blog = await createTestApp({ engine, overrides: { outbox } })
    admin = await blog.makeAdmin()
  })
  afterEach(async () => {
    mailer.close()
    await blog.close()
    await server.stop()
  })
  const deliver = (send: Mailer['send'] = mailer.send) =>
    sendMails({
      db: blog.db,
      mailer: { ...mailer, send },
      logger: createLogger('silent'),
      now: () => blog.clock.now,
      readSiteName: async () => 'Our days',
      publicUrl: TEST_ORIGIN,
    })
  const ask = () => admin.call(sendTestMail)
  const stateOf = ({ _id }: { _id: string }) => admin.call(getTestMail, { params: { mail: _id } })

  it('A test mail goes to the admin that requested it, and its state is shown', async () => {
    const mail = await ask()
    expect(mail).toMatchObject({ email: admin.email, state: 'pending' })
    expect(await stateOf(mail)).toEqual(mail)
    expect(await admin.call(getMailSettings)).toMatchObject({ isSetUp: true, pending: 1, failed: 0, problem: null })
    await deliver()
    expect(await server.next(admin.email)).toMatchObject({ subject: 'A test mail of Our days', to: [admin.email] })
    expect(await stateOf(mail)).toMatchObject({ state: 'sent', problem: null })
    expect(await admin.call(getMailSettings)).toMatchObject({ pending: 0, failed: 0 })
  })

  it('Every admin hears when the place of the backups is changed', async () => {
    const other = await blog.makeAdmin()
    await admin.call(removeBackupPlace)
    await deliver()
    for (const { email } of [admin, other]) {
      const mail = await server.next(email)
      expect(mail.subject).toBe('The backups of Our days go elsewhere')
      expect(mail.text).toContain('They are not copied to another place now.')
    }
  })

  it('A refusal is shown with the reply of the mail server', async () => {
    blog.clock.advance(HOUR_MS)
    const mail = await ask()
    await deliver(refusing('EENVELOPE', '550 5.7.1 <blog@example.org>:\r\n Sender rejected'))
    const problem = 'The mail server did not accept it: it refused the sender or the recipient. It says: 550 5.7.1 …: Sender rejected'
    expect(await stateOf(mail)).toMatchObject({ state: 'failed', problem })
    expect(await admin.call(getMailSettings)).toMatchObject({ pending: 1, failed: 1, problem })
  })

  it('The state of other mails cannot be read by their id', async () => {
    await ask()
    await blog.db.updateTable('outbox').set({ kind: 'sign_in_code', problem: 'secret' }).execute()
    const { id } = await blog.db.selectFrom('outbox').select('id').executeTakeFirstOrThrow()
    expect(await stateOf({ _id: id })).toMatchObject({ problem: null })
  })
})

onEachEngine('Version and mail in the dashboard', (engine) => {
  const blog = useTestApp(engine)

  it('Without a mail server a test mail is refused, and the message says who can change that', async () => {
    const admin = await blog().makeAdmin()
    expect(await admin.call(getMailSettings)).toEqual({ isSetUp: false, host: '', from: '', pending: 0, failed: 0, problem: null })
    await expect(admin.call(sendTestMail)).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/^This blog cannot send mail yet/),
    })
  })
})
