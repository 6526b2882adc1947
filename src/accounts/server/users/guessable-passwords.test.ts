import { describe, expect, it } from 'vitest'
import { findGuess } from '#accounts/server/index.ts'
import { signIn } from '#accounts/contract/auth.endpoints.ts'
import { signUp } from '#accounts/contract/users.endpoints.ts'
import { useTestApp } from '#tests/support/engines.ts'

it.each([
  ['Password', /one of the first that others would try/],
  ['11111111', /one of the first that others would try/],
  ['RUTH ANNE', /a name that they know/],
  ['r.u.t.h.a.n.n.e', /a name that they know/],
  ['ruthanne@example.org', /a name that they know/],
  ['ourdays', /a name that they know/],
])('The password %s is guessed first', async (password, reason) => {
  expect(await findGuess(password, ['ruthanne', 'ruthanne@example.org', 'Our Days'])).toMatch(reason)
})

it.each(['three cold spoons', 'ruthanne likes tea', '!!!!!!!!', '密码密码密码密码'])(
  'The password %s is not guessed first',
  async (password) => {
    expect(await findGuess(password, ['ruthanne', 'ruthanne@example.org', 'Our Days', null, undefined, ''])).toBeNull()
  },
)

describe('Passwords that are guessed first', () => {
  const blog = useTestApp('sqlite')
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
})
