import { describe, expect, it } from 'vitest'
import { NEW_ACCOUNT_MS } from '#comments/contract/comment-limits.ts'
import { HOUR_MS } from '#platform/contract/limits.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { createTestApp, TEST_PASSWORD, TEST_SITE, TEST_TIME } from '#tests/support/test-app.ts'

describe('POST /api/auth/signin', () => {
  const blog = useTestApp('sqlite')
  const signIn = (body: unknown) => blog().visitor().post('/api/auth/signin', body)

  it('A sign-in returns the user, and an HttpOnly cookie', async () => {
    const user = await blog().makeUser({ username: 'mara' })
    const response = await signIn({ email: ' MARA@example.org ', password: TEST_PASSWORD })
    const time = new Date(TEST_TIME).toISOString()
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      success: true,
      message: 'Signed in.',
      _id: user.id,
      username: 'mara',
      email: 'mara@example.org',
      profilePicture: expect.stringMatching(/^\/drawings\/avatar\/m-[0-7]\.svg$/),
      isAdmin: false,
      isFamily: false,
      createdAt: new Date(TEST_TIME - NEW_ACCOUNT_MS).toISOString(),
      updatedAt: time,
      emailVerified: false,
      hasPassword: true,
      sessionEndsInMs: HOUR_MS,
      sessionExpiresAt: new Date(TEST_TIME + HOUR_MS).toISOString(),
    })
    expect(response.headers.get('set-cookie')).toMatch(/^kindred-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/)
  })

  it('stores only a hash of the token', async () => {
    await blog().makeUser({ username: 'hashed' })
    const client = await blog().signIn({ email: 'hashed@example.org' })
    const token = client.cookie?.replace('kindred-session=', '') ?? ''
    const sessions = await blog().db.selectFrom('sessions').selectAll().execute()
    expect(token).toHaveLength(43)
    expect(JSON.stringify(sessions)).not.toContain(token)
  })

  it('returns the same response for a wrong email and a wrong password', async () => {
    await blog().makeUser({ username: 'known' })
    const wrongPassword = await signIn({ email: 'known@example.org', password: 'not this one' })
    const wrongEmail = await signIn({ email: 'unknown@example.org', password: 'not this one' })
    expect(wrongPassword).toMatchObject({ status: 401, body: { code: 'not_signed_in', message: 'Wrong email or password.' } })
    expect(wrongEmail.body).toEqual(wrongPassword.body)
    expect(wrongPassword.headers.get('set-cookie')).toBeNull()
    expect([...wrongEmail.headers.keys()].sort()).toEqual([...wrongPassword.headers.keys()].sort())
  })

  it('cannot be used with an account that has no password', async () => {
    await blog().makeUser({ username: 'nopass' })
    await blog().db.updateTable('users').set({ password_hash: null }).where('username', '=', 'nopass').execute()
    for (const password of ['null', ' \u0000x', '\0'.repeat(129), TEST_PASSWORD]) {
      expect([400, 401]).toContain((await signIn({ email: 'nopass@example.org', password })).status)
    }
  })
})

describe('the session cookie over https', () => {
  it('is sent over https only', async () => {
    const config = { publicUrl: 'https://blog.example.org', trustedProxies: 1, site: TEST_SITE }
    const blog = await createTestApp({ engine: 'sqlite', overrides: { config } })
    await blog.makeUser({ username: 'safe' })
    const response = await blog.visitor().post('/api/auth/signin', { email: 'safe@example.org', password: TEST_PASSWORD })
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/)
    const [pair = ''] = cookie.split(';')
    const statusWith = async (header: string) => (await blog.visitor().get('/api/auth/session', { cookie: header })).status
    expect(await statusWith(pair)).toBe(200)
    expect(await statusWith(pair.replace('__Host-', ''))).toBe(401)
    expect(await statusWith(`kindred-session=planted; ${pair}`)).toBe(200)
    expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
    await blog.close()
  })
})
