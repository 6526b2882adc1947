import { expect, it } from 'vitest'
import { disableUser } from '#accounts/contract/users.endpoints.ts'
import { createInvitation, listInvitations } from '#accounts/contract/invitations.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { type TestUser } from '#tests/support/test-app.ts'

onEachEngine('The admin role', (engine) => {
  const blog = useTestApp(engine)
  const setRole = (by: TestUser, user: { id: string }, body: object) => by.put(`/api/user/role/${user.id}`, body)

  it('The open invitations of an admin end with the role, those of others stay', async () => {
    const [admin, other, user] = [await blog().makeAdmin(), await blog().makeAdmin(), await blog().makeUser()]
    const invite = (by: TestUser) => by.call(createInvitation, { body: { name: 'Aunts', usesMax: 3 } })
    const [ended, used, stays] = [await invite(other), await invite(other), await invite(admin)]
    await blog().db.updateTable('invitations').set({ used: 3 }).where('id', '=', used.invitation._id).execute()
    const stateOf = async (id: string) => (await admin.call(listInvitations)).invitations.find(({ _id }) => _id === id)?.state
    await setRole(admin, user, { role: 'family' })
    await setRole(admin, other, { role: 'admin' })
    expect(await stateOf(ended.invitation._id)).toBe('open')
    await setRole(admin, other, { role: 'family' })
    const states = await Promise.all([ended, used, stays].map(({ invitation }) => stateOf(invitation._id)))
    expect(states).toEqual(['revoked', 'used up', 'open'])
    const token = ended.link.split('#').at(-1)
    expect((await user.post('/api/invitation/open', { token })).status).toBe(410)
  })

  it('The last admin who can sign in keeps the role', async () => {
    const [admin, shut] = [await blog().makeAdmin(), await blog().makeAdmin()]
    await blog().db.updateTable('users').set({ is_admin: 0 }).where('id', 'not in', [admin.id, shut.id]).execute()
    await admin.call(disableUser, { params: { userId: shut.id }, body: { disabled: true } })
    const last = { status: 409, body: { code: 'conflict', message: 'This is the last admin account; the blog needs at least one.' } }
    expect(await setRole(admin, admin, { role: 'reader' })).toMatchObject(last)
    const [one, other] = [await blog().makeAdmin(), await blog().makeAdmin()]
    await setRole(one, admin, { role: 'reader' })
    const responses = await Promise.all([setRole(one, other, { role: 'reader' }), setRole(other, one, { role: 'reader' })])
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      await blog().db.selectFrom('users').select('id').where('is_admin', '=', 1).where('disabled_at', 'is', null).execute(),
    ).toHaveLength(1)
  })

  it('A disabled account and an empty body are refused', async () => {
    const [admin, user] = [await blog().makeAdmin(), await blog().makeUser()]
    expect((await setRole(admin, user, {})).status).toBe(400)
    await admin.call(disableUser, { params: { userId: user.id }, body: { disabled: true } })
    expect(await setRole(admin, user, { role: 'admin' })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('disabled') },
    })
  })
})
