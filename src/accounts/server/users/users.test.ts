import { expect, it } from 'vitest'
import { getSession } from '#accounts/contract/auth.endpoints.ts'
import { listUsers } from '#accounts/contract/users.endpoints.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

const updatePath = (user: { id: string }) => `/api/user/update/${user.id}`

onEachEngine('GET /api/user/:userId', (engine) => {
  const blog = useTestApp(engine)

  it('Everyone can read the name and picture of a user, but nothing else', async () => {
    const user = await blog().makeUser({ username: 'open' })
    const body = { _id: user.id, username: 'open', profilePicture: expect.stringMatching(/^\/drawings\/avatar\/o-\d\.svg$/) }
    expect(await blog().visitor().get(`/api/user/${user.id}`)).toMatchObject({ status: 200 })
    expect((await blog().visitor().get(`/api/user/${user.id}`)).body).toEqual(body)
    expect((await user.get(`/api/user/${user.id}`)).body).toEqual(body)
    expect((await (await blog().makeAdmin()).get(`/api/user/${user.id}`)).body).toEqual(body)
  })
})

onEachEngine('PUT /api/user/update/:userId', (engine) => {
  const blog = useTestApp(engine)
  const update = (user: TestUser, body: unknown) => user.put(updatePath(user), body)

  it('changes only the sent fields, and the time of the change', async () => {
    const user = await blog().makeUser()
    const before = await user.call(getSession)
    blog().clock.advance(1000)
    const response = await update(user, { username: ' Renamed ' })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      _id: user.id,
      username: 'renamed',
      email: user.email,
      emailVerified: false,
      hasPassword: true,
      profilePicture: expect.stringContaining('/drawings/avatar/r-'),
      isAdmin: false,
      isFamily: false,
      createdAt: before.createdAt,
      updatedAt: new Date(blog().clock.now).toISOString(),
    })
    expect((await update(user, { email: ' New@Example.org ' })).body).toMatchObject({ username: 'renamed', email: 'new@example.org' })
  })

  it.runIf(engine === 'sqlite').each([
    [{ username: '' }, 'Please fill out all fields.'],
    [{ username: 'no spaces please' }, 'Username can only contain letters a to z and numbers.'],
    [{ email: 'nonsense' }, 'Please enter a valid email address.'],
    [{ password: 'short' }, 'Password must be between 8 and 128 characters.'],
    [{ profilePicture: '//elsewhere.example/files/me.png' }, 'A profile picture must be uploaded to this blog.'],
    [{ profilePicture: 'javascript:alert(1)' }, 'A profile picture must be uploaded to this blog.'],
    [{ profilePicture: '/files/%2e%2e/api/user/signout' }, 'A profile picture must be uploaded to this blog.'],
  ])('refuses %j', async (body, message) => {
    const user = await blog().makeUser()
    const [field] = Object.keys(body)
    expect(await update(user, body)).toMatchObject({ status: 400, body: { code: 'bad_request', message, field } })
    expect((await user.get('/api/auth/session')).body).toMatchObject({ username: user.username, email: user.email })
  })

  it('does not change the password if an empty one is sent with other fields', async () => {
    const user = await blog().makeUser()
    for (const password of ['', '  ']) {
      expect(await update(user, { username: user.username, email: user.email, password })).toMatchObject({ status: 200 })
    }
    await expect(blog().signIn({ email: user.email })).resolves.toMatchObject({ id: user.id })
  })

  it('accepts an uploaded picture, and takes the drawn one as none', async () => {
    const user = await blog().makeUser({ username: 'pictured' })
    const url = '/files/abc_DEF-1/me.webp'
    expect((await update(user, { profilePicture: `http://localhost:3000${url}` })).body.profilePicture).toBe(url)
    expect((await blog().visitor().get(`/api/user/${user.id}`)).body.profilePicture).toBe(url)
    const drawn = (await update(user, { profilePicture: '/drawings/avatar/z-1.svg' })).body.profilePicture
    expect(drawn).toMatch(/^\/drawings\/avatar\/p-\d\.svg$/)
  })

  it('refuses a name or email of someone else', async () => {
    const [user, other] = [await blog().makeUser(), await blog().makeUser()]
    const name = await update(user, { username: other.username.toUpperCase() })
    expect(name).toMatchObject({ status: 409, body: { message: 'This username is already taken.' } })
    const email = await update(user, { email: other.email })
    expect(email).toMatchObject({ status: 409, body: { message: 'There is already an account with this email.' } })
  })

  it('cannot make anyone an admin', async () => {
    const user = await blog().makeUser()
    const response = await update(user, {
      isAdmin: true,
      is_admin: 1,
      _id: 'mine',
      password_hash: 'x',
      createdAt: '1970-01-01T00:00:00.000Z',
    })
    expect(response.body).toMatchObject({ _id: user.id, isAdmin: false })
    expect((await user.get('/api/user/getusers')).status).toBe(403)
  })

  it('is allowed for the user alone, not for admins', async () => {
    const [user, other, admin] = [await blog().makeUser(), await blog().makeUser(), await blog().makeAdmin()]
    const change = { email: 'taken.over@example.org' }
    expect(await blog().visitor().put(updatePath(user), change)).toMatchObject({ status: 401, body: { message: 'You must be signed in.' } })
    for (const someone of [other, admin]) {
      expect(await someone.put(updatePath(user), change)).toMatchObject({
        status: 403,
        body: { message: 'You can only update your own account.' },
      })
    }
    expect((await admin.put(updatePath({ id: 'nobody' }), change)).status).toBe(403)
    expect((await user.get('/api/auth/session')).body.email).toBe(user.email)
  })
})

onEachEngine('GET /api/user/getusers', (engine) => {
  const blog = useTestApp(engine)

  it('lists the newest first, in pages, with totals', async () => {
    const { db, clock } = blog()
    await db.deleteFrom('users').execute()
    clock.advance(-40 * DAY_MS)
    for (let number = 0; number < 5; number += 1) await blog().makeUser({ username: `old${number}` })
    clock.advance(40 * DAY_MS)
    const names: string[] = []
    for (let number = 0; number < 11; number += 1) {
      clock.advance(1000)
      names.unshift((await blog().makeUser({ username: `new${number}` })).username)
    }
    const admin = await blog().makeAdmin()
    for (const account of (await admin.call(listUsers)).users) expect(account).not.toHaveProperty('hasPassword')
    const list = (query: string) => admin.call(listUsers, { query: Object.fromEntries(new URLSearchParams(query)) })
    const first = await list('')
    expect(first).toMatchObject({ totalUsers: 17, lastMonthUsers: 12 })
    expect(first.users.map((user) => user.username)).toEqual([admin.username, ...names.slice(0, 8)])
    expect(first.users[0]).toMatchObject({ email: admin.email, isAdmin: true })
    expect((await list('?startIndex=9')).users.map((user) => user.username)).toEqual(
      [...names.slice(8), 'old4', 'old3', 'old2', 'old1', 'old0'].slice(0, 9),
    )
    expect((await list('?limit=5&startIndex=15')).users.map((user) => user.username)).toEqual(['old1', 'old0'])
    expect((await list('?sort=asc&limit=2')).users.map((user) => user.username)).toEqual(['old0', 'old1'])
    expect(await list('?startIndex=17')).toMatchObject({ users: [], totalUsers: 17 })
  })
})
