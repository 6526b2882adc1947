import { describe, expect, it, test } from 'vitest'
import { createFirstAdmin, findGuess } from '#accounts/server/index.ts'
import { signIn } from '#accounts/contract/auth.endpoints.ts'
import { signUp } from '#accounts/contract/users.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'

describe('A password that is guessed first', () => {
  test.each(['password', 'Password', '12345678', 'iloveyou', 'QWERTYUIOP', 'baseball', '11111111'])(
    '%s is a common one',
    async (password) => {
      expect(await findGuess(password, [])).toBe('This password is one of the first that others would try.')
    },
  )

  test.each(['Ruthanne', 'RUTH ANNE', 'ruthanne@example.org', 'Our Days', 'ourdays', 'r.u.t.h.a.n.n.e'])(
    '%s is a name',
    async (password) => {
      expect(await findGuess(password, ['ruthanne', 'ruthanne@example.org', 'Our Days'])).toMatch(/a name that they know/)
    },
  )

  test.each(['three cold spoons', 'ruthanne likes tea', 'long enough 1', '!!!!!!!!', '密码密码密码密码'])(
    '%s is neither',
    async (password) => {
      expect(await findGuess(password, ['ruthanne', 'ruthanne@example.org', 'Our Days', null, undefined, ''])).toBeNull()
    },
  )
})

onEachEngine('Passwords that are guessed first', (engine) => {
  const blog = useTestApp(engine)
  const account = { username: 'newreader', email: 'newreader@example.org' }

  it('A sign-up with one is refused at its field, with what to do, and creates nothing', async () => {
    for (const password of ['iloveyou', 'NewReader', 'newreader@example.org']) {
      const refused = await blog()
        .visitor()
        .post('/api/auth/signup', { ...account, password })
      expect(refused).toMatchObject({
        status: 400,
        body: { field: 'password', message: expect.stringContaining('Please choose another one') },
      })
    }
    await blog()
      .visitor()
      .call(signUp, { body: { ...account, password: 'three cold spoons' } })
  })

  it('A profile refuses one, and its former password keeps working', async () => {
    const user = await blog().makeUser({ username: 'keepsher' })
    const refused = await user.put(`/api/user/update/${user.id}`, { password: 'keepsher' })
    expect(refused).toMatchObject({ status: 400, body: { field: 'password' } })
    expect(await user.put(`/api/user/update/${user.id}`, { password: 'sunshine' })).toMatchObject({ status: 400 })
    await blog().visitor().call(signIn, { body: user })
  })

  it('The first admin of the settings is created with one, and signs in', async () => {
    await blog().edit((trx) => trx.updateTable('users').set({ is_admin: 0 }).execute())
    const context = { now: () => blog().clock.now, newId: blog().newId }
    expect(await createFirstAdmin(blog().db, { email: 'mother@example.org', password: 'password' }, context)).toBe(true)
    await blog()
      .visitor()
      .call(signIn, { body: { email: 'mother@example.org', password: 'password' } })
  })
})
