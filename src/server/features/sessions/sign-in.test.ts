import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createTestApp, TEST_ORIGIN, TEST_PASSWORD, TEST_SITE, TEST_TIME } from '#tests/support/test-app.ts'

onEachEngine('POST /api/auth/signin', (engine) => {
  const blog = useTestApp(engine)
  const signIn = (body: unknown) => blog().visitor().post('/api/auth/signin', body)

  it('answers the user, and gives a cookie that only the server reads', async () => {
    const user = await blog().makeUser({ username: 'mara' })
    const answer = await signIn({ email: ' MARA@example.org ', password: TEST_PASSWORD })
    const time = new Date(TEST_TIME).toISOString()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      success: true,
      message: 'Signed in.',
      _id: user.id,
      username: 'mara',
      email: 'mara@example.org',
      profilePicture: expect.stringMatching(/^\/drawings\/avatar\/m-[0-7]\.svg$/),
      isAdmin: false,
      createdAt: time,
      updatedAt: time,
      emailVerified: false,
      sessionEndsInMs: HOUR_MS,
      sessionExpiresAt: new Date(TEST_TIME + HOUR_MS).toISOString(),
    })
    expect(answer.headers.get('set-cookie')).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600$/)
  })

  it('keeps only a hash of the token', async () => {
    await blog().makeUser({ username: 'hashed' })
    const client = await blog().signIn({ email: 'hashed@example.org' })
    const token = client.cookie?.replace('session=', '') ?? ''
    const sessions = await blog().db.selectFrom('sessions').selectAll().execute()
    expect(token).toHaveLength(43)
    expect(JSON.stringify(sessions)).not.toContain(token)
  })

  it.each([
    ['no fields', {}],
    ['no password', { email: 'a@b.org' }],
    ['an empty email', { email: '', password: 'x' }],
    ['blanks only', { email: '   ', password: '   ' }],
    ['an array', { email: ['a@b.org'], password: 'x' }],
    ['an object for a password', { email: 'a@b.org', password: { $gt: '' } }],
  ])('refuses %s', async (_, body) => {
    expect(await signIn(body)).toMatchObject({ status: 400, body: { message: 'Please fill out all fields.' } })
  })

  it('reads the same for a wrong email and a wrong password', async () => {
    await blog().makeUser({ username: 'known' })
    const wrongPassword = await signIn({ email: 'known@example.org', password: 'not this one' })
    const wrongEmail = await signIn({ email: 'unknown@example.org', password: 'not this one' })
    expect(wrongPassword).toMatchObject({ status: 401, body: { code: 'not_signed_in', message: 'Wrong email or password.' } })
    expect(wrongEmail.body).toEqual(wrongPassword.body)
    expect(wrongPassword.headers.get('set-cookie')).toBeNull()
    expect([...wrongEmail.headers.keys()].sort()).toEqual([...wrongPassword.headers.keys()].sort())
  })

  it.each([
    ['SQL', `' OR 1=1 --`],
    ['a wildcard', '%@%'],
    ['a very long email', `${Array.from({ length: 9000 }, (_, index) => (index * 7919).toString(36)).join('')}@x.org`],
    ['NUL', 'a\u0000@b.org'],
    ['emoji', '🫶🏽@b.org'],
  ])('is not confused by %s', async (_, email) => {
    expect((await signIn({ email, password: 'not this one' })).status).toBe(401)
  })

  it('cannot be used with an account that has no password', async () => {
    await blog().makeUser({ username: 'nopass' })
    await blog().db.updateTable('users').set({ password_hash: null }).where('username', '=', 'nopass').execute()
    for (const password of ['null', ' \u0000x', '\0'.repeat(129), TEST_PASSWORD]) {
      expect([400, 401]).toContain((await signIn({ email: 'nopass@example.org', password })).status)
    }
  })

  it('answers 401 to Google until an identity provider is there', async () => {
    const body = { name: 'Eve', email: 'eve@example.org', googlePhotoUrl: 'https://example.org/eve.png', idToken: 'x.y.z' }
    for (const sent of [body, {}, { name: 1, email: null }]) {
      expect(await blog().visitor().post('/api/auth/google', sent)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    }
    expect(await blog().db.selectFrom('users').select('id').where('email', '=', 'eve@example.org').execute()).toEqual([])
  })
})

onEachEngine('the limits of failed sign-ins', (engine) => {
  const blog = useTestApp(engine)
  const fail = (email: string) => blog().visitor().post('/api/auth/signin', { email, password: 'not this one' })

  it('stops the 11th failure of an account, even with the right password, for a while', async () => {
    await blog().makeUser({ username: 'guessed' })
    const email = 'guessed@example.org'
    for (let turn = 0; turn < 10; turn += 1) expect((await fail(email)).status).toBe(401)
    const stopped = await fail('GUESSED@example.org')
    expect(stopped).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(stopped.headers.get('retry-after')).toBe('30')
    const right = await blog().visitor().post('/api/auth/signin', { email, password: TEST_PASSWORD })
    expect(right.status).toBe(429)
    expect((await fail('somebody.else@example.org')).status).toBe(401)
    blog().clock.advance(30_000)
    await expect(blog().signIn({ email })).resolves.toMatchObject({ username: 'guessed' })
  })

  it('lets more and more time pass between guesses, at most until the quarter of an hour is over', async () => {
    const { clock } = blog()
    const { email } = await blog().makeUser({ username: 'slower' })
    const begun = clock.now
    for (let turn = 0; turn < 10; turn += 1) await fail(email)
    const waits: number[] = []
    while (clock.now - begun < 15 * MINUTE_MS) {
      const stopped = await fail(email)
      expect(stopped.status).toBe(429)
      // Knocking in between makes the wait no longer.
      expect((await fail(email)).headers.get('retry-after')).toBe(stopped.headers.get('retry-after'))
      const seconds = Number(stopped.headers.get('retry-after'))
      waits.push(seconds)
      clock.advance(seconds * 1000)
      expect((await fail(email)).status).toBe(401)
    }
    expect(waits).toEqual([30, 60, 120, 240, 450])
  })

  it('of a stranger elsewhere do not keep the owner out, however many addresses the stranger has', async () => {
    const proxied = await createTestApp({ engine, overrides: { config: { publicUrl: TEST_ORIGIN, trustedProxies: 1, site: TEST_SITE } } })
    await proxied.makeUser({ username: 'owner' })
    const email = 'owner@example.org'
    const from = (address: string, password: string) =>
      proxied.visitor().post('/api/auth/signin', { email, password }, { 'x-forwarded-for': address })
    expect((await from('203.0.113.1', TEST_PASSWORD)).status).toBe(200)
    const statuses: number[] = []
    for (let turn = 0; turn < 60; turn += 1) statuses.push((await from(`198.51.100.${turn % 12}`, 'a guess')).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(50)
    expect((await from('198.51.100.200', 'a guess')).status).toBe(429)
    expect((await from('203.0.113.1', TEST_PASSWORD)).status).toBe(200)
    await proxied.close()
  })

  it('are not counted by the address that a client claims', async () => {
    await blog().makeUser({ username: 'forged' })
    for (let turn = 0; turn < 10; turn += 1) {
      const body = { email: 'forged@example.org', password: 'a guess' }
      expect(
        (
          await blog()
            .visitor()
            .post('/api/auth/signin', body, { 'x-forwarded-for': `192.0.2.${turn}` })
        ).status,
      ).toBe(401)
    }
    expect((await fail('forged@example.org')).status).toBe(429)
  })

  it('does not count successes', async () => {
    await blog().makeUser({ username: 'busy' })
    for (let turn = 0; turn < 25; turn += 1) await blog().signIn({ email: 'busy@example.org' })
    for (let turn = 0; turn < 9; turn += 1) expect((await fail('busy@example.org')).status).toBe(401)
    await expect(blog().signIn({ email: 'busy@example.org' })).resolves.toBeDefined()
    expect((await fail('busy@example.org')).status).toBe(401)
    expect((await fail('busy@example.org')).status).toBe(429)
  })

  it('does not count successes that come at once', async () => {
    await blog().makeUser({ username: 'tabs' })
    const credentials = { email: 'tabs@example.org', password: TEST_PASSWORD }
    const answers = await Promise.all(Array.from({ length: 25 }, () => blog().visitor().post('/api/auth/signin', credentials)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(25).fill(200))
    expect((await fail('tabs@example.org')).status).toBe(401)
  })

  it('lets right ones through between as many wrong ones as are free', async () => {
    await blog().makeUser({ username: 'mixed' })
    const tries = Array.from({ length: 24 }, (_, index) => (index % 3 === 0 ? 'not this one' : TEST_PASSWORD))
    const answers = await Promise.all(
      tries.map((password) => blog().visitor().post('/api/auth/signin', { email: 'mixed@example.org', password })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(tries.map((password) => (password === TEST_PASSWORD ? 200 : 401)))
  })

  it('stops guesses that come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => fail('burst@example.org')))
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10)
  })

  it('stops the 101st failure of an address in an hour', async () => {
    blog().clock.advance(2 * HOUR_MS)
    for (let account = 0; account < 10; account += 1) {
      await Promise.all(Array.from({ length: 10 }, () => fail(`spread${account}@example.org`)))
    }
    const stopped = await fail('spread-more@example.org')
    expect(stopped.status).toBe(429)
    expect(stopped.headers.get('retry-after')).toBe('3600')
  })
})

onEachEngine('the session cookie over https', (engine) => {
  it('is never sent in the clear', async () => {
    const site = { name: 'K', mark: 'K', author: 'K', socialUrl: null, socialLabel: '' }
    const config = { publicUrl: 'https://blog.example.org', trustedProxies: 1, site }
    const blog = await createTestApp({ engine, overrides: { config } })
    await blog.makeUser({ username: 'safe' })
    const answer = await blog.visitor().post('/api/auth/signin', { email: 'safe@example.org', password: TEST_PASSWORD })
    expect(answer.headers.get('set-cookie')).toMatch(/; Secure$/)
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
    await blog.close()
  })
})
