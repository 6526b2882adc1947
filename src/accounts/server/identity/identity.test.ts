import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { beginPasskey } from '#accounts/contract/passkeys.endpoints.ts'
import { getSite } from '#site/contract/site.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { SIGN_IN_FLOW_TTL_MS } from '#accounts/contract/account-limits.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { begin, CALLBACK, claimsFor, configOf, type Flow, GOOGLE, seconds, show } from '#tests/support/sign-in/identity-flow.ts'
import { type IdentityProviderServer, startIdentityProvider } from '#tests/support/sign-in/identity-provider.ts'
import { createPasskeyDevice } from '#tests/support/sign-in/passkey-device.ts'
import { waitForBlockedQuery } from '#tests/support/database/postgres.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const REFUSED = {
  status: 401,
  body: { code: 'not_signed_in', message: 'Signing in with Google did not work this time. Please try again.' },
}

let provider: IdentityProviderServer
beforeAll(async () => {
  provider = await startIdentityProvider({ redirectUris: [CALLBACK] })
})
afterAll(() => provider.stop())

onEachEngine('signing in with an identity provider', (engine) => {
  let blog: TestApp
  beforeEach(async () => {
    // The provider's clock is that of the machine.
    blog = await createTestApp({ engine, now: Date.now(), overrides: { config: configOf(provider) } })
  })
  afterEach(() => blog.close())

  const signIn = async (changes: object = {}) => {
    const client = blog.visitor()
    const flow = await begin(client)
    return { client, response: await show(client, flow, await provider.mint(claimsFor(provider, flow, changes))) }
  }

  it('redirects the popup to the provider with state, nonce and PKCE', async () => {
    const { address, cookie } = await begin(blog.visitor())
    expect(address.origin).toBe(provider.issuer)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: 'kindred',
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'openid email profile',
      prompt: 'select_account',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(cookie).toMatch(/^sign-in-flow=[\w-]{43}$/)
    const rows = JSON.stringify(await blog.db.selectFrom('sign_in_flows').selectAll().execute())
    expect(rows).not.toContain(cookie.split('=')[1])
    expect((await blog.visitor().call(getSite)).googleSignIn).toBe(true)
  })

  it('creates an account from the token alone, and finds it the next time', async () => {
    const { response, client } = await signIn()
    expect(response).toMatchObject({
      status: 200,
      body: { username: 'gracehopper', email: 'grace@example.com', emailVerified: true, isAdmin: false },
    })
    expect(JSON.stringify(response.body)).not.toContain('ve@example.org')
    expect((await client.get('/api/auth/session')).status).toBe(200)
    const again = await signIn({ email: 'changed.elsewhere@example.com', name: 'Another Name' })
    expect(again.response.body).toMatchObject({ _id: response.body._id, email: 'grace@example.com', username: 'gracehopper' })
  })

  it('A new account gets no name that reads like one of a member', async () => {
    const rose = await blog.makeUser({ username: 'rose', isFamily: true })
    await blog.db.updateTable('users').set({ display_name: 'Grandma Rosa' }).where('id', '=', rose.id).execute()
    const { response } = await signIn({ sub: 'g-rosa', email: 'rosa@example.com', name: 'Grandma Rosa' })
    expect(response.body.username).toMatch(/^grandmarosa\d{4}$/)
  })

  it('An admin who needs a second step is not signed in by a token alone', async () => {
    const signInAdmin = () => signIn({ sub: 'g-admin', email: 'boss@example.com' })
    const { response, client } = await signInAdmin()
    await blog.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', response.body._id).execute()
    const { options } = await client.call(beginPasskey)
    expect((await client.post('/api/auth/passkeys', { credential: createPasskeyDevice().create(options) })).status).toBe(201)
    await blog.db.insertInto('settings').values({ name: 'adminSecondStep', value: '"required"' }).execute()
    const due = await signInAdmin()
    expect(due.response).toMatchObject({ status: 403, body: { code: 'second_step_required', secondStep: { ways: ['passkey'] } } })
    expect(due.client.cookie).toBeUndefined()
    await blog.db.deleteFrom('settings').execute()
    expect((await signInAdmin()).response.status).toBe(200)
  })

  it('Two concurrent first sign-ins of one account are both 200', async () => {
    const user = { id: blog.newId(), username: 'twotabs', email: 'two.tabs@example.com', is_admin: 0, email_verified: 1 } as const
    const times = { created_at: blog.clock.now, updated_at: blog.clock.now }
    const client = blog.visitor()
    const flow = await begin(client)
    const token = await provider.mint(claimsFor(provider, flow, { sub: 'g-two-tabs', name: 'Two Tabs', email: user.email }))
    const written = Promise.withResolvers<void>()
    const commit = Promise.withResolvers<void>()
    const first = blog.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('users')
        .values({ ...user, ...times })
        .execute()
      const identity = { issuer: provider.issuer, subject: 'g-two-tabs', user_id: user.id, created_at: blog.clock.now }
      await trx.insertInto('identities').values(identity).execute()
      written.resolve()
      await commit.promise
    })
    await written.promise
    const second = show(client, flow, token)
    // On SQLite the second sign-in waits for the first transaction before it reads anything.
    if (engine === 'postgres') await waitForBlockedQuery(blog.db)
    commit.resolve()
    await first
    expect(await second).toMatchObject({ status: 200, body: { _id: user.id, username: 'twotabs' } })
  })

  it('links an existing account only if its email was confirmed', async () => {
    const [waiting, confirmed] = [
      await blog.makeUser({ email: 'waiting@example.com' }),
      await blog.makeUser({ email: 'confirmed@example.com' }),
    ]
    await blog.db.updateTable('users').set({ email_verified: 1 }).where('id', '=', confirmed.id).execute()
    const refused = await signIn({ sub: 'g-w', email: 'Waiting@example.com' })
    expect(refused.response).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: expect.stringContaining('sign in with its password') },
    })
    expect(refused.response.headers.get('set-cookie')).toBeNull()
    const joined = await signIn({ sub: 'g-c', email: 'confirmed@example.com' })
    expect(joined.response.body._id).toBe(confirmed.id)
    const identities = await blog.db.selectFrom('identities').select('user_id').where('user_id', 'in', [waiting.id, confirmed.id]).execute()
    expect(identities).toEqual([{ user_id: confirmed.id }])
  })

  it('creates no account on a closed blog, but existing users can sign in', async () => {
    const known = { sub: 'here-already', email: 'already@example.com' }
    expect((await signIn(known)).response.status).toBe(200)
    const admin = await blog.makeAdmin()
    await admin.call(updateSettings, { body: { isClosed: true } })
    const { response } = await signIn({ sub: 'new', email: 'new@example.com' })
    expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await signIn(known)).response.status).toBe(200)
    await admin.call(updateSettings, { body: { isClosed: false } })
  })

  describe.runIf(engine === 'sqlite')('refuses a token', () => {
    it.each<[string, object]>([
      ['of another provider', { iss: 'https://accounts.example.net' }],
      ['for another audience', { aud: 'another-app' }],
      ['for several audiences, with another authorised party', { aud: ['kindred', 'another-app'], azp: 'another-app' }],
      ['that has expired', { exp: seconds() - 61 }],
      ['of another sign-in', { nonce: 'A'.repeat(43) }],
      ['with an email that was not verified', { email_verified: false }],
      ['without an email', { email: undefined }],
      ['without a subject', { sub: undefined }],
    ])('%s', async (_, changes) => {
      const before = await blog.db.selectFrom('users').select('id').execute()
      const { response, client } = await signIn({ sub: 'g-bad', ...changes })
      expect(response).toMatchObject(REFUSED)
      expect(response.headers.get('set-cookie')).toBeNull()
      expect((await client.get('/api/auth/session')).status).toBe(401)
      expect(await blog.db.selectFrom('users').select('id').execute()).toHaveLength(before.length)
    })

    const asPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

    it.each<[string, (token: string, flow: Flow) => unknown]>([
      ['without a signature', (token) => `${token.split('.').slice(0, 2).join('.')}.`],
      ['with the algorithm none', (_, flow) => `${asPart({ alg: 'none' })}.${asPart(claimsFor(provider, flow))}.`],
      [
        'whose claims were changed',
        (token, flow) =>
          token
            .split('.')
            .toSpliced(1, 1, asPart(claimsFor(provider, flow, { sub: 'g-ada' })))
            .join('.'),
      ],
      ['whose signature was changed', (token) => token.slice(0, -8) + (token.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA')],
      ['that is missing', () => undefined],
    ])('%s', async (_, spoil) => {
      const client = blog.visitor()
      const flow = await begin(client)
      expect(await show(client, flow, spoil(await provider.mint(claimsFor(provider, flow, { sub: 'g-bad' })), flow))).toMatchObject(REFUSED)
    })

    it('signed by a foreign key under the provider’s name', async () => {
      const client = blog.visitor()
      const flow = await begin(client)
      const forged = await provider.mint(claimsFor(provider, flow), { key: await provider.makeKey('first') })
      expect(await show(client, flow, forged)).toMatchObject(REFUSED)
    })

    it('that was used before', async () => {
      const client = blog.visitor()
      const flow = await begin(client)
      const token = await provider.mint(claimsFor(provider, flow, { sub: 'g-again', email: 'again@example.com' }))
      expect((await show(client, flow, token)).status).toBe(200)
      expect(await show(blog.visitor(), flow, token)).toMatchObject(REFUSED)
      const later = await begin(blog.visitor())
      expect(await show(blog.visitor(), later, token)).toMatchObject(REFUSED)
    })

    it('in another browser than the one that started the sign-in', async () => {
      const flow = await begin(blog.visitor())
      const other = await begin(blog.visitor())
      const token = await provider.mint(claimsFor(provider, flow))
      expect(await blog.visitor().post(GOOGLE, { idToken: token })).toMatchObject(REFUSED)
      expect(await show(blog.visitor(), other, token)).toMatchObject(REFUSED)
    })

    it('that arrives after the flow has expired', async () => {
      const client = blog.visitor()
      const flow = await begin(client)
      blog.clock.advance(SIGN_IN_FLOW_TTL_MS)
      const token = await provider.mint(claimsFor(provider, flow, { exp: seconds() + 3600 }))
      expect(await show(client, flow, token)).toMatchObject(REFUSED)
      blog.clock.advance(-SIGN_IN_FLOW_TTL_MS)
    })
  })

  it('logs the reason for a refusal, and no token', async () => {
    const { response } = await signIn({ aud: 'another-app' })
    expect(response.status).toBe(401)
    const log = blog.logLines.join('\n')
    expect(log).toContain('identity refused')
    expect(log).not.toMatch(/eyJ|grace@example\.com/)
  })

  it('A denied, forged or late popup shows one line of text and gets no identity', async () => {
    const client = blog.visitor()
    const { cookie, address } = await begin(client)
    const state = address.searchParams.get('state') ?? ''
    for (const query of [
      `error=access_denied&state=${state}`,
      `code=x&state=${state}`,
      'code=x&state=forged',
      '',
      `code=x&state=${state}&iss=https://evil.example`,
    ]) {
      const response = await client.send(`${GOOGLE}/callback?${query}`, { headers: { cookie } })
      const html = await response.text()
      expect(response.status).toBe(401)
      expect(html).toContain('That did not work this time.')
      expect(html).toContain('{"kind":"failed"}')
      expect(html).not.toContain('idToken":')
    }
    expect((await client.send(`${GOOGLE}/callback?code=x&state=${state}`, {})).status).toBe(401)
  })

  it('sends the popup a content security policy that allows only its own script', async () => {
    const response = await blog.visitor().send(`${GOOGLE}/callback`, {})
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    expect(response.headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })
})
