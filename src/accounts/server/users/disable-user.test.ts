import { expect, it } from 'vitest'
import { disableUser } from '#accounts/contract/users.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestUser } from '#tests/support/test-app.ts'

const disablePath = (user: { id: string }) => `/api/user/disable/${user.id}`
const SHUT = { status: 401, body: { code: 'account_disabled', message: 'This account has been disabled: Unkind words' } }

onEachEngine('a disabled user', (engine) => {
  const blog = useTestApp(engine)
  const disable = async (user: TestUser) => {
    const admin = await blog().makeAdmin()
    const response = await admin.call(disableUser, {
      params: { userId: user.id },
      body: { disabled: true, reason: ' Unkind \n words ' },
    })
    return { admin, response }
  }

  it('is signed out at the next request, with the reason', async () => {
    const user = await blog().makeUser()
    const post = await blog().makePost()
    const { response } = await disable(user)
    expect(response).toMatchObject({ _id: user.id, disabledReason: 'Unkind words' })
    expect(await user.get('/api/auth/session')).toMatchObject(SHUT)
    expect(await user.post('/api/auth/renew')).toMatchObject(SHUT)
    expect(await user.post('/api/comment/create', { content: 'Still here?', postId: post._id })).toMatchObject(SHUT)
  })

  it('cannot sign in, and only the right password gets the reason', async () => {
    const user = await blog().makeUser()
    await disable(user)
    const credentials = { email: user.email, password: user.password }
    expect(await blog().visitor().post('/api/auth/signin', credentials)).toMatchObject(SHUT)
    const wrong = await blog()
      .visitor()
      .post('/api/auth/signin', { ...credentials, password: 'a wrong one' })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'not_signed_in', message: 'Wrong email or password.' } })
  })

  it('can be enabled again by an admin', async () => {
    const user = await blog().makeUser()
    const { admin } = await disable(user)
    const response = await admin.call(disableUser, { params: { userId: user.id }, body: { disabled: false } })
    expect(response.disabledReason).toBeNull()
    expect((await user.get('/api/auth/session')).status).toBe(200)
  })

  it('cannot be the admin themselves, nor the last admin who can sign in', async () => {
    const admin = await blog().makeAdmin()
    expect(await admin.put(disablePath(admin), { disabled: true })).toMatchObject({ status: 409 })
    const others = await blog().db.selectFrom('users').select('id').where('is_admin', '=', 1).where('id', '!=', admin.id).execute()
    for (const other of others) expect((await admin.put(disablePath(other), { disabled: true })).status).toBe(200)
    expect(await admin.delete(`/api/user/delete/${admin.id}`)).toMatchObject({ status: 409 })
  })
})
