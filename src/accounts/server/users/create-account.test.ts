import { describe, expect, it } from 'vitest'
import { useFreshTestApp } from '#tests/support/engines.ts'
import { createFirstAdmin } from './create-account.ts'

describe('accounts created outside the API', () => {
  const blog = useFreshTestApp('sqlite')
  let count = 0
  const make = { now: () => blog().clock.now, newId: () => `made-${(count += 1)}` }

  it('include the first admin from the settings, and only the first', async () => {
    const admin = { email: 'Boss@Example.org', password: 'long enough 1' }
    expect(await createFirstAdmin(blog().db, admin, make)).toBe(true)
    expect(await createFirstAdmin(blog().db, { ...admin, email: 'second@example.org' }, make)).toBe(false)
    const signedIn = await blog().signIn({ email: 'boss@example.org', password: 'long enough 1' })
    expect((await signedIn.get('/api/auth/session')).body).toMatchObject({ username: 'admin', isAdmin: true })
  })

  it('include the first admin under another name if a reader has the name admin', async () => {
    await blog().makeUser({ username: 'admin', email: 'stranger@example.org' })
    expect(await createFirstAdmin(blog().db, { email: 'boss2@example.org', password: 'long enough 1' }, make)).toBe(true)
    const admin = await blog().signIn({ email: 'boss2@example.org', password: 'long enough 1' })
    expect((await admin.get('/api/auth/session')).body).toMatchObject({ username: expect.stringMatching(/^admin\d{4}$/), isAdmin: true })
  })
})
