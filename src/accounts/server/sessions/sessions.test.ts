import { expect, it } from 'vitest'
import { deleteUser, updateUser } from '#accounts/contract/users.endpoints.ts'
import { getSession } from '#accounts/contract/auth.endpoints.ts'
import { HOUR_MS } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_PASSWORD } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'

const SESSION = '/api/auth/session'
const statusOf = async (client: TestClient) => (await client.get(SESSION)).status

onEachEngine('a session', (engine) => {
  const blog = useTestApp(engine)

  it('returns its user', async () => {
    const user = await blog().makeUser()
    const response = await user.call(getSession)
    expect(response).toMatchObject({
      _id: user.id,
      email: user.email,
      sessionExpiresAt: new Date(blog().clock.now + HOUR_MS).toISOString(),
    })
  })

  it('ends on the server after signing out, and other sessions of the user do not', async () => {
    const user = await blog().makeUser()
    const other = await blog().signIn({ email: user.email })
    const stolen = blog().visitor()
    stolen.cookie = user.cookie
    const response = await user.post('/api/user/signout')
    expect(response.body).toEqual({ success: true, message: 'Signed out.' })
    expect(response.headers.get('set-cookie')).toMatch(/^kindred-session=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0$/)
    expect(user.cookie).toBeUndefined()
    expect(await statusOf(stolen)).toBe(401)
    expect((await stolen.post('/api/auth/renew')).status).toBe(401)
    expect(await statusOf(other)).toBe(200)
  })

  it('is not needed for signing out', async () => {
    expect((await blog().visitor().post('/api/user/signout')).status).toBe(200)
    const stranger = blog().visitor()
    stranger.cookie = 'kindred-session=made-up'
    expect((await stranger.post('/api/user/signout')).status).toBe(200)
  })

  it.each([
    ['nothing', ''],
    ['an empty token', 'kindred-session='],
    ['a made-up token', `kindred-session=${'A'.repeat(43)}`],
    ['SQL', `kindred-session=' OR '1'='1`],
    ['a broken escape', 'kindred-session=%E0%A4%A'],
    ['a NUL', 'kindred-session=%00'],
    ['10 KB', `kindred-session=${'x'.repeat(10_000)}`],
    ['another name', 'SESSIONS=abc; sess=def'],
    ['the name of a blog with https', `__Host-session=${'A'.repeat(43)}`],
  ])('is not opened by %s', async (_, cookie) => {
    const stranger = blog().visitor()
    stranger.cookie = cookie
    expect(await statusOf(stranger)).toBe(401)
  })

  it('is refused if two cookies have its name, as one may be planted', async () => {
    const user = await blog().makeUser()
    for (const cookie of [
      `${user.cookie}; kindred-session=planted`,
      `kindred-session=planted; ${user.cookie}`,
      `kindred-session =planted; ${user.cookie}`,
      `${user.cookie};kindred-session=`,
    ]) {
      expect((await blog().visitor().get(SESSION, { cookie })).status).toBe(401)
    }
    expect(
      (
        await blog()
          .visitor()
          .get(SESSION, { cookie: `session=of-another-program; ${user.cookie}` })
      ).status,
    ).toBe(200)
  })

  it('is refused for a token with one letter changed, and for the hash in the database', async () => {
    const user = await blog().makeUser()
    const token = user.cookie?.slice('kindred-session='.length) ?? ''
    const stranger = blog().visitor()
    stranger.cookie = `kindred-session=${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
    expect(await statusOf(stranger)).toBe(401)
    const { token_hash: hash } = await blog()
      .db.selectFrom('sessions')
      .select('token_hash')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    stranger.cookie = `kindred-session=${hash}`
    expect(await statusOf(stranger)).toBe(401)
  })

  it('of a deleted user ends at once', async () => {
    const [user, admin] = [await blog().makeUser(), await blog().makeAdmin()]
    await admin.call(deleteUser, { params: { userId: user.id } })
    expect(await statusOf(user)).toBe(401)
    expect((await user.post('/api/auth/renew')).status).toBe(401)
    expect(await blog().db.selectFrom('sessions').select('user_id').where('user_id', '=', user.id).execute()).toEqual([])
  })

  it('of a former admin has no admin rights from the next request on', async () => {
    const admin = await blog().makeAdmin()
    const post = await blog().makePost({ by: admin })
    expect((await admin.get('/api/user/getusers')).status).toBe(200)
    await blog().db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute()
    const forbidden = { status: 403, body: { code: 'forbidden', message: 'You are not allowed to do this.' } }
    expect(await admin.get('/api/user/getusers')).toMatchObject(forbidden)
    expect(await admin.get('/api/comment/getcomments')).toMatchObject(forbidden)
    expect(await admin.post('/api/post/create', { title: 'No', content: '<p>no</p>' })).toMatchObject(forbidden)
    expect(await admin.put(`/api/post/updatepost/${post._id}/${admin.id}`, { title: 'No' })).toMatchObject(forbidden)
    expect(await admin.delete(`/api/post/deletepost/${post._id}/${admin.id}`)).toMatchObject(forbidden)
    expect((await admin.get(SESSION)).body.isAdmin).toBe(false)
  })

  it('ends with a new password, except the one that set it', async () => {
    const user = await blog().makeUser()
    const phone = await blog().signIn({ email: user.email })
    const bystander = await blog().makeUser()
    await user.call(updateUser, { params: { userId: user.id }, body: { password: 'a brand new one' } })
    expect(await statusOf(user)).toBe(200)
    expect(await statusOf(phone)).toBe(401)
    expect(await statusOf(bystander)).toBe(200)
    const old = await blog().visitor().post('/api/auth/signin', { email: user.email, password: TEST_PASSWORD })
    expect(old.status).toBe(401)
    await expect(blog().signIn({ email: user.email, password: 'a brand new one' })).resolves.toMatchObject({ id: user.id })
  })

  it('remains when anything but the password changes', async () => {
    const user = await blog().makeUser()
    const phone = await blog().signIn({ email: user.email })
    await user.call(updateUser, { params: { userId: user.id }, body: { email: `new.${user.email}` } })
    expect(await statusOf(phone)).toBe(200)
  })
})
