import { expect, it } from 'vitest'
import { getSession, getSetup } from '#accounts/contract/auth.endpoints.ts'
import { getSettings } from '#site/contract/settings.endpoints.ts'
import { getBlogWords } from '#site/contract/site.endpoints.ts'
import { getLook } from '#site/contract/look.endpoints.ts'
import { listPages } from '#site/contract/blog-pages.endpoints.ts'
import { createSetupKey } from './setup-keys.ts'
import { v7 as newId } from 'uuid'
import { createLink, findLinkOwner } from '#accounts/server/links/account-links.store.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { getSite } from '#site/contract/site.endpoints.ts'
import { createTestApp, TEST_ORIGIN, TEST_SITE } from '#tests/support/test-app.ts'
import { createClient } from '#tests/support/test-client.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'

const ACCOUNT = { displayName: 'Mara', email: 'mara@example.org', password: 'a long password' }
const REPLIES = { ...ACCOUNT, blogName: ' Three and a bus ', palette: 'lake', wayIn: 'family' }

onEachEngine('The set-up of a blog', (engine) => {
  const blog = useTestApp(engine)
  const setUp = (key: string, replies: object = REPLIES, client = blog().visitor()) => client.post('/api/setup', { key, ...replies })
  const check = (key: string, account: object = ACCOUNT) =>
    blog()
      .visitor()
      .post('/api/setup/check', { key, ...account })

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
    expect((await setUp(key, { ...REPLIES, password: 'short' })).body).toMatchObject({ statusCode: 400, field: 'password' })
    // All that is wrong is named at once.
    const wrong = (await check(key, { displayName: ' ', email: 'nobody', password: 'short' })).body as { errors?: { field: string }[] }
    expect(wrong.errors?.map(({ field }) => field)).toEqual(['displayName', 'email', 'password'])
    // A check tells the same, and stores nothing.
    expect((await check(forgotten)).status).toBe(403)
    expect((await check(key, { ...ACCOUNT, password: 'iloveyou' })).body).toMatchObject({ statusCode: 400, field: 'password' })
    for (let time = 0; time < 2; time += 1) expect((await check(key)).status).toBe(200)
    expect((await blog().visitor().call(getSetup)).isOpen).toBe(true)
    for (const [field, value] of [
      ['blogName', ' '],
      ['palette', 'rainbow'],
      ['wayIn', 'signed-in'],
    ] as const)
      expect((await setUp(key, { ...REPLIES, [field]: value })).body).toMatchObject({ statusCode: 400, field })
    const foreign = await blog()
      .visitor()
      .post('/api/setup', { key, ...REPLIES }, { origin: 'https://elsewhere.example' })
    expect(foreign.status).toBe(403)

    const [first, second] = [blog().visitor(), blog().visitor()]
    const tries = await Promise.all([
      setUp(key, REPLIES, first),
      setUp(other, { ...REPLIES, displayName: 'Jon', email: 'jon@example.org' }, second),
    ])
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(tries.find(({ status }) => status === 409)?.body.message).toMatch(/has been set up already/)
    const [winner, author] = tries[0].status === 201 ? [first, 'Mara'] : [second, 'Jon']
    // The new admin is signed in.
    expect((await winner.call(listPages)).pages).toHaveLength(6)
    expect(await createClient(blog().app, winner.cookie).call(getSession)).toMatchObject({
      isAdmin: true,
      emailVerified: true,
    })

    expect((await blog().visitor().call(getSetup)).isOpen).toBe(false)
    expect(await winner.call(getBlogWords)).toMatchObject({ name: 'Three and a bus', author })
    expect(await winner.call(getLook)).toMatchObject({ palette: 'lake', theme: 'system' })
    expect(await winner.call(getSettings)).toMatchObject({ isClosed: true, commentMaxLength: 1000 })
    expect((await check(key)).status).toBe(409)
    for (const used of [key, other])
      expect((await setUp(used, { ...REPLIES, displayName: 'Late', email: 'late@example.org' })).status).toBe(409)
    expect(await blog().db.selectFrom('settings').select('name').where('name', 'like', 'setup.%').execute()).toEqual([])
  })
})

onEachEngine('The set-up of a blog by who will make a passkey', (engine) => {
  const blog = useTestApp(engine)

  it('Who will make a passkey has no password, and who has a backup is asked for nothing else', async () => {
    const key = await createSetupKey(blog().db, 0)
    const { password: _, ...account } = ACCOUNT
    const admin = blog().visitor()
    expect((await admin.post('/api/setup', { key, ...account, wayIn: 'everybody' })).status).toBe(201)
    expect(await admin.call(getSession)).toMatchObject({ displayName: 'Mara', username: 'mara', isAdmin: true })
    expect(await admin.call(getSettings)).toMatchObject({ isClosed: false, commentMaxLength: 1000 })
    expect((await blog().visitor().post('/api/auth/signin', { email: account.email, password: '' })).status).toBe(400)
    expect((await admin.put(`/api/user/update/${(await admin.call(getSession))._id}`, { password: 'a long password' })).status).toBe(200)
  })
})

onEachEngine('The time zone of a new blog', (engine) => {
  const zoneAfter = async (timeZone: unknown, ofOperator = 'UTC') => {
    const config = { publicUrl: TEST_ORIGIN, trustedProxies: 0, site: { ...TEST_SITE, timeZone: ofOperator } }
    const { db, visitor } = await createTestApp({ engine, overrides: { config } })
    const key = await createSetupKey(db, 0)
    expect((await visitor().post('/api/setup', { key, ...REPLIES, timeZone })).status).toBe(201)
    return (await visitor().call(getSite)).timeZone
  }

  it('is that of the browser in which it was set up, unless the operator has named one', async () => {
    expect(await zoneAfter('America/Los_Angeles')).toBe('America/Los_Angeles')
    expect(await zoneAfter('America/Los_Angeles', 'Pacific/Auckland')).toBe('Pacific/Auckland')
  })
})

onEachEngine('The address of the first admin', (engine) => {
  const setUp = async (mayMail: boolean) => {
    const mail = { outbox: createOutbox({ now: Date.now, newId, wake: () => {} }) }
    const blog = await createTestApp({ engine, ...(mayMail && { overrides: mail }) })
    const admin = blog.visitor()
    expect((await admin.post('/api/setup', { key: await createSetupKey(blog.db, 0), ...REPLIES })).status).toBe(201)
    const mails = await blog.db.selectFrom('outbox').select(['kind', 'email']).execute()
    return { blog, admin, mails, isConfirmed: async () => (await admin.call(getSession)).emailVerified }
  }

  it('is confirmed by a press in the mail that the set-up sends, and nothing is mailed to it before', async () => {
    const { blog, admin, mails, isConfirmed } = await setUp(true)
    expect(mails).toEqual([{ kind: 'verify_email', email: ACCOUNT.email }])
    expect(await isConfirmed()).toBe(false)
    expect((await admin.put('/api/settings', { adminSecondStep: 'required' })).body.message).toContain('is not confirmed yet')
    const owner = await findLinkOwner(blog.db, ACCOUNT.email)
    if (owner === undefined) throw new Error('There is no account.')
    const token = await createLink(blog.db, { owner, purpose: 'verify_email', now: blog.clock.now })
    expect((await blog.visitor().post('/api/auth/verify-email', { token })).status).toBe(200)
    expect(await isConfirmed()).toBe(true)
  })

  it('counts as confirmed on a blog that cannot send mail, so that nothing waits for a mail', async () => {
    const { mails, isConfirmed } = await setUp(false)
    expect(mails).toEqual([])
    expect(await isConfirmed()).toBe(true)
  })
})
