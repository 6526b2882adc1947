import { ACCOUNT_RATE_LIMITS, PASSKEY_CHALLENGE_TTL_MS, PASSKEYS_MAX, RECENT_SIGN_IN_MS } from '#accounts/contract/account-limits.ts'
import { expect, it } from 'vitest'
import { beginPasskey, beginPasskeySignIn, deletePasskey, listPasskeys, renamePasskey } from '#accounts/contract/passkeys.endpoints.ts'
import { getSession } from '#accounts/contract/auth.endpoints.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { onEachEngine, useFreshTestApp } from '#tests/support/engines.ts'
import { createPasskeyDevice, type PasskeyDevice } from '#tests/support/sign-in/passkey-device.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { createClient, type TestClient } from '#tests/support/test-client.ts'
import { relyingPartyOf } from './webauthn.ts'

const begin = async (user: TestClient) => (await user.call(beginPasskey)).options
const store = (user: TestClient, credential: object, name = '') => user.post('/api/auth/passkeys', { name, credential })

async function addPasskey(user: TestUser, device: PasskeyDevice, name = '') {
  const { status, body } = await store(user, device.create(await begin(user)), name)
  expect(status).toBe(201)
  return body as { _id: string; name: string }
}

const signIn = async (visitor: TestClient, use: (options: unknown) => object) => {
  const { options } = await visitor.call(beginPasskeySignIn)
  return visitor.post('/api/auth/passkey', { credential: use(options) })
}

onEachEngine('Passkeys', (engine) => {
  const blog = useFreshTestApp(engine)

  it('A reader creates a passkey, signs in with it without a name or a password, renames and removes it', async () => {
    const [reader, device] = [await blog().makeUser(), createPasskeyDevice()]
    const { _id, name } = await addPasskey(reader, device)
    expect(name).not.toBe('')
    const visitor = blog().visitor()
    const { status, body } = await signIn(visitor, device.use)
    expect([status, body._id]).toEqual([200, reader.id])
    expect((await visitor.call(getSession))._id).toBe(reader.id)
    const { passkeys } = await reader.call(listPasskeys)
    expect(passkeys).toMatchObject([{ _id, lastUsedAt: expect.any(String) }])

    const params = { passkeyId: _id }
    expect(await reader.call(renamePasskey, { params, body: { name: ' Granny’s  phone 📱' } })).toMatchObject({
      name: 'Granny’s phone 📱',
    })
    for (const bad of ['', 'x'.repeat(61), 'turned \u202Earound', 7])
      expect((await reader.put(`/api/auth/passkeys/${_id}`, { name: bad })).body).toMatchObject({ statusCode: 400, field: 'name' })
    await reader.call(deletePasskey, { params })
    expect((await signIn(blog().visitor(), device.use)).status).toBe(401)
    expect((await reader.delete(`/api/auth/passkeys/${_id}`)).status).toBe(404)
  })

  it('A challenge is valid once, for ten minutes, and for its purpose only', async () => {
    const [reader, device] = [await blog().makeUser(), createPasskeyDevice()]
    const visitor = blog().visitor()
    const { options: forSignIn } = await visitor.call(beginPasskeySignIn)
    expect((await store(reader, device.create(forSignIn))).status).toBe(400)
    const other = await blog().makeUser()
    expect((await store(reader, device.create(await begin(other)))).status).toBe(400)
    await addPasskey(reader, device)

    const { options } = await visitor.call(beginPasskeySignIn)
    const credential = device.use(options)
    expect((await visitor.post('/api/auth/passkey', { credential })).status).toBe(200)
    expect((await visitor.post('/api/auth/passkey', { credential })).status).toBe(401)
    const { options: old } = await visitor.call(beginPasskeySignIn)
    blog().clock.now += PASSKEY_CHALLENGE_TTL_MS + 1
    expect((await visitor.post('/api/auth/passkey', { credential: device.use(old) })).status).toBe(401)
    const stored = JSON.stringify(await blog().db.selectFrom('passkey_challenges').selectAll().execute())
    expect(stored).not.toContain((options as { challenge: string }).challenge)
  })

  it('Responses of another site, of another device, or without user verification are refused', async () => {
    const [reader, device] = [await blog().makeUser(), createPasskeyDevice()]
    const spoilt = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isUserVerified: false },
      { challenge: 'AAAA' },
      { topOrigin: 'https://evil.example' },
      { crossOrigin: true },
    ]
    for (const changes of spoilt) {
      expect((await store(reader, createPasskeyDevice().create(await begin(reader), changes))).status, JSON.stringify(changes)).toBe(400)
    }
    await addPasskey(reader, device)
    const visitor = blog().visitor()
    for (const changes of [...spoilt, { signature: Buffer.alloc(70) }]) {
      const refused = await signIn(visitor, (options) => device.use(options, changes))
      expect(refused.status, JSON.stringify(changes)).toBe(401)
    }
    expect((await signIn(visitor, createPasskeyDevice().use)).status).toBe(401)
    for (const credential of [null, {}, { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: '' } }])
      expect([400, 401]).toContain((await visitor.post('/api/auth/passkey', { credential })).status)
    expect(visitor.cookie).toBeUndefined()
  })

  it('A user cannot change the passkeys of another user, and a disabled user cannot sign in with one', async () => {
    const [reader, other, device] = [await blog().makeUser(), await blog().makeUser(), createPasskeyDevice()]
    const { _id } = await addPasskey(reader, device)
    expect((await other.call(listPasskeys)).passkeys).toEqual([])
    expect((await other.put(`/api/auth/passkeys/${_id}`, { name: 'Mine' })).status).toBe(404)
    expect((await other.delete(`/api/auth/passkeys/${_id}`)).status).toBe(404)
    // One passkey cannot belong to two users, even with concurrent requests.
    expect((await store(other, device.create(await begin(other)))).status).toBe(409)
    const shared = createPasskeyDevice()
    const [mine, theirs] = [shared.create(await begin(reader)), shared.create(await begin(other))]
    const stored = await Promise.all([store(reader, mine), store(other, theirs)])
    expect(stored.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const disabled = { disabled_at: blog().clock.now, disabled_reason: 'For the test' }
    await blog().db.updateTable('users').set(disabled).where('id', '=', reader.id).execute()
    expect((await signIn(blog().visitor(), device.use)).body).toMatchObject({ code: 'account_disabled' })
  })

  it('Creating and removing a passkey needs a recent sign-in, which a passkey confirms as well as the password', async () => {
    const [reader, device] = [await blog().makeUser(), createPasskeyDevice()]
    const { _id } = await addPasskey(reader, device)
    blog().clock.now += RECENT_SIGN_IN_MS + 1
    const refused = { statusCode: 403, code: 'recent_sign_in_required' }
    expect((await reader.post('/api/auth/passkeys/begin')).body).toMatchObject(refused)
    expect((await reader.delete(`/api/auth/passkeys/${_id}`)).body).toMatchObject(refused)
    const confirm = async (use: PasskeyDevice['use']) => {
      const { options } = await reader.call(beginPasskeySignIn)
      return reader.post('/api/auth/confirm-passkey', { credential: use(options) })
    }
    const [other, foreign] = [await blog().makeUser(), createPasskeyDevice()]
    await addPasskey(other, foreign)
    expect((await confirm(foreign.use)).body).toMatchObject(refused)
    expect((await confirm(device.use)).status).toBe(200)
    expect((await reader.delete(`/api/auth/passkeys/${_id}`)).status).toBe(200)
  })

  it('The last passkey of an account without a password stays where the blog cannot mail a code', async () => {
    const reader = await blog().makeUser()
    const [one, other] = [await addPasskey(reader, createPasskeyDevice()), await addPasskey(reader, createPasskeyDevice())]
    await blog().db.updateTable('users').set({ password_hash: null }).where('id', '=', reader.id).execute()
    const remove = (client: TestClient, { _id }: { readonly _id: string }) => client.delete(`/api/auth/passkeys/${_id}`)
    const removed = await Promise.all([remove(reader, one), remove(reader, other)])
    expect(removed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(removed.find(({ status }) => status === 409)?.body.message).toContain('your only way in')
    const { passkeys } = await reader.call(listPasskeys)
    expect(passkeys).toHaveLength(1)
    const outbox = createOutbox({ now: () => blog().clock.now, newId: blog().newId, wake: () => {} })
    const withMail = createClient(blog().appWith({ outbox }), reader.cookie)
    expect((await remove(withMail, { _id: passkeys[0]?._id ?? '' })).status).toBe(200)
  })

  it('An account has at most twenty passkeys, and sign-ins with one are rate-limited per address', async () => {
    const reader = await blog().makeUser()
    for (let made = 0; made < PASSKEYS_MAX - 1; made += 1) await addPasskey(reader, createPasskeyDevice())
    // Both registrations began while there was room for one more.
    const [one, other] = [createPasskeyDevice().create(await begin(reader)), createPasskeyDevice().create(await begin(reader))]
    const stored = await Promise.all([store(reader, one), store(reader, other)])
    expect(stored.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect((await reader.post('/api/auth/passkeys/begin')).status).toBe(409)
    const { max } = ACCOUNT_RATE_LIMITS.passkeyBeginsPerAddress
    await blog().db.updateTable('rate_limits').set({ count: max }).where('key', 'like', '%passkey-begin%').execute()
    const visitor = blog().visitor()
    await visitor.post('/api/auth/passkey/begin')
    await blog().db.updateTable('rate_limits').set({ count: max }).execute()
    expect((await visitor.post('/api/auth/passkey/begin')).status).toBe(429)
  })
})

it('Passkeys belong to the host name of the blog, and are available only where browsers allow them', () => {
  expect(relyingPartyOf('https://blog.example.org:8443')).toEqual({ id: 'blog.example.org', origin: 'https://blog.example.org:8443' })
  expect(relyingPartyOf('http://localhost:3000')).not.toBeNull()
  for (const address of ['http://127.0.0.1:3000', 'http://blog.example.org', 'https://192.168.0.2', 'https://[::1]:3000'])
    expect(relyingPartyOf(address), address).toBeNull()
})
