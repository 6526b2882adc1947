import { ACCOUNT_RATE_LIMITS } from '#accounts/contract/account-limits.ts'
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, type RateLimit } from '#platform/contract/limits.ts'
import { hashedKey } from '#platform/security/rate-limit.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_ORIGIN, TEST_PASSWORD, TEST_SITE } from '#tests/support/test-app.ts'

const HOSPITAL = '203.0.113.1'
const ELSEWHERE = '198.51.100.1'

onEachEngine('Failed sign-ins', (engine) => {
  const blog = useTestApp(engine, { overrides: { config: { publicUrl: TEST_ORIGIN, trustedProxies: 1, site: TEST_SITE } } })
  const signIn = (email: string, password: string, address = HOSPITAL) =>
    blog().visitor().post('/api/auth/signin', { email, password }, { 'x-forwarded-for': address })
  const fail = (email: string, address = HOSPITAL) => signIn(email, 'not this one', address)
  const failTimes = async (times: number, email: string, address = HOSPITAL) => {
    const statuses: number[] = []
    for (let attempt = 0; attempt < times; attempt += 1) statuses.push((await fail(email, address)).status)
    return statuses
  }
  /** @returns the email of a new reader */
  const makeReader = async () => (await blog().makeUser()).email
  /** Stores so many failed sign-ins at the address within the hour. */
  const failAt = async (address: string, count: number) => {
    const row = { key: `sign-in/address:${address}`, count, window_ends_at: blog().clock.now + HOUR_MS }
    await blog().db.deleteFrom('rate_limits').where('key', '=', row.key).execute()
    await blog().db.insertInto('rate_limits').values(row).execute()
  }
  const nextHour = () => blog().clock.advance(2 * HOUR_MS)
  const countOf = async (key: string) =>
    (await blog().db.selectFrom('rate_limits').select('count').where('key', '=', key).executeTakeFirst())?.count ?? 0

  it('block an account at an address after ten, even with the right password, for a quarter of an hour', async () => {
    const email = await makeReader()
    expect(await failTimes(10, email)).toEqual(Array(10).fill(401))
    blog().clock.advance(5000)
    const stopped = await fail(email.toUpperCase())
    expect(stopped).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(stopped.headers.get('retry-after')).toBe(String(15 * 60 - 5))
    expect((await signIn(email, TEST_PASSWORD)).status).toBe(429)
    expect((await fail('another@example.org')).status).toBe(401)
    blog().clock.advance(15 * MINUTE_MS - 5000)
    expect((await signIn(email, TEST_PASSWORD)).status).toBe(200)
    nextHour()
  })

  it('from many addresses do not lock the owner out at a known address', async () => {
    const email = await makeReader()
    expect((await signIn(email, TEST_PASSWORD, HOSPITAL)).status).toBe(200)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 60; attempt += 1) statuses.push((await fail(email, `198.51.100.${attempt % 12}`)).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(50)
    expect((await fail(email, '198.51.100.200')).status).toBe(429)
    expect((await signIn(email, TEST_PASSWORD, HOSPITAL)).status).toBe(200)
    nextHour()
  })

  it('do not keep out another device of an owner who is signed in there, however long ago', async () => {
    const owner = await blog().makeUser()
    const headers = { 'x-forwarded-for': HOSPITAL }
    for (let week = 0; week < 3; week += 1) {
      blog().clock.advance(6 * DAY_MS)
      expect((await owner.get('/api/auth/session', headers)).status).toBe(200)
    }
    for (let attempt = 0; attempt < 60; attempt += 1) await fail(owner.email, `198.51.100.${attempt % 12}`)
    await failAt(HOSPITAL, 100)
    expect((await signIn(owner.email, TEST_PASSWORD, ELSEWHERE)).status).toBe(429)
    expect((await signIn(owner.email, TEST_PASSWORD, HOSPITAL)).status).toBe(200)
    nextHour()
  })

  it('of a stranger on the same network do not lock out others who signed in there within a week', async () => {
    const [reader, newcomer] = [await makeReader(), await makeReader()]
    expect((await signIn(reader, TEST_PASSWORD)).status).toBe(200)
    await failAt(HOSPITAL, 100)
    expect((await fail('one-more@example.org')).status).toBe(429)
    expect((await signIn(newcomer, TEST_PASSWORD)).status).toBe(429)
    expect((await signIn(reader, TEST_PASSWORD)).status).toBe(200)
    // Guesses at the owner's account from the owner's network.
    await failTimes(20, reader)
    expect((await signIn(reader, TEST_PASSWORD)).status).toBe(200)
    nextHour()
  })

  it('are limited also at an address that signed in to the account', async () => {
    const email = await makeReader()
    await signIn(email, TEST_PASSWORD)
    expect((await failTimes(51, email)).filter((status) => status === 401)).toHaveLength(50)
    nextHour()
  })

  it('block an address after a hundred in an hour', async () => {
    await failAt(ELSEWHERE, 99)
    expect((await fail('spread@example.org', ELSEWHERE)).status).toBe(401)
    const stopped = await fail('spread-more@example.org', ELSEWHERE)
    expect(stopped.status).toBe(429)
    expect(stopped.headers.get('retry-after')).toBe('3600')
    nextHour()
  })

  it('are counted, successes are not', async () => {
    const email = await makeReader()
    await failAt(HOSPITAL, 0)
    for (let attempt = 0; attempt < 25; attempt += 1) expect((await signIn(email, TEST_PASSWORD)).status).toBe(200)
    expect(await failTimes(9, email)).toEqual(Array(9).fill(401))
    expect((await signIn(email, TEST_PASSWORD)).status).toBe(200)
    expect(await countOf(`sign-in/address:${HOSPITAL}`)).toBe(9)
    nextHour()
  })

  it('are checked at most ten times if they are concurrent', async () => {
    const email = await makeReader()
    const responses = await Promise.all(Array.from({ length: 40 }, () => fail(email)))
    expect(responses.filter((response) => response.status === 401)).toHaveLength(10)
    nextHour()
  })
})

onEachEngine('Right sign-ins', (engine) => {
  const blog = useTestApp(engine, { overrides: { config: { publicUrl: TEST_ORIGIN, trustedProxies: 1, site: TEST_SITE } } })
  const { signInsPerAccount, signInsPerAddress } = ACCOUNT_RATE_LIMITS
  const signIn = (email: string, address = HOSPITAL, password = TEST_PASSWORD) =>
    blog().visitor().post('/api/auth/signin', { email, password }, { 'x-forwarded-for': address })
  const use = async (limit: RateLimit, key: string, count: number) => {
    const row = { key: `${limit.name}:${key}`, count, window_ends_at: blog().clock.now + limit.windowMs }
    await blog().db.insertInto('rate_limits').values(row).execute()
  }
  const makeReader = async () => (await blog().makeUser()).email

  it('of one account are refused after a hundred, before the password is checked, for a quarter of an hour', async () => {
    const email = await makeReader()
    await use(signInsPerAccount, hashedKey(email), signInsPerAccount.max - 1)
    expect((await signIn(email)).status).toBe(200)
    const refused = await signIn(email)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe(String(15 * 60))
    expect((await signIn(email, ELSEWHERE, 'not this one')).status).toBe(429)
    expect((await signIn(await makeReader())).status).toBe(200)
    blog().clock.advance(15 * MINUTE_MS)
    expect((await signIn(email)).status).toBe(200)
  })

  it('from one address are limited, except those of accounts that it has opened before', async () => {
    const address = '203.0.113.99'
    const [known, unknown] = [await makeReader(), await makeReader()]
    expect((await signIn(known, address)).status).toBe(200)
    await blog().db.deleteFrom('rate_limits').where('key', '=', `${signInsPerAddress.name}:${address}`).execute()
    await use(signInsPerAddress, address, signInsPerAddress.max - 1)
    expect((await signIn(unknown, address)).status).toBe(200)
    expect((await signIn(await makeReader(), address)).status).toBe(429)
    expect((await signIn(known, address)).status).toBe(200)
    expect((await signIn(unknown, address)).status).toBe(200)
    blog().clock.advance(HOUR_MS)
  })
})

onEachEngine('The address of a failed sign-in', (engine) => {
  const blog = useTestApp(engine)

  it('is not taken from X-Forwarded-For if no proxy is trusted', async () => {
    const body = { email: 'forged@example.org', password: 'a guess' }
    const guess = (address: string) => blog().visitor().post('/api/auth/signin', body, { 'x-forwarded-for': address })
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await guess(`192.0.2.${attempt}`)).status).toBe(401)
    expect((await guess('192.0.2.99')).status).toBe(429)
  })
})
