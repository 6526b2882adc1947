import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginPasskey } from '#accounts/contract/passkeys.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { CODE_REQUEST_TTL_MS, CODE_TTL_MS, RECENT_SIGN_IN_MS } from '#accounts/contract/account-limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { createMailer, type Mailer } from '#platform/mail/mailer.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { createLogger } from '#platform/process/logger.ts'
import { openDatabase } from '#platform/database/database.ts'
import type { AppDependencies } from '#app/app.ts'
import { startCachedApi } from '#tests/support/blog/cached-api.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { type MailServer, startMailServer } from '#tests/support/mail/mail-server.ts'
import { createPasskeyDevice } from '#tests/support/sign-in/passkey-device.ts'
import { sendMails } from '#tests/support/mail/send-mails.ts'
import { createTestApp, TEST_ORIGIN, TEST_PASSWORD, TEST_SITE, type TestApp } from '#tests/support/test-app.ts'
import { blogAt, createClient, type TestClient } from '#tests/support/test-client.ts'

const ASK = '/api/auth/code'
const AGAIN = '/api/auth/code/again'
const ENTER = '/api/auth/code/sign-in'
const ENDED = { status: 410, body: { code: 'gone' } }
const WRONG = { status: 400, body: { code: 'bad_request', field: 'code' } }
const NEW_PASSWORD = 'a brand new password'

/** Returns a different code. */
const notThis = (code: string) => `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`
const codeIn = ({ text }: { readonly text: string }) => /^(\d{6})\r?$/m.exec(text)?.[1] ?? ''
const sorted = (statuses: readonly { readonly status: number }[]) => statuses.map(({ status }) => status).toSorted((a, b) => a - b)

onEachEngine('A code by mail', (engine) => {
  let blog: TestApp
  let server: MailServer
  let mailer: Mailer
  const logged: string[] = []

  const deliver = () => {
    const logger = createLogger('trace', { write: (line) => void logged.push(line) })
    const parts = { db: blog.db, mailer, logger, now: () => blog.clock.now, publicUrl: TEST_ORIGIN }
    return sendMails({ ...parts, readSiteName: async () => 'Kindred' })
  }
  /** From another network address each time. */
  let place = 0
  const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${(place += 1) % 250}` })
  const ask = async (email: string, client: TestClient = blog.visitor()) => {
    const asked = await client.post(ASK, { email }, elsewhere())
    await deliver()
    return asked
  }
  /** @returns the attempt of a browser, and the code that was mailed */
  const begin = async (user: { readonly email: string }) => {
    const { body } = await ask(user.email)
    return { attempt: String(body.attempt), code: codeIn(await server.next(user.email)) }
  }
  const enter = (proof: object, client: TestClient = blog.visitor()) => client.post(ENTER, proof, elsewhere())
  const makeMember = async () => {
    const user = await blog.makeUser({ isFamily: true })
    await blog.db.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute()
    return user
  }
  const require2 = async (value: 'none' | 'required') => {
    await blog.db.deleteFrom('settings').where('name', '=', 'adminSecondStep').execute()
    await blog.db
      .insertInto('settings')
      .values({ name: 'adminSecondStep', value: JSON.stringify(value) })
      .execute()
  }

  beforeAll(async () => {
    server = await startMailServer()
    mailer = await createMailer({ smtpUrl: server.url, from: 'Kindred <blog@example.org>' })
    let count = 0
    const outbox = createOutbox({ now: () => blog.clock.now, newId: () => `mail-${(count += 1)}`, wake: () => {} })
    blog = await createTestApp({ engine, overrides: { outbox, config: { publicUrl: TEST_ORIGIN, trustedProxies: 1, site: TEST_SITE } } })
  })
  afterAll(async () => {
    mailer.close()
    await blog.close()
    await server.stop()
  })

  it('signs in once, and the mail holds no link that does', async () => {
    const user = await makeMember()
    const [device, { body }] = [blog.visitor(), await ask(` ${user.email.toUpperCase()} `)]
    const mail = await server.next(user.email)
    const code = codeIn(mail)
    expect(mail.subject).toBe(`${code} is your code for Kindred`)
    expect(mail.text).toContain(`Hello @${user.username},`)
    // A scanner opens everything that looks like an address.
    expect(mail.text).not.toMatch(/https?:/)
    for (const path of ['/sign-in?step=code', `/sign-in?code=${code}`, `${ENTER}?code=${code}`]) await device.send(path, {})
    expect(device.cookie).toBeUndefined()
    const stored = JSON.stringify([await blog.db.selectFrom('mailed_codes').selectAll().execute(), logged])
    for (const secret of [body.attempt, code, user.email.toUpperCase()]) expect(stored).not.toContain(secret)
    expect(await enter({ attempt: body.attempt, code: ` ${code.slice(0, 3)}-${code.slice(3)} ` }, device)).toMatchObject({
      status: 200,
      body: { _id: user.id },
    })
    expect((await device.get('/api/auth/session')).body).toMatchObject({ username: user.username })
    // Those who were signed in stay so.
    expect((await user.get('/api/auth/session')).status).toBe(200)
    expect(await enter({ attempt: body.attempt, code })).toMatchObject(ENDED)
  })

  it('works only in the browser that asked', async () => {
    const user = await makeMember()
    const { code, attempt } = await begin(user)
    const other = await ask('nobody@example.org')
    for (const foreign of ['', 'x'.repeat(43), other.body.attempt])
      expect([400, 410]).toContain((await enter({ attempt: foreign, code })).status)
    expect((await enter({ code })).status).toBe(400)
    expect((await enter({ attempt, code })).status).toBe(200)
  })

  it('One code waits: of two browsers that asked, the one that asked last signs in; another code replaces the first', async () => {
    const user = await makeMember()
    const [first, second] = [await begin(user), await begin(user)]
    expect(await enter(first)).toMatchObject(ENDED)
    blog.clock.advance(MINUTE_MS)
    expect((await blog.visitor().post(AGAIN, { attempt: second.attempt })).status).toBe(200)
    await deliver()
    const newest = codeIn(await server.next(user.email))
    // Two random codes are the same once in a million times.
    expect(await enter({ ...second, code: newest === second.code ? notThis(newest) : second.code })).toMatchObject(WRONG)
    expect((await enter({ ...second, code: newest })).status).toBe(200)
  })

  it('gets the same responses at the same cost with and without an account', async () => {
    const user = await makeMember()
    const statements: string[] = []
    const db = await openDatabase(blog.databaseUrl, { onQuery: ({ sql }) => void statements.push(sql) })
    const write: AppDependencies['write'] = (work) => db.transaction().execute((trx) => work(trx, () => {}))
    const client = createClient(blog.appWith({ db, write }))
    const follow = async (email: string) => {
      const asked = await client.post(ASK, { email })
      const tried = await client.post(ENTER, { attempt: asked.body.attempt, code: '000000' })
      const { attempt, ...body } = asked.body
      const headers = [...asked.headers.keys(), ...tried.headers.keys()]
      return { statements: statements.splice(0), body, attempt: attempt.length, tried: tried.body, headers }
    }
    // The first calls of a process prepare more.
    await follow('warm.up@example.org')
    const known = await follow(user.email)
    expect(await follow('nobody.here@example.org')).toEqual(known)
    expect(known.statements.join()).toContain('mailed_codes')
    await db.destroy()
    await deliver()
    await server.next(user.email)
    expect(server.mails.some((mail) => mail.to.includes('nobody.here@example.org'))).toBe(false)
  })

  it('A wrong code, one that is too old and nobody’s get the same response; five tries end each of them', async () => {
    const user = await makeMember()
    const [known, old] = [await begin(user), await begin(await makeMember())]
    const { body: unknown } = await ask('nobody.at.all@example.org')
    const guesses = [
      () => enter({ ...known, code: notThis(known.code) }),
      () => enter(old),
      () => enter({ attempt: unknown.attempt, code: '123456' }),
    ]
    blog.clock.advance(CODE_TTL_MS)
    for (let round = 1; round <= 5; round += 1) {
      const [wrong, ...others] = await Promise.all(guesses.map((guess) => guess()))
      expect(wrong).toMatchObject(round < 5 ? WRONG : ENDED)
      for (const other of others) expect(other.body).toEqual(wrong?.body)
    }
    expect(await enter(known)).toMatchObject(ENDED)
    // Another one is sent to the same browser for an hour.
    expect((await blog.visitor().post(AGAIN, { attempt: known.attempt })).status).toBe(200)
    await deliver()
    expect((await enter({ ...known, code: codeIn(await server.next(user.email)) })).status).toBe(200)
    blog.clock.advance(CODE_REQUEST_TTL_MS)
    expect(await blog.visitor().post(AGAIN, { attempt: old.attempt })).toMatchObject(ENDED)
  })

  it('Two processes share its five tries, and of two concurrent right codes one signs in', async () => {
    const other = await startCachedApi(engine, blog)
    const there = () => createClient(blogAt(other.url))
    try {
      const guessed = await begin(await makeMember())
      const wrong = { ...guessed, code: notThis(guessed.code) }
      const tries = await Promise.all(Array.from({ length: 10 }, (_, index) => enter(wrong, index % 2 === 0 ? there() : blog.visitor())))
      expect(sorted(tries)).toEqual([...Array<number>(4).fill(400), ...Array<number>(6).fill(410)])
      expect(await enter(guessed)).toMatchObject(ENDED)
      const right = await begin(await makeMember())
      expect(sorted(await Promise.all([enter(right), enter(right, there())]))).toEqual([200, 410])
    } finally {
      await other.close()
    }
  })

  it('An account has twenty wrong tries a day, but devices that have signed in to it have their own', async () => {
    const user = await makeMember()
    const home = { 'x-forwarded-for': '203.0.113.7' }
    expect((await blog.visitor().post('/api/auth/signin', { email: user.email, password: TEST_PASSWORD }, home)).status).toBe(200)
    const statuses: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const { attempt, code } = await begin(user)
      for (let count = 0; count < 5; count += 1) statuses.push((await enter({ attempt, code: notThis(code) })).status)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    // Strangers have also requested all mails of this hour.
    expect((await ask(user.email)).status).toBe(429)
    const { body } = await blog.visitor().post(ASK, { email: user.email }, home)
    await deliver()
    const code = codeIn(await server.next(user.email))
    expect((await blog.visitor().post(ENTER, { attempt: body.attempt, code: notThis(code) }, home)).status).toBe(400)
    expect((await blog.visitor().post(ENTER, { attempt: body.attempt, code }, home)).status).toBe(200)
    blog.clock.advance(DAY_MS)
    expect((await enter(await begin(user))).status).toBe(200)
  })

  it('At an address that nobody confirmed it ends what another person may have set up, and confirms the address', async () => {
    const thief = await blog.makeUser({ isFamily: true })
    const { options } = await thief.call(beginPasskey)
    await thief.post('/api/auth/passkeys', { credential: createPasskeyDevice().create(options) })
    await thief.post('/api/feeds', { name: 'Mine' })
    await deliver()
    await server.next(thief.email)
    const { body } = await ask(thief.email)
    const mail = await server.next(thief.email)
    expect(mail.text).toContain('A password, passkeys and devices of before end with it')
    const owner = blog.visitor()
    expect(await enter({ attempt: body.attempt, code: codeIn(mail) }, owner)).toMatchObject({ status: 200, body: { emailVerified: true } })
    expect((await thief.get('/api/auth/session')).status).toBe(401)
    expect((await blog.visitor().post('/api/auth/signin', { email: thief.email, password: TEST_PASSWORD })).status).toBe(401)
    for (const table of ['passkeys', 'identities', 'feed_tokens'] as const)
      expect(await blog.db.selectFrom(table).selectAll().where('user_id', '=', thief.id).execute(), table).toEqual([])
    // The second time, nothing ends.
    await enter(await begin(thief))
    expect((await owner.get('/api/auth/session')).status).toBe(200)
  })

  it('of who waits to be let in is none: the response is the usual one, and one mail a day says that the request waits', async () => {
    const admin = await blog.makeAdmin()
    const email = 'waits@example.org'
    await admin.call(updateSettings, { body: { isClosed: true } })
    const request = { displayName: 'Waits', email, password: TEST_PASSWORD, note: 'Your neighbour' }
    expect((await blog.visitor().post('/api/requests', request)).status).toBe(201)
    const [asked, unknown] = [await ask(email), await ask('no.request@example.org')]
    expect({ ...asked.body, attempt: '' }).toEqual({ ...unknown.body, attempt: '' })
    const { subject, text } = await server.next(email)
    expect([subject, text]).toEqual(['Your request is waiting (Kindred)', expect.stringContaining('have not answered yet')])
    expect(codeIn({ text })).toBe('')
    await ask(email)
    expect(server.mails.filter(({ to }) => to.includes(email))).toHaveLength(1)
    await admin.call(updateSettings, { body: { isClosed: false } })
  })

  it('confirms an open session in place of the password, for this session alone', async () => {
    const [user, other] = [await makeMember(), await makeMember()]
    blog.clock.advance(RECENT_SIGN_IN_MS + 1)
    const change = () => user.put(`/api/user/update/${user.id}`, { password: NEW_PASSWORD })
    expect(await change()).toMatchObject({ status: 403, body: { code: 'recent_sign_in_required' } })
    const { body } = await user.post('/api/auth/code/confirmation')
    await deliver()
    const proof = { attempt: body.attempt, code: codeIn(await server.next(user.email)) }
    expect(await enter(proof)).toMatchObject(ENDED)
    expect(await other.post('/api/auth/code/confirm', proof)).toMatchObject(ENDED)
    expect(await user.post('/api/auth/code/confirm', { ...proof, code: notThis(proof.code) })).toMatchObject(WRONG)
    expect((await user.post('/api/auth/code/confirm', proof)).status).toBe(200)
    expect((await change()).status).toBe(200)
    const asked = await begin(user)
    expect(await user.post('/api/auth/code/confirm', asked)).toMatchObject(ENDED)
  })

  it('neither skips an admin’s second step nor counts as the first, and signs in an admin who needs none', async () => {
    const admin = await blog.makeAdmin()
    await blog.db.updateTable('users').set({ email_verified: 1 }).where('id', '=', admin.id).execute()
    await require2('required')
    const device = blog.visitor()
    const proof = await begin(admin)
    const refused = { status: 403, body: { code: 'forbidden', message: expect.stringContaining('your passkey, or your password') } }
    expect(await enter(proof, device)).toMatchObject(refused)
    expect(device.cookie).toBeUndefined()
    expect(await admin.post('/api/auth/code/confirmation')).toMatchObject(refused)
    await require2('none')
    expect((await enter(await begin(admin), device)).body).toMatchObject({ _id: admin.id, isAdmin: true })
  })

  it('waits while the mail server is down, and is good for ten minutes from its mail', async () => {
    const user = await makeMember()
    const { port } = new URL(server.url)
    await server.stop()
    const { body } = await ask(user.email)
    expect(logged.at(-1)).toContain('mail was not sent')
    expect(logged.join('\n')).not.toContain(user.email)
    server = await startMailServer(Number(port))
    blog.clock.advance(HOUR_MS / 2)
    await deliver()
    const code = codeIn(await server.next(user.email))
    blog.clock.advance(CODE_TTL_MS - 1)
    expect((await enter({ attempt: body.attempt, code })).status).toBe(200)
  })
})
