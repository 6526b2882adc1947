import { OPEN_INVITATIONS_MAX } from '#accounts/contract/account-limits.ts'
import { beforeAll, expect, it } from 'vitest'
import { createInvitation, endInvitation, listInvitations } from '#accounts/contract/invitations.endpoints.ts'
import { deleteUser, downloadMyData, listUsers } from '#accounts/contract/users.endpoints.ts'
import { getSession } from '#accounts/contract/auth.endpoints.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_ORIGIN, TEST_PASSWORD, TEST_SITE, type TestUser } from '#tests/support/test-app.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { createClient, type TestClient } from '#tests/support/test-client.ts'

let count = 0
const person = (displayName = 'Grandma Ruth 🌷') => {
  count += 1
  return { displayName, email: `ruth${count}@example.org`, password: TEST_PASSWORD }
}

onEachEngine('An invitation', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  beforeAll(async () => {
    admin = await blog().makeAdmin()
  })

  const invite = async (body: { name?: string; usesMax?: number | null; days?: number } = {}) => {
    // The clock is shared by all tests, so the earlier sign-in may have expired.
    const by = await blog().signIn(admin)
    const made = await by.call(createInvitation, { body: { name: 'Grandparents', usesMax: null, ...body } })
    return { by, id: made.invitation._id, link: made.link, token: made.link.slice(made.link.indexOf('#') + 1) }
  }
  const signUp = (client: TestClient, token: string, body = person()) => client.post('/api/invitation/signup', { token, ...body })
  const find = async (id: string) => (await (await blog().signIn(admin)).call(listInvitations)).invitations.find(({ _id }) => _id === id)

  it('The link is shown once, has a token of 256 random bits in its fragment, and only the hash is stored', async () => {
    const { by, link, token, id } = await invite()
    expect(link).toBe(`${TEST_ORIGIN}/invitation#${token}`)
    expect(token).toMatch(/^[\w-]{43}$/)
    const stored = await blog().db.selectFrom('invitations').selectAll().execute()
    const everywhere = [await by.call(listInvitations), stored, blog().logLines]
    expect(JSON.stringify(everywhere)).not.toContain(token)
    expect(await find(id)).toMatchObject({ name: 'Grandparents', usesMax: null, used: 0, state: 'open', createdBy: `@${admin.username}` })
  })

  it('A visitor who opens the link sees the blog’s name and author, and becomes a signed-in family member by signing up', async () => {
    const { token, id } = await invite({ name: 'Aunts' })
    const visitor = blog().visitor()
    const { body: opened } = await visitor.post('/api/invitation/open', { token })
    expect(opened).toMatchObject({ blog: TEST_SITE.name, author: TEST_SITE.author, name: 'Aunts' })
    const { status, body } = await signUp(visitor, token)
    expect({ status, ...body }).toMatchObject({ status: 201, displayName: 'Grandma Ruth 🌷', isFamily: true, isAdmin: false })
    expect(body.username).toMatch(/^grandmaruth/)
    expect((await visitor.call(getSession))._id).toBe(body._id)
    expect(await find(id)).toMatchObject({ used: 1, people: [{ _id: body._id, displayName: 'Grandma Ruth 🌷' }] })
    const { users } = await (await blog().signIn(admin)).call(listUsers)
    expect(users.find(({ _id }) => _id === body._id)).toMatchObject({ isFamily: true, invitation: 'Aunts' })
    expect((await visitor.call(downloadMyData)).invitation).toMatchObject({ name: 'Aunts' })
    expect(await signUp(blog().visitor(), token, person('Kindred'))).toMatchObject({ status: 400, body: { field: 'displayName' } })
    // Two people with the same name get two accounts.
    expect((await signUp(blog().visitor(), token)).status).toBe(201)
  })

  it('Who has joined opens the same link on another device, and is not refused; nobody else gets in by it', async () => {
    const { by, token, id } = await invite({ usesMax: 1 })
    const open = () => blog().visitor().post('/api/invitation/open', { token })
    expect(await open()).toMatchObject({ status: 200, body: { isOpen: true } })
    const ruth = person()
    await signUp(blog().visitor(), token, ruth)
    expect(await open()).toMatchObject({ status: 200, body: { isOpen: false } })
    expect((await signUp(blog().visitor(), token)).status).toBe(410)
    await by.call(endInvitation, { params: { invitationId: id } })
    expect(await open()).toMatchObject({ status: 200, body: { isOpen: false } })
    const many = await invite()
    expect(await signUp(blog().visitor(), many.token, ruth)).toMatchObject({ status: 409, body: { field: 'email' } })
    expect(await find(many.id)).toMatchObject({ used: 0 })
  })

  it('Where the blog cannot send codes, joining needs a password; where it can, a name and an address are enough', async () => {
    const { displayName, email } = person()
    const { token } = await invite()
    const join = (client: TestClient) => client.post('/api/invitation/signup', { token, displayName, email })
    expect(await join(blog().visitor())).toMatchObject({ status: 400, body: { field: 'password' } })
    const outbox = createOutbox({ now: () => blog().clock.now, newId: blog().newId, wake: () => {} })
    const device = createClient(blog().appWith({ outbox }))
    expect(await join(device)).toMatchObject({ status: 201, body: { displayName, isFamily: true, hasPassword: false } })
    expect((await device.call(getSession)).email).toBe(email)
    for (const password of ['', TEST_PASSWORD]) expect((await device.post('/api/auth/signin', { email, password })).status).not.toBe(200)
    await blog().db.deleteFrom('outbox').execute()
  })

  it('A reader joins with one call; calls of family members and admins do not use up the invitation', async () => {
    const { by, token, id } = await invite({ usesMax: 1 })
    const [reader, other] = [await blog().makeUser(), await blog().makeUser()]
    const accept = (client: TestClient) => client.post('/api/invitation/accept', { token })
    expect(await accept(by)).toMatchObject({ status: 409, body: { message: expect.stringContaining('You are an admin here') } })
    expect(await accept(reader)).toMatchObject({ status: 200, body: { _id: reader.id, isFamily: true } })
    expect(await accept(reader)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('You belong to the family already') },
    })
    expect(await accept(other)).toMatchObject({ status: 410 })
    expect(await find(id)).toMatchObject({ used: 1, state: 'used up' })
    // Deleting the account does not give its use back.
    await by.call(deleteUser, { params: { userId: reader.id } })
    expect(await find(id)).toMatchObject({ used: 1, people: [] })
  })

  it('Of several concurrent sign-ups with the last use, one succeeds, and the others create no account', async () => {
    const { token, id } = await invite({ usesMax: 2 })
    expect((await signUp(blog().visitor(), token)).status).toBe(201)
    const people = Array.from({ length: 5 }, () => person())
    const responses = await Promise.all(people.map((each) => signUp(blog().visitor(), token, each)))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 410, 410, 410, 410])
    expect(responses.find(({ status }) => status === 410)?.body.message).toContain('used already')
    const emails = people.map(({ email }) => email)
    expect(await blog().db.selectFrom('users').select('id').where('email', 'in', emails).execute()).toHaveLength(1)
    expect(await find(id)).toMatchObject({ used: 2, state: 'used up' })
  })

  it('Who accepts an invitation six times at once uses it once', async () => {
    const { token, id } = await invite({ usesMax: 3 })
    const reader = await blog().makeUser()
    const responses = await Promise.all(Array.from({ length: 6 }, () => reader.post('/api/invitation/accept', { token })))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
    expect(await find(id)).toMatchObject({ used: 1, people: [{ _id: reader.id }] })
  })

  it.each([
    ['wrong', async () => 'A'.repeat(43), 404, 'not one of our invitations'],
    ['cut off', async (token: string) => token.slice(0, 12), 400, 'not complete'],
    [
      'revoked',
      async (token: string, id: string) => {
        await (await blog().signIn(admin)).call(endInvitation, { params: { invitationId: id } })
        return token
      },
      410,
      'was withdrawn',
    ],
    [
      'over',
      async (token: string) => {
        blog().clock.advance(7 * DAY_MS)
        return token
      },
      410,
      'has ended',
    ],
  ] as const)('An invitation whose link is %s is refused with the reason', async (_, spoil, status, words) => {
    const { token, id } = await invite({ days: 7 })
    const spoilt = await spoil(token, id)
    const reader = await blog().makeUser()
    const refused = { status, body: { message: expect.stringContaining(words) } }
    expect(await blog().visitor().post('/api/invitation/open', { token: spoilt })).toMatchObject(refused)
    expect(await signUp(blog().visitor(), spoilt)).toMatchObject(refused)
    expect(await reader.post('/api/invitation/accept', { token: spoilt })).toMatchObject(refused)
    expect((await reader.call(getSession)).isFamily).toBe(false)
  })

  it('Invalid fields are refused by name, and the number of open invitations is limited', async () => {
    const by = await blog().signIn(admin)
    const bad = { name: [' ', 'x'.repeat(61), 7], usesMax: [0, 101, undefined], days: [0, 366] }
    for (const [field, values] of Object.entries(bad)) {
      for (const value of values) {
        const response = await by.post('/api/invitations', { name: 'All', usesMax: null, days: 7, [field]: value })
        expect({ value, status: response.status, field: response.body.field }).toEqual({ value, status: 400, field })
      }
    }
    const rows = Array.from({ length: OPEN_INVITATIONS_MAX }, (_, index) => ({
      id: `many-${index}`,
      token_hash: `hash-${index}`,
      name: 'Many',
      uses_max: null,
      ends_at: blog().clock.now + DAY_MS,
      created_by: null,
      created_at: blog().clock.now,
    }))
    await blog().db.insertInto('invitations').values(rows).execute()
    expect((await by.post('/api/invitations', { name: 'All', usesMax: null })).status).toBe(409)
    await blog().db.deleteFrom('invitations').execute()
    expect((await by.post('/api/invitations', { name: 'All', usesMax: null })).status).toBe(201)
  })
})

onEachEngine('The role of a user', (engine) => {
  const blog = useTestApp(engine)

  it('changes at once between reader, family and admin; what gives more, or takes the admin role, needs a recent sign-in', async () => {
    const [admin, user] = [await blog().makeAdmin(), await blog().makeUser()]
    const set = (role: string, body: object = {}) => admin.put(`/api/user/role/${user.id}`, { role, ...body })
    const session = async () => {
      const { isAdmin, isFamily } = await user.call(getSession)
      return { isAdmin, isFamily }
    }
    blog().clock.advance(DAY_MS)
    const needed = { status: 403, body: { code: 'recent_sign_in_required' } }
    expect(await set('family')).toMatchObject(needed)
    const family = { isFamily: true, isAdmin: false, invitation: null }
    expect(await set('family', { currentPassword: TEST_PASSWORD })).toMatchObject({ status: 200, body: family })
    expect(await session()).toEqual({ isAdmin: false, isFamily: true })
    expect(await set('admin')).toMatchObject(needed)
    expect((await set('admin', { currentPassword: TEST_PASSWORD })).status).toBe(200)
    expect(await session()).toEqual({ isAdmin: true, isFamily: true })
    expect(await set('reader')).toMatchObject(needed)
    expect(await set('reader', { currentPassword: TEST_PASSWORD })).toMatchObject({ status: 200 })
    expect(await session()).toEqual({ isAdmin: false, isFamily: false })
    expect((await set('queen')).status).toBe(400)
    expect((await admin.put('/api/user/role/nobody', { role: 'reader' })).status).toBe(404)
    expect((await user.put(`/api/user/role/${user.id}`, { role: 'family' })).status).toBe(403)
  })

  it('A person who was taken out of the family does not come back by an invitation from before', async () => {
    const admin = await blog().makeAdmin()
    const invite = async () => {
      const { link } = await (await blog().signIn(admin)).call(createInvitation, { body: { name: 'Friends', usesMax: null } })
      blog().clock.advance(1000)
      return link.slice(link.indexOf('#') + 1)
    }
    const token = await invite()
    const user = await blog().makeUser()
    const accept = (by: string) => user.post('/api/invitation/accept', { token: by })
    await accept(token)
    expect((await user.call(getSession)).isFamily).toBe(true)
    expect(await (await blog().signIn(admin)).put(`/api/user/role/${user.id}`, { role: 'reader' })).toMatchObject({ status: 200 })
    expect(await accept(token)).toMatchObject({ status: 410, body: { message: expect.stringContaining('does not let you in again') } })
    expect((await user.call(getSession)).isFamily).toBe(false)
    blog().clock.advance(1000)
    expect(await accept(await invite())).toMatchObject({ status: 200, body: { isFamily: true } })
    const another = await blog().makeUser()
    expect(await another.post('/api/invitation/accept', { token })).toMatchObject({ status: 200 })
  })
})
