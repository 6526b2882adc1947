import { expect, it } from 'vitest'
import { getSession, getSetup } from '#accounts/contract/auth.endpoints.ts'
import { getLook } from '#site/contract/look.endpoints.ts'
import { listPages } from '#site/contract/blog-pages.endpoints.ts'
import { createSetupKey } from './setup-keys.ts'
import { getSite } from '#site/contract/site.endpoints.ts'
import { createTestApp, TEST_ORIGIN, TEST_SITE } from '#tests/support/test-app.ts'
import { createClient } from '#tests/support/test-client.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'

const ACCOUNT = { username: 'mara', email: 'mara@example.org', password: 'a long password' }

onEachEngine('The set-up of a blog', (engine) => {
  const blog = useTestApp(engine)
  const setUp = (key: string, account: object = ACCOUNT, client = blog().visitor()) => client.post('/api/setup', { key, ...account })

  it('Only a key of the printed link creates the first admin, once; of two concurrent requests one is refused', async () => {
    expect((await blog().visitor().call(getSetup)).isOpen).toBe(true)
    // Each start prints a link; the newest twenty are valid.
    const forgotten = await createSetupKey(blog().db, 0)
    const keys = await Promise.all(Array.from({ length: 20 }, (_, start) => createSetupKey(blog().db, start + 1)))
    const [key = '', other = ''] = keys
    expect(key).toMatch(/^[\w-]{43}$/)
    const stored = await blog().db.selectFrom('settings').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(key)

    for (const guess of [forgotten, '', 'x', key.slice(1), `${key}x`, 'setup.key.%']) expect((await setUp(guess)).status, guess).toBe(403)
    expect((await setUp(key, { ...ACCOUNT, password: 'short' })).body).toMatchObject({ statusCode: 400, field: 'password' })
    // All that is wrong is named at once.
    const wrong = (await setUp(key, { username: 'm', email: 'nobody', password: 'short' })).body as { errors?: { field: string }[] }
    expect(wrong.errors?.map(({ field }) => field)).toEqual(['username', 'email', 'password'])
    const foreign = await blog()
      .visitor()
      .post('/api/setup', { key, ...ACCOUNT }, { origin: 'https://elsewhere.example' })
    expect(foreign.status).toBe(403)

    const [first, second] = [blog().visitor(), blog().visitor()]
    const tries = await Promise.all([
      setUp(key, ACCOUNT, first),
      setUp(other, { ...ACCOUNT, username: 'jon', email: 'jon@example.org' }, second),
    ])
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(tries.find(({ status }) => status === 409)?.body.message).toMatch(/has been set up already/)
    const winner = tries[0].status === 201 ? first : second
    // The new admin is signed in.
    expect((await winner.call(listPages)).pages).toHaveLength(6)
    expect(await createClient(blog().app, winner.cookie).call(getSession)).toMatchObject({
      isAdmin: true,
      emailVerified: true,
    })

    expect((await blog().visitor().call(getSetup)).isOpen).toBe(false)
    // The set-up offers the theme of the device as the chosen one.
    expect(await winner.call(getLook)).toMatchObject({ theme: 'system' })
    for (const used of [key, other])
      expect((await setUp(used, { ...ACCOUNT, username: 'late', email: 'late@example.org' })).status).toBe(409)
    expect(await blog().db.selectFrom('settings').select('name').where('name', 'like', 'setup.%').execute()).toEqual([])
  })
})

onEachEngine('The time zone of a new blog', (engine) => {
  const zoneAfter = async (timeZone: unknown, ofOperator = 'UTC') => {
    const config = { publicUrl: TEST_ORIGIN, trustedProxies: 0, site: { ...TEST_SITE, timeZone: ofOperator } }
    const { db, visitor } = await createTestApp({ engine, overrides: { config } })
    const key = await createSetupKey(db, 0)
    expect((await visitor().post('/api/setup', { key, ...ACCOUNT, timeZone })).status).toBe(201)
    return (await visitor().call(getSite)).timeZone
  }

  it('is that of the browser in which it was set up, unless the operator has named one', async () => {
    expect(await zoneAfter('America/Los_Angeles')).toBe('America/Los_Angeles')
    expect(await zoneAfter('America/Los_Angeles', 'Pacific/Auckland')).toBe('Pacific/Auckland')
  })

  it('is UTC where the browser names none that the server knows, and the set-up goes on', async () => {
    for (const unknown of [undefined, '', 'Etc/Unknown', '+01:00', 7]) expect(await zoneAfter(unknown), String(unknown)).toBe('UTC')
  })
})
