import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_ORIGIN, TEST_SITE } from '#tests/support/test-app.ts'

const account = (username: string, parts: object = {}) => ({
  username,
  email: `${username}@example.org`,
  password: 'long enough 1',
  ...parts,
})

onEachEngine('POST /api/auth/signup', (engine) => {
  const blog = useTestApp(engine)
  const signUp = (body: unknown) => {
    blog().clock.advance(HOUR_MS)
    return blog().visitor().post('/api/auth/signup', body)
  }

  it('creates an account that can sign in, and does not return its data', async () => {
    const response = await signUp({ username: ' MaraLee7 ', email: '  Mara.Lee@Example.ORG ', password: 'long enough 1' })
    expect(response.status).toBe(201)
    expect(response.body).toEqual({ success: true, message: 'Your account was created. You can sign in now.' })
    expect(response.headers.get('set-cookie')).toBeNull()
    const user = await blog().signIn({ email: 'mara.lee@example.org', password: 'long enough 1' })
    expect(user).toMatchObject({ username: 'maralee7', email: 'mara.lee@example.org' })
  })

  it('stores the password as argon2id only', async () => {
    await signUp(account('hashed'))
    const row = await blog().db.selectFrom('users').selectAll().where('username', '=', 'hashed').executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(row)).not.toContain('long enough 1')
  })

  it.runIf(engine === 'sqlite').each([
    ['no fields', {}, 'Please fill out all fields.'],
    ['a missing username', account('x', { username: undefined }), 'Please fill out all fields.'],
    ['an empty email', account('empty1', { email: '  ' }), 'Please fill out all fields.'],
    ['an object for an email', account('empty5', { email: { $ne: '' } }), 'Please fill out all fields.'],
    ['a name of 21', account('a'.repeat(21)), 'Username must be between 3 and 20 characters.'],
    ['a name with a space', account('two words', { email: 'two@example.org' }), 'Username can only contain letters a to z and numbers.'],
    ['an email with a line break', account('broken', { email: 'a@b.org\nBcc: c@d.org' }), 'Please enter a valid email address.'],
    ['a password of 7', account('short', { password: '1234567' }), 'Password must be between 8 and 128 characters.'],
  ])('refuses %s', async (_, body, message) => {
    const before = await countUsers()
    const response = await signUp(body)
    expect(response.status).toBe(400)
    expect(response.body.message).toBe(message)
    expect(['username', 'email', 'password']).toContain(response.body.field)
    expect(await countUsers()).toBe(before)
  })

  it('refuses a name or an email that is taken, in any letter case', async () => {
    await signUp(account('taken'))
    const sameName = await signUp(account('TAKEN', { email: 'other@example.org' }))
    expect(sameName).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'This username is already taken.', field: 'username' },
    })
    const sameEmail = await signUp(account('another', { email: 'TAKEN@example.org' }))
    const known = { status: 409, body: { message: 'There is already an account with this email.', field: 'email' } }
    expect(sameEmail).toMatchObject(known)
    // Sent twice, because the response was lost.
    expect(await signUp(account('taken'))).toMatchObject(known)
  })

  it('creates one account for several concurrent requests', async () => {
    const responses = await Promise.all([1, 2, 3, 4].map((number) => signUp(account('racer', { email: `racer${number}@example.org` }))))
    expect(responses.map((response) => response.status).sort((a, b) => a - b)).toEqual([201, 409, 409, 409])
  })

  it('never creates an admin or a member of the family, whatever else is sent', async () => {
    const extra = JSON.parse(
      '{"isAdmin":true,"is_admin":1,"isFamily":true,"_id":"chosen","id":"chosen","__proto__":{"isAdmin":true},"constructor":{"x":1}}',
    )
    expect((await signUp({ ...account('sneaky'), ...extra })).status).toBe(201)
    const raw = `{"username":"sneaky2","email":"s2@example.org","password":"long enough 1","__proto__":{"isAdmin":true}}`
    const response = await blog()
      .visitor()
      .send('/api/auth/signup', { method: 'POST', body: raw, headers: { 'content-type': 'application/json' } })
    expect(response.status).toBe(201)
    const rows = await blog()
      .db.selectFrom('users')
      .select(['id', 'is_admin', 'is_family'])
      .where('username', 'in', ['sneaky', 'sneaky2'])
      .execute()
    expect(rows.map((row) => [row.is_admin, row.is_family])).toEqual([
      [0, 0],
      [0, 0],
    ])
    expect(rows.map((row) => row.id)).not.toContain('chosen')
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  const countUsers = async () => {
    const { count } = await blog()
      .db.selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }
})

onEachEngine('The limit of sign-ups', (engine) => {
  const blog = useTestApp(engine)

  const useUp = async (uses: number) => {
    const row = { key: 'sign-up/address:unknown', count: uses, window_ends_at: blog().clock.now + HOUR_MS - 5000 }
    await blog().db.deleteFrom('rate_limits').execute()
    await blog().db.insertInto('rate_limits').values(row).execute()
  }

  it('counts attempts with taken names, and then refuses taken and free ones alike', async () => {
    await blog().makeUser({ username: 'listed' })
    await useUp(97)
    const visitor = blog().visitor()
    const many = await Promise.all(Array.from({ length: 10 }, () => visitor.post('/api/auth/signup', account('listed'))))
    expect(many.filter(({ status }) => status === 409)).toHaveLength(3)
    const [taken, free] = [
      await visitor.post('/api/auth/signup', account('listed')),
      await visitor.post('/api/auth/signup', account('unlisted')),
    ]
    expect(taken.status).toBe(429)
    expect(free.body).toEqual(taken.body)
  })

  it('counts changes of a username or email as well, because they reveal taken ones too', async () => {
    const [user, other] = [await blog().makeUser(), await blog().makeUser()]
    const ask = (body: object) => user.put(`/api/user/update/${user.id}`, body)
    await useUp(97)
    expect((await ask({ username: other.username })).status).toBe(409)
    expect((await ask({ email: other.email })).status).toBe(409)
    expect((await ask({ username: user.username, profilePicture: '/drawings/avatar/a-1.svg' })).status).toBe(200)
    expect((await ask({ username: other.username })).status).toBe(409)
    expect((await ask({ username: other.username })).status).toBe(429)
    expect((await ask({ username: 'nobodyhasit' })).status).toBe(429)
    expect((await blog().visitor().post('/api/auth/signup', account('late'))).status).toBe(429)
  })
})

describe('Reserved usernames', () => {
  const blog = useTestApp('sqlite', {
    overrides: { config: { publicUrl: TEST_ORIGIN, trustedProxies: 0, site: { ...TEST_SITE, name: 'Our Family' } } },
  })
  const RESERVED = { status: 400, body: { message: 'This username is reserved. Please choose another one.', field: 'username' } }

  it.each(['admin', 'ROOT', 'support', 'system', 'kindred', 'anonymous', 'OurFamily'])('%s cannot be taken', async (username) => {
    expect(await blog().visitor().post('/api/auth/signup', account(username))).toMatchObject(RESERVED)
    const user = await blog().makeUser()
    expect(await user.put(`/api/user/update/${user.id}`, { username })).toMatchObject(RESERVED)
  })

  it('remain with the accounts that already have them', async () => {
    const user = await blog().makeUser({ username: 'root' })
    expect((await user.put(`/api/user/update/${user.id}`, { username: 'root', profilePicture: '' })).status).toBe(400)
    const changed = await user.put(`/api/user/update/${user.id}`, { username: 'root', email: 'root2@example.org' })
    expect(changed).toMatchObject({ status: 200, body: { username: 'root' } })
  })
})
