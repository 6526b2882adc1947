import { beforeAll, expect, it } from 'vitest'
import { SIGN_UP_REQUESTS_MAX } from '#accounts/contract/account-limits.ts'
import { countAttention } from '#accounts/contract/attention.endpoints.ts'
import { approveSignUp, listSignUpRequests, listUsers } from '#accounts/contract/users.endpoints.ts'
import { createInvitation } from '#accounts/contract/invitations.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_PASSWORD, type TestUser } from '#tests/support/test-app.ts'
import { createClient } from '#tests/support/test-client.ts'

let count = 0
const person = (changes: object = {}) => {
  count += 1
  return { displayName: `Asks ${count}`, email: `asks${count}@example.org`, password: TEST_PASSWORD, note: 'Your neighbour 🌷', ...changes }
}

onEachEngine('Signing up', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  beforeAll(async () => {
    admin = await blog().makeAdmin()
  })
  const close = () => admin.call(updateSettings, { body: { isClosed: true } })
  const send = (body: object) => blog().visitor().post('/api/requests', body)
  const signIn = (body: { email: string; password: string }) => blog().visitor().post('/api/auth/signin', body)
  const list = async () => (await admin.call(listSignUpRequests)).requests
  const ask = async (changes: object = {}) => {
    await close()
    const body = person(changes)
    expect((await send(body)).status).toBe(201)
    const request = (await list()).find(({ email }) => email === body.email)
    return { ...body, username: request?.username ?? '', _id: request?._id ?? '' }
  }

  it('on a closed blog creates no user: a pending request with its note is stored, for admins alone', async () => {
    const before = (await admin.call(listUsers)).totalUsers
    const { email, username, displayName, _id } = await ask()
    expect(await list()).toContainEqual({
      _id,
      username,
      displayName,
      hasAccount: false,
      email,
      note: 'Your neighbour 🌷',
      createdAt: expect.any(String),
    })
    expect((await admin.call(countAttention)).totalRequests).toBe((await list()).length)
    expect((await admin.call(listUsers)).totalUsers).toBe(before)
    expect(JSON.stringify(await list())).not.toContain('argon2')
  })

  it('The password of a pending request cannot sign in yet, with a message; a wrong one gets the usual response', async () => {
    const { email, password } = await ask()
    expect(await signIn({ email, password })).toMatchObject({ status: 401, body: { code: 'account_waiting' } })
    const wrong = await signIn({ email, password: 'something else' })
    expect(wrong.body).toEqual((await signIn({ email: 'nobody@example.org', password })).body)
    expect(wrong.headers.get('set-cookie')).toBeNull()
  })

  it('Who is let in is family, and signs in with the password they chose', async () => {
    const asked = await ask()
    const reply = await admin.post(`/api/requests/${asked._id}`)
    expect(reply.status).toBe(200)
    expect((await signIn(asked)).body).toMatchObject({ username: asked.username, isFamily: true, isAdmin: false, emailVerified: false })
    expect(await list()).not.toContainEqual(expect.objectContaining({ email: asked.email }))
    expect((await admin.post(`/api/requests/${asked._id}`)).status).toBe(404)
  })

  it('A request with a name gets a username made of it, and needs no password where codes can be mailed', async () => {
    await close()
    const askWith = (body: object, client = blog().visitor()) => client.post('/api/requests', { note: 'A neighbour', ...body })
    const [ruth, other] = ['ruth.asks@example.org', 'other.ruth@example.org']
    expect(await askWith({ displayName: 'Ruth Łęcka', email: ruth })).toMatchObject({ status: 400, body: { field: 'password' } })
    expect(await askWith({ displayName: 'Ruth Łęcka', email: ruth, password: TEST_PASSWORD })).toMatchObject({ status: 201 })
    const outbox = createOutbox({ now: () => blog().clock.now, newId: blog().newId, wake: () => {} })
    const withMail = createClient(blog().appWith({ outbox }))
    expect(await askWith({ displayName: 'Ruth Łęcka', email: other }, withMail)).toMatchObject({ status: 201 })
    const asked = (await list()).filter(({ displayName }) => displayName === 'Ruth Łęcka')
    expect(asked.map(({ username }) => username)).toEqual(['ruthlecka', expect.stringMatching(/^ruthlecka\d{4}$/)])
    for (const { _id } of asked) expect((await admin.post(`/api/requests/${_id}`)).status).toBe(200)
    expect((await signIn({ email: ruth, password: TEST_PASSWORD })).body).toMatchObject({ displayName: 'Ruth Łęcka', isFamily: true })
    expect((await signIn({ email: other, password: TEST_PASSWORD })).status).toBe(401)
    for (const [body, field] of [
      [{ displayName: '' }, 'displayName'],
      [{ note: ' ' }, 'note'],
      [{ email: 'x' }, 'email'],
    ] as const)
      expect((await askWith({ displayName: 'Ida', email: 'ida@example.org', password: TEST_PASSWORD, ...body })).body).toMatchObject({
        field,
      })
    await admin.call(updateSettings, { body: { isClosed: false } })
    expect((await askWith({ displayName: 'Ida', email: 'ida@example.org', password: TEST_PASSWORD })).status).toBe(409)
  })

  it('A user whom a closed blog keeps out asks once, and becomes family when let in', async () => {
    const [user, relative] = [await blog().makeUser(), await blog().makeUser({ isFamily: true })]
    await close()
    const requestAccess = (client: TestUser) => client.post('/api/requests/own', { note: 'It is me, Ruth' })
    expect((await requestAccess(user)).status).toBe(201)
    expect((await requestAccess(user)).status).toBe(409)
    expect((await requestAccess(relative)).status).toBe(409)
    const request = (await list()).find(({ email }) => email === user.email)
    expect(request).toMatchObject({ username: user.username, hasAccount: true, note: 'It is me, Ruth' })
    expect((await user.get('/api/post/getposts')).status).toBe(403)
    const path = `/api/requests/${request?._id}`
    await blog().edit((trx) => trx.updateTable('users').set({ disabled_at: 1 }).where('id', '=', user.id).execute())
    expect((await admin.post(path)).status).toBe(409)
    await blog().edit((trx) => trx.updateTable('users').set({ disabled_at: null }).where('id', '=', user.id).execute())
    expect((await admin.post(path)).status).toBe(200)
    expect((await user.get('/api/post/getposts')).status).toBe(200)
    // Refused, or with the account deleted, nothing is left.
    const other = await blog().makeUser()
    await requestAccess(other)
    await other.delete(`/api/user/delete/${other.id}`)
    expect((await list()).map(({ email }) => email)).not.toContain(other.email)
  })

  it('The request of a user ends when they come in by another way', async () => {
    const [invited, promoted, letIn] = [await blog().makeUser(), await blog().makeUser(), await blog().makeUser()]
    await close()
    for (const user of [invited, promoted, letIn]) await user.post('/api/requests/own', { note: 'It is me' })
    const { link } = await admin.call(createInvitation, { body: { name: 'All', usesMax: null } })
    expect((await invited.post('/api/invitation/accept', { token: link.split('#')[1] })).status).toBe(200)
    expect((await admin.put(`/api/user/role/${promoted.id}`, { role: 'family' })).status).toBe(200)
    expect((await admin.put('/api/settings', { letIn: [letIn.id] })).status).toBe(200)
    const left = (await list()).map(({ email }) => email)
    expect([invited, promoted, letIn].filter(({ email }) => left.includes(email))).toEqual([])
  })

  it('A refused request is deleted, and the person may ask again', async () => {
    const asked = await ask()
    expect((await admin.delete(`/api/requests/${asked._id}`)).status).toBe(200)
    expect(await signIn(asked)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    expect(await blog().db.selectFrom('sign_up_requests').select('id').where('email', '=', asked.email).execute()).toEqual([])
    expect((await send({ ...asked, note: 'Really' })).status).toBe(201)
  })

  it('If two admins approve one request concurrently, one succeeds, and one account is created', async () => {
    const asked = await ask()
    const replies = await Promise.all([1, 2].map(() => admin.post(`/api/requests/${asked._id}`)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(await blog().db.selectFrom('users').select('id').where('email', '=', asked.email).execute()).toHaveLength(1)
  })

  it('An account from an invitation replaces the request with its email; a username that was taken meanwhile gets digits', async () => {
    const [invited, named] = [await ask(), await ask()]
    const made = await admin.call(createInvitation, { body: { name: 'All', usesMax: null } })
    const body = { token: made.link.split('#')[1], displayName: 'Ruth', email: invited.email, password: TEST_PASSWORD }
    expect((await blog().visitor().post('/api/invitation/signup', body)).status).toBe(201)
    expect((await admin.post(`/api/requests/${invited._id}`)).status).toBe(404)
    await blog().makeUser({ username: named.username, email: 'else@example.org' })
    expect((await admin.post(`/api/requests/${named._id}`)).status).toBe(200)
    expect((await signIn(named)).body.username).toMatch(new RegExp(`^${named.username}\\d{4}$`))
  })

  it('A missing or long note, a reserved name and a taken email are refused with the field', async () => {
    const asked = await ask()
    const reader = await blog().makeUser()
    for (const [changes, status, field] of [
      [{ note: '' }, 400, 'note'],
      [{ note: '  ' }, 400, 'note'],
      [{ note: 'x'.repeat(501) }, 400, 'note'],
      [{ email: asked.email }, 409, 'email'],
      [{ email: reader.email }, 409, 'email'],
      [{ displayName: 'admin' }, 400, 'displayName'],
    ] as const) {
      const response = await send(person(changes))
      expect({ changes, status: response.status, field: response.body.field }).toEqual({ changes, status, field })
    }
  })

  it('Several requests are refused in one step', async () => {
    const [one, two, three] = [await ask(), await ask(), await ask()]
    const response = await admin.post('/api/requests/refusals', { requestIds: [one._id, two._id, 'gone'] })
    expect(response.body.message).toBe('2 requests are refused, and deleted.')
    const left = (await list()).map(({ _id }) => _id)
    expect([one, two, three].map(({ _id }) => left.includes(_id))).toEqual([false, false, true])
  })

  it('An approved person gets a mail if the blog can send mail', async () => {
    const asked = await ask()
    const outbox = createOutbox({ now: () => blog().clock.now, newId: blog().newId, wake: () => {} })
    const client = createClient(blog().appWith({ outbox }), admin.cookie)
    await client.call(approveSignUp, { params: { requestId: asked._id } })
    const mails = await blog().db.selectFrom('outbox').select(['kind', 'email']).where('email', '=', asked.email).execute()
    expect(mails).toEqual([{ kind: 'let_in', email: asked.email }])
  })
  it('Where few addresses have taken all places, a person at another one gets the latest of the address with the most', async () => {
    await close()
    const rows = Array.from({ length: SIGN_UP_REQUESTS_MAX }, (_, number) => ({
      id: `place-${number}`,
      username: `place${number}`,
      email: `place${number}@example.org`,
      note: 'Hello',
      password_hash: 'x',
      created_at: number,
      address_hash: `address-${number % 10}`,
    }))
    await blog().db.deleteFrom('sign_up_requests').execute()
    await blog().db.deleteFrom('rate_limits').execute()
    await blog().db.insertInto('sign_up_requests').values(rows).execute()
    expect((await send(person({ displayName: 'Cousin' }))).status).toBe(201)
    const usernames = (await list()).map(({ username }) => username)
    expect([usernames.length, usernames.includes('cousin'), usernames.includes('place190')]).toEqual([SIGN_UP_REQUESTS_MAX, true, false])
  })
})
