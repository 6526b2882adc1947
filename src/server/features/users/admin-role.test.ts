import { expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_PASSWORD, type TestUser } from '#tests/support/test-app.ts'

onEachEngine('The admin role', (engine) => {
  const blog = useTestApp(engine)
  const setAdmin = (by: TestUser, user: { id: string }, body: object) => by.put(`/api/user/admin/${user.id}`, body)

  it('The role can be given and taken back, with effect on the next request of open sessions', async () => {
    const [admin, user] = [await blog().makeAdmin(), await blog().makeUser()]
    expect((await user.get('/api/settings')).status).toBe(403)
    expect(await setAdmin(admin, user, { isAdmin: true })).toMatchObject({ status: 200, body: { _id: user.id, isAdmin: true } })
    expect((await user.get('/api/settings')).status).toBe(200)
    expect((await user.call('GET /api/auth/session')).isAdmin).toBe(true)
    expect(await setAdmin(user, admin, { isAdmin: false })).toMatchObject({ status: 200, body: { isAdmin: false } })
    expect((await admin.get('/api/settings')).status).toBe(403)
    expect((await admin.get('/api/auth/session')).status).toBe(200)
  })

  it('An old sign-in needs the current password', async () => {
    const [admin, user] = [await blog().makeAdmin(), await blog().makeUser()]
    blog().clock.advance(15 * MINUTE_MS + 1)
    const needed = { status: 403, body: { code: 'recent_sign_in_required' } }
    expect(await setAdmin(admin, user, { isAdmin: true })).toMatchObject(needed)
    expect(await setAdmin(admin, user, { isAdmin: true, currentPassword: 'not this one' })).toMatchObject(needed)
    expect((await user.get('/api/settings')).status).toBe(403)
    expect((await setAdmin(admin, user, { isAdmin: true, currentPassword: TEST_PASSWORD })).status).toBe(200)
  })

  it('The last admin who can sign in keeps the role', async () => {
    const [admin, shut] = [await blog().makeAdmin(), await blog().makeAdmin()]
    await blog().db.updateTable('users').set({ is_admin: 0 }).where('id', 'not in', [admin.id, shut.id]).execute()
    await admin.call('PUT /api/user/disable/:userId', { params: { userId: shut.id }, body: { disabled: true } })
    const last = { status: 409, body: { code: 'conflict', message: 'This is the last admin account; the blog needs at least one.' } }
    expect(await setAdmin(admin, admin, { isAdmin: false })).toMatchObject(last)
    const [one, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    await setAdmin(one, admin, { isAdmin: false })
    const responses = await Promise.all([setAdmin(one, other, { isAdmin: false }), setAdmin(other, one, { isAdmin: false })])
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      await blog().db.selectFrom('users').select('id').where('is_admin', '=', 1).where('disabled_at', 'is', null).execute(),
    ).toHaveLength(1)
  })

  it('A disabled account, an unknown one and an invalid body are refused', async () => {
    const [admin, user] = [await blog().makeAdmin(), await blog().makeUser()]
    expect((await setAdmin(admin, user, {})).status).toBe(400)
    expect((await setAdmin(admin, user, { isAdmin: 'yes' })).status).toBe(400)
    expect((await setAdmin(admin, { id: 'nobody' }, { isAdmin: true })).status).toBe(404)
    await admin.call('PUT /api/user/disable/:userId', { params: { userId: user.id }, body: { disabled: true } })
    expect(await setAdmin(admin, user, { isAdmin: true })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('disabled') },
    })
  })

  it('Earlier sessions of a new admin expire as early as those of admins', async () => {
    const [admin, user] = [await blog().makeAdmin(), await blog().makeUser()]
    await setAdmin(admin, user, { isAdmin: true })
    blog().clock.advance(14 * DAY_MS + MINUTE_MS)
    expect((await user.get('/api/auth/session')).status).toBe(401)
  })
})
