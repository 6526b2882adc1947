import { expect, it } from 'vitest'
import { beginPasskey, listPasskeys } from '#accounts/contract/passkeys.endpoints.ts'
import { RECENT_SIGN_IN_MS } from '#accounts/contract/account-limits.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createPasskeyDevice } from '#tests/support/sign-in/passkey-device.ts'
import { TEST_PASSWORD, TEST_TIME, type TestUser } from '#tests/support/test-app.ts'
import { createClient, type TestClient } from '#tests/support/test-client.ts'

onEachEngine('Requiring the second step', (engine) => {
  let mails = 0
  const outbox = createOutbox({ now: () => TEST_TIME, newId: () => `mail-${(mails += 1)}`, wake: () => {} })
  const blog = useTestApp(engine)
  const require = (admin: TestClient, adminSecondStep = 'required') => admin.put('/api/settings', { adminSecondStep })
  const withMail = (user: TestUser) => createClient(blog().appWith({ outbox }), user.cookie)
  const addPasskey = async (admin: TestUser) => {
    const { options } = await admin.call(beginPasskey)
    return String((await admin.post('/api/auth/passkeys', { credential: createPasskeyDevice().create(options) })).body._id)
  }

  it('Admins cannot lock themselves out: the setting needs a passkey, or mail and a confirmed address, and a recent sign-in', async () => {
    const admin = await blog().makeAdmin()
    const refused = { status: 409, body: { field: 'adminSecondStep', message: expect.stringContaining('You could not sign in yourself.') } }
    expect(await require(admin)).toMatchObject(refused)
    expect(await require(withMail(admin))).toMatchObject(refused)
    await blog().db.updateTable('users').set({ email_verified: 1 }).where('id', '=', admin.id).execute()
    expect(await require(admin)).toMatchObject(refused)
    blog().clock.advance(RECENT_SIGN_IN_MS + 1)
    const old = { status: 403, body: { code: 'recent_sign_in_required' } }
    expect(await require(withMail(admin))).toMatchObject(old)
    await admin.post('/api/auth/confirm-password', { currentPassword: TEST_PASSWORD })
    expect(await require(withMail(admin))).toMatchObject({ status: 200, body: { adminSecondStep: 'required' } })
    blog().clock.advance(RECENT_SIGN_IN_MS + 1)
    expect(await require(admin, 'none')).toMatchObject(old)
    // Other settings need neither, also if this one is sent unchanged.
    expect((await admin.put('/api/settings', { adminSecondStep: 'required', firstCommentsWait: true })).status).toBe(200)
    await blog().db.deleteFrom('settings').execute()
  })

  it('Without mail the last passkey cannot be removed, and the message for an admin without one names who can help', async () => {
    const [admin, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    const passkey = await addPasskey(admin)
    expect((await require(admin)).status).toBe(200)
    expect(await admin.delete(`/api/auth/passkeys/${passkey}`)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await admin.call(listPasskeys)).passkeys).toHaveLength(1)
    const signIn = (email: string) => blog().visitor().post('/api/auth/signin', { email, password: TEST_PASSWORD })
    expect((await signIn(admin.email)).body.secondStep).toMatchObject({ ways: ['passkey'], isCodeSent: false })
    expect(await signIn(other.email)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', message: expect.stringContaining('second-step --off') },
    })
    await addPasskey(admin)
    expect((await admin.delete(`/api/auth/passkeys/${passkey}`)).status).toBe(200)
    await blog().db.deleteFrom('settings').execute()
  })
})
