import { beforeAll, expect, it } from 'vitest'
import { getSession } from '#accounts/contract/auth.endpoints.ts'
import { DAY_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import type { BegunSecondStep, DoneForm } from '#platform/contract/form.ts'
import { saveMailedCode } from '#accounts/server/codes/codes.store.ts'
import { createLink } from '#accounts/server/links/account-links.store.ts'
import { SESSION_MAX_AGE_MS } from '#platform/http/session-cookie.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createSubmit, type Fields, recordPages } from '#tests/support/blog/submit-form.ts'
import { TEST_PASSWORD, TEST_TIME, type TestUser } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'

const NEW_PASSWORD = 'a brand new password'

onEachEngine('account forms without JavaScript', (engine) => {
  const { pages, renderings } = recordPages()
  const submit = createSubmit(renderings)
  let mails = 0
  const outbox = createOutbox({ now: () => TEST_TIME, newId: () => `mail-${(mails += 1)}`, wake: () => {} })
  const blog = useTestApp(engine, { overrides: { pages, outbox } })
  let reader: TestUser
  beforeAll(async () => {
    reader = await blog().makeUser({ username: 'reader' })
  })

  const signIn = (fields: Fields, path = '/sign-in', client: TestClient = blog().visitor()) =>
    submit(client, { form: 'sign-in', path, fields })
  const signUp = (fields: Fields, path = '/sign-up') => submit(blog().visitor(), { form: 'sign-up', path, fields })

  it('Signing in starts a session by cookie and leads to the start page', async () => {
    const client = blog().visitor()
    const response = await signIn({ email: reader.email, password: TEST_PASSWORD }, '/sign-in', client)
    expect(response).toMatchObject({ status: 303, location: '/' })
    expect(response.cookie).toMatch(/^kindred-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/)
    expect(await client.call(getSession)).toMatchObject({ username: 'reader' })
  })

  it.each([
    ['/dashboard?tab=profile', '/dashboard?tab=profile'],
    ['/post/a#comments', '/post/a#comments'],
    ['//evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/.//evil.example/', '/'],
    ['/\t/evil.example', '/'],
  ])('Signing in with from=%j leads to %s', async (from, location) => {
    const path = `/sign-in?from=${encodeURIComponent(from)}`
    expect(await signIn({ email: reader.email, password: TEST_PASSWORD }, path)).toMatchObject({ status: 303, location })
  })

  it('A family member without scripts is signed in after forty days, after a year of monthly visits, and not after that', async () => {
    const { clock, db } = blog()
    const start = clock.now
    const post = await blog().makePost()
    const grandmother = blog().visitor()
    const member = await blog().makeUser()
    await db.updateTable('users').set({ is_family: 1 }).where('id', '=', member.id).execute()
    const cookie = (await signIn({ email: member.email, password: TEST_PASSWORD }, '/sign-in', grandmother)).cookie ?? ''
    const seconds = Number(/Max-Age=(\d+)/.exec(cookie)?.[1])
    const statusOf = async () => (await grandmother.send('/dashboard?tab=profile', {})).status
    clock.advance(40 * DAY_MS)
    expect(await statusOf()).toBe(200)
    const comment = { form: 'comment', path: `/post/${post.slug}`, fields: { content: 'Back again', postId: post._id } } as const
    expect(await submit(grandmother, comment)).toMatchObject({ status: 303, cookie: expect.stringContaining('kindred-session=') })
    const lastSeen = () =>
      db.selectFrom('sessions').select('last_seen_at').where('user_id', '=', member.id).orderBy('last_seen_at', 'desc').executeTakeFirst()
    for (let month = 0; month < 10; month += 1) {
      clock.advance(32 * DAY_MS)
      expect(await statusOf()).toBe(200)
      // The last use of a session is written after the response.
      await expect.poll(lastSeen).toEqual({ last_seen_at: clock.now })
    }
    expect(clock.now - start).toBeLessThan(seconds * 1000)
    clock.now = start + SESSION_MAX_AGE_MS
    expect(await statusOf()).not.toBe(200)
    clock.now = start
  })

  it('A wrong password renders the sign-in page again with the email, without the password', async () => {
    const response = await signIn({ email: reader.email, password: 'not this one' }, '/sign-in?from=/about')
    expect(response).toMatchObject({ status: 401, type: 'text/html; charset=utf-8', cookie: null })
    expect(response.page).toMatchObject({ path: '/sign-in?from=%2Fabout', role: 'visitor' })
    const values = { email: reader.email }
    expect(response.page?.form).toEqual({ name: 'sign-in', state: 'failed', message: 'Wrong email or password.', values })
  })

  it('Empty fields are named', async () => {
    const form = { state: 'failed', message: 'Please fill out all fields.', field: 'password' }
    expect(await signIn({ email: reader.email, password: '' })).toMatchObject({ status: 400, page: { form } })
    expect(await signIn({ email: reader.email })).toMatchObject({ status: 400, page: { form } })
    const errors = ['email', 'password'].map((field) => ({ field, message: form.message }))
    expect(await signIn({})).toMatchObject({ status: 400, page: { form: { ...form, field: 'email', errors } } })
  })

  it('An admin who needs a second step gets the code form instead of the sign-in form, and returns to the page before', async () => {
    const admin = await blog().makeAdmin()
    await blog().db.insertInto('settings').values({ name: 'adminSecondStep', value: '"required"' }).execute()
    const path = '/sign-in?from=/about'
    const client = blog().visitor()
    const asked = await signIn({ email: admin.email, password: TEST_PASSWORD }, path, client)
    expect(asked).toMatchObject({ status: 403, cookie: null, page: { form: { name: 'code', state: 'begun' } } })
    const begun = asked.page?.form as BegunSecondStep
    const { attempt } = begun.secondStep
    const code = '123456'
    expect(await saveMailedCode(blog().db, { mailId: `mail-${mails}`, code, userId: admin.id, now: blog().clock.now })).toBe(true)
    const enter = (fields: Fields) => submit(client, { form: 'code', path, fields: { attempt, ...fields } })
    const wrong = await enter({ code: '12' })
    expect(wrong).toMatchObject({
      status: 400,
      page: { form: { name: 'code', state: 'failed', field: 'code', values: { attempt } } },
    })
    const soon = await submit(client, { form: 'code-again', path, fields: { attempt } })
    expect(soon).toMatchObject({ status: 429, retryAfter: '30', page: { form: { name: 'code-again', values: { attempt } } } })
    blog().clock.advance(MINUTE_MS)
    const again = await submit(client, { form: 'code-again', path, fields: { attempt } })
    expect(again).toMatchObject({ status: 200, page: { form: { name: 'code-again', state: 'done', values: { attempt } } } })
    const entered = await enter({ code })
    expect(entered).toMatchObject({ status: 303, location: '/about' })
    expect(await client.call(getSession)).toMatchObject({ isAdmin: true })
    await blog().db.deleteFrom('settings').execute()
  })

  it('Signing up creates an account and leads to sign-in, with the page to return to', async () => {
    const account = { username: 'fresh', email: 'fresh@example.org', password: NEW_PASSWORD }
    const response = await signUp(account, '/sign-up?from=%2Fpost%2Fa%3Fb%3D1%23comments')
    expect(response).toMatchObject({ status: 303, cookie: null, location: '/sign-in?from=%2Fpost%2Fa%3Fb%3D1%23comments&welcome=1' })
    expect(await blog().signIn({ email: account.email, password: NEW_PASSWORD })).toMatchObject({ username: 'fresh' })

    const again = await signUp(account)
    expect(again).toMatchObject({ status: 409 })
    expect(again.page?.form).toMatchObject({ state: 'failed', values: { username: 'fresh', email: account.email } })
  })

  it.each([
    ['a short password', { password: 'short' }, 'password', 'Password must be between 8 and 128 characters.'],
    ['a username of two letters', { username: 'ab' }, 'username', 'Username must be between 3 and 20 characters.'],
    ['an invalid email', { email: 'none' }, 'email', 'Please enter a valid email address.'],
  ])('Signing up with %s names the field and keeps the rest', async (_, wrong, field, message) => {
    const fields = { username: 'nobody', email: 'nobody@example.org', password: NEW_PASSWORD, ...wrong }
    const response = await signUp(fields)
    expect(response.status).toBe(400)
    const { username, email } = fields
    expect(response.page?.form).toEqual({ name: 'sign-up', state: 'failed', message, field, values: { username, email } })
  })

  it('Asking for a code renders the form for it, the same for an account and for none, and the code signs in', async () => {
    const path = '/sign-in?step=email&from=%2Fabout'
    const owner = await blog().makeUser()
    const emails = [owner.email, 'unknown@example.org']
    const attempts: string[] = []
    for (const email of emails) {
      const response = await submit(blog().visitor(), { form: 'code-request', path, fields: { email } })
      expect(response).toMatchObject({ status: 200, location: null })
      const message = 'If there is an account with this address, a code is on its way to it.'
      expect(response.page?.form).toEqual({ name: 'code-request', state: 'done', message, values: { attempt: expect.any(String) } })
      attempts.push(String((response.page?.form as DoneForm | undefined)?.values?.['attempt']))
    }
    const sent = await blog().db.selectFrom('outbox').select(['id', 'email']).where('kind', '=', 'sign_in_code').orderBy('id').execute()
    expect(new Set(sent.map(({ email }) => email))).toEqual(new Set(emails))
    const mailId = sent.find(({ email }) => email === owner.email)?.id ?? ''
    await saveMailedCode(blog().db, { mailId, code: '123456', userId: owner.id, now: blog().clock.now })
    const client = blog().visitor()
    const entered = await submit(client, { form: 'code', path, fields: { attempt: attempts[0] ?? '', code: '123 456' } })
    expect(entered).toMatchObject({ status: 303, location: '/about' })
    expect(await client.call(getSession)).toMatchObject({ username: owner.username })
  })

  it('A link signs in with its code, once, and leads to the profile', async () => {
    const owner = await blog().makeUser()
    const token = await createLink(blog().db, { owner, purpose: 'sign_in', now: blog().clock.now })
    const path = '/sign-in?step=link&from=%2Fdashboard%3Ftab%3Dprofile'
    const use = (code: string) => submit(blog().visitor(), { form: 'sign-in-link', path, fields: { token: code } })
    expect(await use('no code')).toMatchObject({ status: 400, page: { form: { state: 'failed', field: 'token' } } })
    const done = await use(` ${token}\r\n`)
    expect(done).toMatchObject({ status: 303, location: '/dashboard?tab=profile' })
    expect(done.cookie).toMatch(/^kindred-session=[\w-]{43}; /)
    expect(await use(token)).toMatchObject({ status: 400, page: { form: { state: 'failed' } } })
  })

  it('An email address is confirmed with the code of the mail', async () => {
    const owner = await blog().makeUser()
    const token = await createLink(blog().db, { owner, purpose: 'verify_email', now: blog().clock.now })
    const verify = (code: string) => submit(owner, { form: 'verify-email', path: '/verify-email', fields: { token: code } })
    const wrong = { field: 'token', message: 'The link is not complete.', values: { token: 'no code' } }
    expect(await verify('no code')).toMatchObject({ status: 400, page: { form: wrong } })
    const done = { state: 'done', message: 'Thank you. Your email address is confirmed.' }
    expect(await verify(token)).toMatchObject({ status: 200, page: { form: done } })
    expect(await owner.call(getSession)).toMatchObject({ emailVerified: true })
  })

  it('Signing out ends the session and leads to the start page', async () => {
    const user = await blog().makeUser()
    const { cookie = '' } = user
    const signOut = () => submit(user, { form: 'sign-out', path: '/sign-out', fields: {} })
    const response = await signOut()
    expect(response).toMatchObject({ status: 303, location: '/' })
    expect(response.cookie).toMatch(/^kindred-session=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0$/)
    expect((await blog().visitor().get('/api/auth/session', { cookie })).status).toBe(401)
    expect(await signOut()).toMatchObject({ status: 303, location: '/' })
  })
})
