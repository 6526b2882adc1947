import { afterAll, beforeAll, expect, it } from 'vitest'
import { getSite } from '#site/contract/site.endpoints.ts'
import { createSignInLink } from '#accounts/contract/auth.endpoints.ts'
import { updateUser } from '#accounts/contract/users.endpoints.ts'
import { DAY_MS, HOUR_MS } from '#platform/contract/limits.ts'
import { createMailer, type Mailer } from '#platform/mail/mailer.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { createLogger } from '#platform/process/logger.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { type MailServer, startMailServer, tokenIn } from '#tests/support/mail/mail-server.ts'
import { sendMails } from '#tests/support/mail/send-mails.ts'
import { createTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '#tests/support/test-app.ts'

const NEW_PASSWORD = 'a brand new password'
const CODE = '/api/auth/code'
const LINK = '/api/auth/link'
const VERIFY = '/api/auth/verify-email'

onEachEngine('links by mail', (engine) => {
  let blog: TestApp
  let server: MailServer
  let mailer: Mailer
  const logged: string[] = []

  const deliver = () => {
    const logger = createLogger('trace', { write: (line) => void logged.push(line) })
    return sendMails({
      db: blog.db,
      mailer,
      logger,
      now: () => blog.clock.now,
      readSiteName: async () => 'Kindred',
      publicUrl: TEST_ORIGIN,
    })
  }
  beforeAll(async () => {
    server = await startMailServer()
    mailer = await createMailer({ smtpUrl: server.url, from: 'Kindred <blog@example.org>' })
    const now = () => blog.clock.now
    let count = 0
    const outbox = createOutbox({ now, newId: () => `mail-${(count += 1)}`, wake: () => {} })
    blog = await createTestApp({ engine, overrides: { outbox } })
  })
  afterAll(async () => {
    mailer.close()
    await blog.close()
    await server.stop()
  })

  it('confirm the email of a new account', async () => {
    await blog.visitor().post('/api/auth/signup', { username: 'newcomer', email: 'newcomer@example.org', password: NEW_PASSWORD })
    await deliver()
    const mail = await server.next('newcomer@example.org')
    expect(mail.text).toContain(`${TEST_ORIGIN}/verify-email#`)
    const user = await blog.signIn({ email: 'newcomer@example.org', password: NEW_PASSWORD })
    const isVerified = async () => (await user.get('/api/auth/session')).body.emailVerified
    expect(await isVerified()).toBe(false)
    expect((await blog.visitor().get(`/api/auth/verify-email?token=${tokenIn(mail)}`)).status).toBe(404)
    expect(await isVerified()).toBe(false)
    blog.clock.advance(2 * DAY_MS)
    expect((await blog.visitor().post(VERIFY, { token: tokenIn(mail) })).status).toBe(200)
    expect(await isVerified()).toBe(true)
    expect((await blog.visitor().post(VERIFY, { token: tokenIn(mail) })).body.message).toMatch(/Your profile says whether/)
    expect((await user.post('/api/auth/send-verification')).status).toBe(409)
  })

  it('A new email gets a link, and the old one a notice', async () => {
    const user = await blog.makeUser({ username: 'mover' })
    await blog.db.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute()
    await user.call(updateUser, { params: { userId: user.id }, body: { email: 'mover.new@example.org' } })
    await deliver()
    expect(await server.next(user.email)).toMatchObject({ subject: 'Your email address at Kindred was changed' })
    const { text } = await server.next('mover.new@example.org')
    expect(text).toContain('/verify-email#')
    expect(await user.post('/api/auth/send-verification')).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('within the last day') },
    })
    blog.clock.advance(DAY_MS)
    expect((await user.post('/api/auth/send-verification')).status).toBe(200)
    await deliver()
    await server.next('mover.new@example.org')
  })

  it('are sent to one address at most five times an hour, however many accounts enter it', async () => {
    const statuses: number[] = []
    for (let turn = 0; turn < 6; turn += 1) {
      const user = await blog.makeUser()
      statuses.push((await user.put(`/api/user/update/${user.id}`, { email: 'target@example.org' })).status)
      await blog.db
        .updateTable('users')
        .set({ email: `${user.username}@example.com` })
        .where('id', '=', user.id)
        .execute()
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect((await blog.visitor().post(CODE, { email: 'target@example.org' })).status).toBe(429)
    await blog.db.deleteFrom('outbox').execute()
  })

  it.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}=`, "' or '1'='1", '../../etc/passwd', 'A'.repeat(5000)])(
    'are refused with the token %j',
    async (token) => {
      expect((await blog.visitor().post(LINK, { token })).status).toBe(400)
      expect((await blog.visitor().post(VERIFY, { token })).status).toBe(400)
    },
  )
})

onEachEngine('A blog without mail', (engine) => {
  const blog = useTestApp(engine)

  it('refuses requests for codes and links with a message', async () => {
    expect((await blog().visitor().call(getSite)).mail).toBe(false)
    const response = await blog().visitor().post(CODE, { email: 'a@example.org' })
    expect(response).toMatchObject({ status: 404, body: { message: 'This blog cannot send mail. Please ask the people who run it.' } })
    const user = await blog().signUp({ username: 'plain1', email: 'plain1@example.org', password: NEW_PASSWORD })
    for (const call of ['send-verification', 'code/confirmation']) expect((await user.post(`/api/auth/${call}`)).status).toBe(404)
    expect(await blog().db.selectFrom('outbox').select('id').execute()).toEqual([])
  })

  /** As an admin hands it out. */
  const makeLink = async (owner: TestUser) => {
    const admin = await blog().makeAdmin()
    const { link } = await admin.call(createSignInLink, { params: { userId: owner.id } })
    expect(link).toContain(`${TEST_ORIGIN}/sign-in?step=link&from=%2Fdashboard%3Ftab%3Dprofile#`)
    return link.slice(link.indexOf('#') + 1)
  }

  it('A link that an admin makes signs its owner in, once, within an hour, by a press alone', async () => {
    const owner = await blog().makeUser()
    const token = await makeLink(owner)
    expect(JSON.stringify(await blog().db.selectFrom('account_links').selectAll().execute())).not.toContain(token)
    const device = blog().visitor()
    // What previews of messengers do.
    for (const path of ['/sign-in?step=link', `/api/auth/link?token=${token}`]) await device.send(path, {})
    expect(device.cookie).toBeUndefined()
    expect(await blog().visitor().post(VERIFY, { token })).toMatchObject({ status: 400 })
    expect(await device.post(LINK, { token })).toMatchObject({ status: 200, body: { _id: owner.id } })
    // The sign-in is recent, so a new password needs no former one.
    expect(await device.put(`/api/user/update/${owner.id}`, { password: NEW_PASSWORD })).toMatchObject({ status: 200 })
    expect(await blog().visitor().post(LINK, { token })).toMatchObject({ status: 400, body: { message: expect.stringContaining('used') } })
    const late = await makeLink(owner)
    blog().clock.advance(HOUR_MS)
    expect((await blog().visitor().post(LINK, { token: late })).status).toBe(400)
  })

  it('Making a link needs an admin, and an account that is enabled', async () => {
    const [owner, admin] = [await blog().makeUser(), await blog().makeAdmin()]
    const make = (by: TestUser, id = owner.id) => by.post(`/api/user/sign-in-link/${id}`)
    expect((await make(owner)).status).toBe(403)
    await blog().db.updateTable('users').set({ disabled_at: 1 }).where('id', '=', owner.id).execute()
    expect(await make(admin)).toMatchObject({ status: 401, body: { code: 'account_disabled' } })
  })

  it('A link is a first step alone for an admin who needs two', async () => {
    const admin = await blog().makeAdmin()
    const token = await makeLink(admin)
    await blog().db.insertInto('settings').values({ name: 'adminSecondStep', value: '"required"' }).execute()
    const device = blog().visitor()
    expect((await device.post(LINK, { token })).status).toBe(403)
    expect(device.cookie).toBeUndefined()
    await blog().db.deleteFrom('settings').where('name', '=', 'adminSecondStep').execute()
  })
})
