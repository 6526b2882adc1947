import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestClient } from '#tests/support/test-client.ts'

const SESSION = '/api/auth/session'

onEachEngine('A session that is used', (engine) => {
  const blog = useTestApp(engine)

  const call = (cookie: string | undefined, headers: Record<string, string> = {}) =>
    blog()
      .visitor()
      .get(SESSION, { cookie: cookie ?? '', ...headers })
  /** Calls with a cookie. @returns the cookie that the response sets, null where it sets none, or the status of a refusal */
  const use = async (cookie: string | undefined) => {
    const response = await call(cookie)
    return response.status === 200 ? (response.headers.get('set-cookie')?.split(';')[0] ?? null) : response.status
  }
  const cookieOf = async (person: Promise<TestClient>) => (await person).cookie
  /** The use of a token is written after the response. */
  const untilUseIsNoted = (userId: string) =>
    expect
      .poll(() => blog().db.selectFrom('sessions').select('previous_ends_at').where('user_id', '=', userId).executeTakeFirst())
      .not.toEqual({ previous_ends_at: null })

  it('has the same token for an hour, then gets the next one with any call', async () => {
    const cookie = await cookieOf(blog().makeUser())
    blog().clock.advance(HOUR_MS - 1)
    expect(await use(cookie)).toBeNull()
    blog().clock.advance(1)
    const next = await use(cookie)
    expect(next).toMatch(/^kindred-session=[\w-]{43}$/)
    expect(next).not.toBe(cookie)
    expect((await call(String(next))).body.sessionExpiresAt).toBe(new Date(blog().clock.now + HOUR_MS).toISOString())
  })

  it('survives a lost response: the previous token leads to the same next one until that is used', async () => {
    const user = await blog().makeUser()
    const { cookie } = user
    blog().clock.advance(2 * HOUR_MS)
    const next = await use(cookie)
    blog().clock.advance(5 * DAY_MS)
    expect(await use(cookie)).toBe(next)
    expect(await use(String(next))).not.toBe(401)
  })

  it('refuses the previous token a minute after the next one was used', async () => {
    const user = await blog().makeUser()
    const { cookie } = user
    blog().clock.advance(HOUR_MS)
    const next = String(await use(cookie))
    expect(await use(next)).toBeNull()
    await untilUseIsNoted(user.id)
    blog().clock.advance(MINUTE_MS - 1)
    expect(await use(cookie)).toBe(next)
    blog().clock.advance(1)
    expect(await use(cookie)).toBe(401)
    expect(await use(next)).toBeNull()
  })

  it('gets the next token on request, and concurrent tabs share it', async () => {
    const { cookie } = await blog().makeUser()
    const renew = (with_: string | undefined) =>
      blog()
        .visitor()
        .post('/api/auth/renew', undefined, { cookie: with_ ?? '' })
    const tokenOf = (response: { headers: Headers }) => response.headers.get('set-cookie')?.split(';')[0]
    blog().clock.advance(55 * MINUTE_MS)
    const [first, second] = await Promise.all([renew(cookie), renew(cookie)])
    expect(first.body.sessionExpiresAt).toBe(new Date(blog().clock.now + HOUR_MS).toISOString())
    expect(tokenOf(first)).not.toBe(cookie)
    expect(tokenOf(second)).toBe(tokenOf(first))
    // A third tab requests with the new token: it gets no further one, which would invalidate a response in transit.
    blog().clock.advance(MINUTE_MS)
    expect(tokenOf(await renew(tokenOf(first)))).toBe(tokenOf(first))
  })

  it('expires 60 days after its last use, 14 days for admins', async () => {
    const [user, admin] = [await cookieOf(blog().makeUser()), await cookieOf(blog().makeAdmin())]
    blog().clock.advance(14 * DAY_MS - 1)
    const nextOfAdmin = String(await use(admin))
    expect(nextOfAdmin).toMatch(/^kindred-session=/)
    blog().clock.advance(14 * DAY_MS)
    expect(await use(nextOfAdmin)).toBe(401)
    blog().clock.advance(32 * DAY_MS)
    const nextOfUser = String(await use(user))
    expect(nextOfUser).toMatch(/^kindred-session=/)
    blog().clock.advance(60 * DAY_MS)
    expect(await use(nextOfUser)).toBe(401)
  })

  it('of a reader who became an admin expires after 14 days as well', async () => {
    const user = await blog().makeUser()
    await blog().db.updateTable('users').set({ is_admin: 1 }).where('id', '=', user.id).execute()
    blog().clock.advance(14 * DAY_MS)
    expect(await use(user.cookie)).toBe(401)
  })

  it('expires after a year, however often it is renewed', async () => {
    const user = await blog().makeUser()
    for (let week = 1; week <= 52; week += 1) {
      blog().clock.advance(7 * DAY_MS)
      const seenAt = blog().clock.now
      expect((await user.post('/api/auth/renew')).status).toBe(200)
      const lastSeen = () => blog().db.selectFrom('sessions').select('last_seen_at').where('user_id', '=', user.id).executeTakeFirst()
      await expect.poll(lastSeen).toEqual({ last_seen_at: seenAt })
    }
    blog().clock.advance(DAY_MS - 1)
    expect((await user.get(SESSION)).status).toBe(200)
    blog().clock.advance(1)
    expect((await user.get(SESSION)).status).toBe(401)
    expect((await user.post('/api/auth/renew')).status).toBe(401)
  })

  it('can be signed out with the previous token, too', async () => {
    const { cookie } = await blog().makeUser()
    blog().clock.advance(HOUR_MS)
    const next = String(await use(cookie))
    await blog()
      .visitor()
      .post('/api/user/signout', undefined, { cookie: cookie ?? '' })
    expect(await use(next)).toBe(401)
  })
})
