import { describe, expect, it } from 'vitest'
import { updateUser } from '#accounts/contract/users.endpoints.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { TEST_PASSWORD } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'

const SESSION = '/api/auth/session'
const statusOf = async (client: TestClient) => (await client.get(SESSION)).status

describe('a session', () => {
  const blog = useTestApp('sqlite')

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

  it.each([
    ['a made-up token', `kindred-session=${'A'.repeat(43)}`],
    ['SQL', `kindred-session=' OR '1'='1`],
    ['10 KB', `kindred-session=${'x'.repeat(10_000)}`],
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

  it('goes on under the name that its cookie had over http in version 0.1, unless there is one with the new name', async () => {
    const user = await blog().makeUser()
    const former = user.cookie?.replace('kindred-session=', 'session=') ?? ''
    const statusFor = async (cookie: string) => (await blog().visitor().get(SESSION, { cookie })).status
    expect(await statusFor(former)).toBe(200)
    expect(await statusFor(`${former}; kindred-session=planted`)).toBe(401)
    expect(await statusFor(`${former}; ${former}`)).toBe(401)
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
