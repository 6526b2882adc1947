import { afterAll, beforeAll, expect, it } from 'vitest'
import { getSite } from '#site/contract/site.endpoints.ts'
import { updateUser } from '#accounts/contract/users.endpoints.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { createMailer, type Mailer } from '#platform/mail/mailer.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { createLogger } from '#platform/process/logger.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { type MailServer, startMailServer, tokenIn } from '#tests/support/mail-server.ts'
import { sendMails } from '#tests/support/send-mails.ts'
import { createTestApp, TEST_ORIGIN, type TestApp } from '#tests/support/test-app.ts'

const NEW_PASSWORD = 'a brand new password'
const FORGOT = '/api/auth/forgot-password'
const RESET = '/api/auth/reset-password'
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
  const ask = async (email: string) => {
    const response = await blog.visitor().post(FORGOT, { email })
    await deliver()
    return response
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

  it('are available if mail is configured', async () => {
    expect((await blog.visitor().call(getSite)).mail).toBe(true)
  })

  it('set a new password once, and end every session', async () => {
    const user = await blog.makeUser({ username: 'forgetful', isFamily: true })
    await ask(' Forgetful@Example.org ')
    const mail = await server.next(user.email)
    expect(mail.subject).toBe('A new password for Kindred')
    expect(mail.text).toContain('Hello @forgetful,')
    expect(mail.text).toContain(`${TEST_ORIGIN}/reset-password#`)
    const token = tokenIn(mail)
    const device = blog.visitor()
    const guessed = await device.post(RESET, { token, password: 'Forgetful' })
    expect(guessed).toMatchObject({ status: 400, body: { field: 'password', message: expect.stringContaining('a name that they know') } })
    const response = await device.post(RESET, { token, password: NEW_PASSWORD })
    expect(response).toMatchObject({ status: 200, body: { success: true, isSignedIn: true } })
    expect((await device.get('/api/auth/session')).body).toMatchObject({ username: 'forgetful' })
    expect((await user.get('/api/auth/session')).status).toBe(401)
    const back = await blog.signIn({ email: user.email, password: NEW_PASSWORD })
    expect((await back.get('/api/auth/session')).body.emailVerified).toBe(true)
    expect(await blog.visitor().post(RESET, { token, password: 'yet another one' })).toMatchObject({ status: 400 })
    await deliver()
    expect((await server.next(user.email)).subject).toBe('Your password at Kindred was changed')
  })

  it('do not sign in an admin who needs a second step', async () => {
    const admin = await blog.makeAdmin()
    const reset = async () => {
      await ask(admin.email)
      const device = blog.visitor()
      const { body } = await device.post(RESET, { token: tokenIn(await server.next(admin.email)), password: NEW_PASSWORD })
      await deliver()
      await server.next(admin.email)
      return { ...body, session: (await device.get('/api/auth/session')).status }
    }
    expect(await reset()).toMatchObject({ isSignedIn: true, session: 200 })
    await blog.db.insertInto('settings').values({ name: 'adminSecondStep', value: '"required"' }).execute()
    const message = 'Your password was changed. You can sign in with it now.'
    expect(await reset()).toMatchObject({ isSignedIn: false, session: 401, message })
    await blog.db.deleteFrom('settings').where('name', '=', 'adminSecondStep').execute()
  })

  it('get the same response at the same cost with and without an account', async () => {
    const user = await blog.makeUser()
    const [known, unknown] = [
      await blog.visitor().post(FORGOT, { email: user.email }),
      await blog.visitor().post(FORGOT, { email: 'nobody@example.org' }),
    ]
    expect(unknown.body).toEqual(known.body)
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()])
    // Both write one row; the account is looked up when the mail is sent.
    expect(await blog.db.selectFrom('outbox').select('email').orderBy('email').execute()).toEqual([
      { email: 'nobody@example.org' },
      { email: user.email },
    ])
    await deliver()
    expect(await blog.db.selectFrom('outbox').select('email').execute()).toEqual([])
    expect(server.mails.some((mail) => mail.to.includes('nobody@example.org'))).toBe(false)
    await server.next(user.email)
  })

  it('are valid for an hour', async () => {
    const user = await blog.makeUser()
    await ask(user.email)
    const token = tokenIn(await server.next(user.email))
    blog.clock.advance(HOUR_MS)
    expect(await blog.visitor().post(RESET, { token, password: NEW_PASSWORD })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('older than an hour') },
    })
  })

  it('are stored as a hash only, and not in the outbox', async () => {
    const user = await blog.makeUser()
    await blog.visitor().post(FORGOT, { email: user.email })
    const waiting = JSON.stringify(await blog.db.selectFrom('outbox').selectAll().execute())
    await deliver()
    const token = tokenIn(await server.next(user.email))
    expect(token).toHaveLength(43)
    expect(waiting).not.toContain(token)
    expect(JSON.stringify(await blog.db.selectFrom('account_links').selectAll().execute())).not.toContain(token)
  })

  it('are mailed together with their code, for browsers without scripts', async () => {
    const user = await blog.makeUser({ isFamily: true })
    await blog.visitor().post(FORGOT, { email: user.email })
    await user.post('/api/auth/send-verification')
    await deliver()
    for (const page of ['reset-password', 'verify-email']) {
      const mail = await server.next(user.email)
      const lines = mail.text.split(/\r?\n/)
      expect(lines).toContain(`${TEST_ORIGIN}/${page}#${tokenIn(mail)}`)
      expect(lines).toContain(`If the page asks for a code: ${tokenIn(mail)}`)
    }
  })

  it('are valid for one purpose only', async () => {
    const user = await blog.makeUser()
    await ask(user.email)
    const token = tokenIn(await server.next(user.email))
    expect((await blog.visitor().post(VERIFY, { token })).status).toBe(400)
    expect((await blog.visitor().post(RESET, { token, password: 'short' })).status).toBe(400)
    expect((await blog.visitor().post(RESET, { token, password: NEW_PASSWORD })).status).toBe(200)
  })

  it('are invalid after a change of email or password, and not sent if they still wait', async () => {
    for (const change of [{ password: 'changed by hand' }, { email: 'moved@example.org' }]) {
      const user = await blog.makeUser()
      await ask(user.email)
      const token = tokenIn(await server.next(user.email))
      await blog.visitor().post(FORGOT, { email: user.email })
      await user.call(updateUser, { params: { userId: user.id }, body: change })
      expect((await blog.visitor().post(RESET, { token, password: NEW_PASSWORD })).status).toBe(400)
      await deliver()
      const links = await blog.db.selectFrom('account_links').select('purpose').where('user_id', '=', user.id).execute()
      expect(links).not.toContainEqual({ purpose: 'reset_password' })
    }
  })

  it('are not sent to disabled accounts', async () => {
    const user = await blog.makeUser()
    await blog.db.updateTable('users').set({ disabled_at: 1 }).where('id', '=', user.id).execute()
    await ask(user.email)
    expect(server.mails.some((mail) => mail.to.includes(user.email))).toBe(false)
  })

  it('are rate-limited', async () => {
    const statuses: number[] = []
    for (let turn = 0; turn < 6; turn += 1) statuses.push((await blog.visitor().post(FORGOT, { email: 'flooded@example.org' })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    await deliver()
    blog.clock.advance(HOUR_MS)
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

  it('An address that was never confirmed gets one mail a day, without a name, in any spelling', async () => {
    const visitor = blog.visitor()
    const account = { username: 'stranger', password: 'a long password' }
    await visitor.post('/api/auth/signup', { ...account, email: 'victim@example.org' })
    const stranger = await blog.signIn({ email: 'victim@example.org', password: account.password })
    await stranger.put(`/api/user/update/${stranger.id}`, { displayName: 'WIN 1000 EUR' })
    await visitor.post(FORGOT, { email: 'victim@example.org' })
    await visitor.post('/api/auth/signup', { ...account, username: 'another', email: 'vic.tim+1@example.org' })
    await deliver()
    await stranger.put(`/api/user/update/${stranger.id}`, { email: 'elsewhere@example.org', password: 'another long one' })
    await deliver()
    const toVictim = server.mails.filter(({ to }) => to.some((address) => /^v\.?i\.?c/.test(address)))
    expect(toVictim.map(({ subject }) => subject)).toEqual(['Is this your email address? (Kindred)'])
    expect(toVictim[0]?.text).not.toMatch(/WIN|stranger/)
  })

  it('are rate-limited also when the email is changed in a loop', async () => {
    const user = await blog.makeUser()
    const change = (email: string) => user.put(`/api/user/update/${user.id}`, { email })
    const statuses: number[] = []
    for (let turn = 0; turn < 7; turn += 1) statuses.push((await change(`victim${turn % 3}@example.org`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(await blog.db.selectFrom('outbox').select('id').execute()).toHaveLength(3)
    await blog.db.deleteFrom('outbox').execute()
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
    expect((await blog.visitor().post(FORGOT, { email: 'target@example.org' })).status).toBe(429)
    await blog.db.deleteFrom('outbox').execute()
  })

  it('to a new password are sent before all other mails', async () => {
    const [impatient, patient] = [await blog.makeUser(), await blog.makeUser({ isFamily: true })]
    await impatient.put(`/api/user/update/${impatient.id}`, { email: 'first.come@example.org' })
    blog.clock.advance(MINUTE_MS)
    await blog.visitor().post(FORGOT, { email: patient.email })
    const before = server.mails.length
    await deliver()
    await server.next('first.come@example.org')
    expect(server.mails[before]).toMatchObject({ to: [patient.email], subject: 'A new password for Kindred' })
  })

  it('to a new password go to an address that nobody confirmed after all other mails', async () => {
    const [stranger, other] = [await blog.makeUser(), await blog.makeUser({ isFamily: true })]
    await blog.visitor().post(FORGOT, { email: stranger.email })
    blog.clock.advance(MINUTE_MS)
    await other.post('/api/auth/send-verification')
    const before = server.mails.length
    await deliver()
    await server.next(stranger.email)
    expect(server.mails.slice(before).map(({ to }) => to[0])).toEqual([other.email, stranger.email])
  })

  it('stay queued while the mail server is down, and are sent when it is back', async () => {
    const user = await blog.makeUser()
    const { port } = new URL(server.url)
    await server.stop()
    expect((await ask(user.email)).status).toBe(200)
    expect(logged.at(-1)).toContain('mail was not sent')
    expect(logged.join('\n')).not.toContain(user.email)
    server = await startMailServer(Number(port))
    await deliver()
    expect(server.mails).toEqual([])
    blog.clock.advance(MINUTE_MS)
    await deliver()
    expect(tokenIn(await server.next(user.email))).toHaveLength(43)
    expect(await blog.db.selectFrom('outbox').select('id').execute()).toEqual([])
  })

  it('are not delayed by a clock that was wrong when the retry was scheduled', async () => {
    const user = await blog.makeUser()
    const { port } = new URL(server.url)
    await server.stop()
    blog.clock.advance(30 * DAY_MS)
    await ask(user.email)
    blog.clock.advance(-30 * DAY_MS)
    server = await startMailServer(Number(port))
    await deliver()
    expect(tokenIn(await server.next(user.email))).toHaveLength(43)
  })

  it('are sent once, however many processes read the outbox', async () => {
    const user = await blog.makeUser()
    await blog.visitor().post(FORGOT, { email: user.email })
    await Promise.all([deliver(), deliver(), deliver()])
    await server.next(user.email)
    expect(server.mails.filter((mail) => mail.to.includes(user.email))).toHaveLength(1)
  })

  it.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}=`, "' or '1'='1", '../../etc/passwd', 'A'.repeat(5000)])(
    'are refused with the token %j',
    async (token) => {
      expect((await blog.visitor().post(RESET, { token, password: NEW_PASSWORD })).status).toBe(400)
      expect((await blog.visitor().post(VERIFY, { token })).status).toBe(400)
    },
  )
})

onEachEngine('a blog without mail', (engine) => {
  it('refuses requests for links with a message', async () => {
    const blog = await createTestApp({ engine })
    expect((await blog.visitor().call(getSite)).mail).toBe(false)
    const response = await blog.visitor().post(FORGOT, { email: 'a@example.org' })
    expect(response).toMatchObject({ status: 404, body: { message: 'This blog cannot send mail. Please ask the people who run it.' } })
    const user = await blog.signUp({ username: 'plain1', email: 'plain1@example.org', password: NEW_PASSWORD })
    expect((await user.post('/api/auth/send-verification')).status).toBe(404)
    expect(await blog.db.selectFrom('outbox').select('id').execute()).toEqual([])
    await blog.close()
  })
})
