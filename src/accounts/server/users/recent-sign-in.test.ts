import { ACCOUNT_RATE_LIMITS } from '#accounts/contract/account-limits.ts'
import { describe, expect, it } from 'vitest'
import { renewSession } from '#accounts/contract/auth.endpoints.ts'
import { MINUTE_MS } from '#platform/contract/limits.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { TEST_PASSWORD, type TestUser } from '#tests/support/test-app.ts'

const NEEDED = { status: 403, body: { code: 'recent_sign_in_required' } }

describe('Deleting the account and downloading its data', () => {
  const blog = useTestApp('sqlite')
  const confirm = (user: TestUser, currentPassword: string) => user.post('/api/auth/confirm-password', { currentPassword })

  it('need the password 15 minutes after signing in, which confirms the session for another 15 minutes', async () => {
    const user = await blog().makeUser()
    blog().clock.advance(15 * MINUTE_MS + 1)
    const refused = await user.get('/api/user/my-data')
    expect(refused).toMatchObject({ ...NEEDED, body: { message: expect.stringContaining('sign in again') } })
    expect(await user.delete(`/api/user/delete/${user.id}`)).toMatchObject(NEEDED)
    expect(await confirm(user, 'not this one')).toMatchObject({ ...NEEDED, body: { field: 'currentPassword' } })
    expect((await user.get('/api/user/my-data')).status).toBe(403)
    expect((await confirm(user, TEST_PASSWORD)).status).toBe(200)
    blog().clock.advance(15 * MINUTE_MS)
    expect((await user.get('/api/user/my-data')).status).toBe(200)
    expect((await user.delete(`/api/user/delete/${user.id}`)).status).toBe(200)
  })

  it('are not confirmed by a password in another session', async () => {
    const user = await blog().makeUser()
    const phone = await blog().signIn({ email: user.email })
    blog().clock.advance(16 * MINUTE_MS)
    await confirm(user, TEST_PASSWORD)
    expect(await phone.get('/api/user/my-data')).toMatchObject(NEEDED)
  })
})

describe('changing email or password', () => {
  const blog = useTestApp('sqlite')
  const change = (user: TestUser, body: object) => user.put(`/api/user/update/${user.id}`, body)

  it('needs the current password 15 minutes after signing in, also for a session that was renewed', async () => {
    const user = await blog().makeUser()
    blog().clock.advance(15 * MINUTE_MS + 1)
    await user.call(renewSession)
    expect(await change(user, { password: 'a brand new one' })).toMatchObject(NEEDED)
    expect(await change(user, { email: `new.${user.email}` })).toMatchObject(NEEDED)
    expect(await change(user, { password: 'a brand new one', currentPassword: 'not this one' })).toMatchObject({
      ...NEEDED,
      body: { message: 'That is not your current password.' },
    })
    expect((await change(user, { password: 'a brand new one', currentPassword: TEST_PASSWORD })).status).toBe(200)
    await expect(blog().signIn({ email: user.email, password: 'a brand new one' })).resolves.toBeDefined()
  })

  it('is rate-limited against guessing', async () => {
    const user = await blog().makeUser()
    blog().clock.advance(16 * MINUTE_MS)
    const guess = () => change(user, { password: 'a brand new one', currentPassword: 'a guess' })
    for (let turn = 0; turn < ACCOUNT_RATE_LIMITS.passwordChecksPerUser.max; turn += 1) expect((await guess()).status).toBe(403)
    expect((await guess()).status).toBe(429)
  })

  it('of an account without a password needs a new sign-in, and works right after it', async () => {
    const user = await blog().makeUser()
    await blog().db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
    blog().clock.advance(16 * MINUTE_MS)
    const tried = () => change(user, { email: `new.${user.email}`, currentPassword: 'there is none' })
    for (let turn = 0; turn <= ACCOUNT_RATE_LIMITS.passwordChecksPerUser.max; turn += 1) {
      expect(await tried()).toMatchObject({ ...NEEDED, body: { message: expect.stringContaining('a code by mail or a passkey') } })
    }
    await blog().db.updateTable('sessions').set({ confirmed_at: blog().clock.now }).where('user_id', '=', user.id).execute()
    expect((await change(user, { email: `new.${user.email}`, password: 'the first one of all' })).status).toBe(200)
    await expect(blog().signIn({ email: `new.${user.email}`, password: 'the first one of all' })).resolves.toMatchObject({ id: user.id })
  })

  it('leaves a new email unverified', async () => {
    const user = await blog().makeUser()
    await blog().db.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute()
    expect((await user.get('/api/auth/session')).body.emailVerified).toBe(true)
    expect((await change(user, { username: 'still1' })).body.emailVerified).toBe(true)
    expect((await change(user, { email: `changed.${user.email}` })).body.emailVerified).toBe(false)
  })
})
