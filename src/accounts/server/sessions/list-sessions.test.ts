import { describe, expect, it } from 'vitest'
import { endOtherSessions, endSession, listSessions } from '#accounts/contract/auth.endpoints.ts'
import { MINUTE_MS } from '#platform/contract/limits.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { TEST_PASSWORD } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'
import { deviceName } from './sessions.wire.ts'

const SESSIONS = '/api/auth/sessions'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('your sessions', () => {
  const blog = useTestApp('sqlite')
  const list = async (client: TestClient) => (await client.call(listSessions)).sessions

  it('are listed with device and time of last use, the current one marked', async () => {
    const user = await blog().makeUser()
    blog().clock.advance(10 * MINUTE_MS)
    const response = await blog()
      .visitor()
      .post('/api/auth/signin', { email: user.email, password: TEST_PASSWORD }, { 'user-agent': FIREFOX })
    expect(response.status).toBe(200)
    const now = new Date(blog().clock.now).toISOString()
    const before = new Date(blog().clock.now - 10 * MINUTE_MS).toISOString()
    // The use of the current session is written after the list is read.
    await expect
      .poll(() => list(user))
      .toEqual([
        { _id: expect.any(String), device: 'Firefox on Windows', signedInAt: now, lastSeenAt: now, current: false },
        { _id: expect.any(String), device: 'An unknown device', signedInAt: before, lastSeenAt: now, current: true },
      ])
    expect(JSON.stringify(await list(user))).not.toContain(user.cookie?.slice('kindred-session='.length))
  })

  it('can be ended one by one, and all others at once', async () => {
    const user = await blog().makeUser()
    const [phone, tablet] = [await blog().signIn({ email: user.email }), await blog().signIn({ email: user.email })]
    const own = (await list(phone)).find((session) => session.current)?._id ?? ''
    await user.call(endSession, { params: { sessionId: own } })
    expect((await phone.get('/api/auth/session')).status).toBe(401)
    expect((await user.delete(`${SESSIONS}/${own}`)).status).toBe(404)
    expect(await list(user)).toHaveLength(2)
    await user.call(endOtherSessions)
    expect((await tablet.get('/api/auth/session')).status).toBe(401)
    expect(await list(user)).toHaveLength(1)
  })

  it('of others can neither be listed nor ended', async () => {
    const [user, other] = [await blog().makeUser(), await blog().makeAdmin()]
    const [session] = await list(user)
    expect((await other.delete(`${SESSIONS}/${session?._id}`)).status).toBe(404)
    await other.call(endOtherSessions)
    expect(await list(user)).toHaveLength(1)
    expect((await list(other)).some(({ _id }) => _id === session?._id)).toBe(false)
  })
})

it.each([
  [FIREFOX, 'Firefox on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on an iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile/15E148 Safari/604.1', 'Chrome on an iPad'],
  ['curl/8.5.0', 'An unknown device'],
])('%j is %s', (userAgent, expected) => expect(deviceName(userAgent)).toBe(expected))
