import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { begin, CALLBACK, claimsFor, configOf, GOOGLE, show } from '#tests/support/sign-in/identity-flow.ts'
import { type IdentityProviderServer, startIdentityProvider } from '#tests/support/sign-in/identity-provider.ts'
import { createTestApp, TEST_ORIGIN } from '#tests/support/test-app.ts'
import { isProvidersPicture } from './first-picture.ts'

let provider: IdentityProviderServer
beforeAll(async () => {
  provider = await startIdentityProvider({ redirectUris: [CALLBACK] })
})
afterAll(() => provider.stop())

describe('the picture of a new account', () => {
  it('is fetched only from the provider, checked and stored', async () => {
    const blog = await createTestApp({ engine: 'sqlite', now: Date.now(), overrides: { config: configOf(provider) } })
    const signIn = async (sub: string, picture: unknown) => {
      const client = blog.visitor()
      const flow = await begin(client)
      const claims = claimsFor(provider, flow, { sub, email: `${sub}@example.com`, name: sub, picture })
      return (await show(client, flow, await provider.mint(claims))).body.profilePicture as string
    }
    const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    provider.servePicture = (response) => void response.end(png)
    const path = await signIn('withpicture', `${provider.issuer}/picture.png`)
    expect(path).toMatch(/^\/files\//)
    const stored = await blog.visitor().send(path, {})
    expect(stored.status).toBe(200)
    expect(await sharp(await stored.arrayBuffer()).metadata()).toMatchObject({ width: 64, height: 64 })

    const drawn = /^\/drawings\/avatar\//
    provider.servePicture = (response) => void response.end('<svg onload=alert(1)>')
    expect(await signIn('notapicture', `${provider.issuer}/picture.png`)).toMatch(drawn)
    provider.servePicture = (response) => void response.end(deflateSync(Buffer.alloc(3_000_000)).toString('base64').padEnd(3_000_000, 'x'))
    expect(await signIn('toolarge', `${provider.issuer}/picture.png`)).toMatch(drawn)
    provider.servePicture = (response) => void response.writeHead(302, { location: `${TEST_ORIGIN}/api/site` }).end()
    expect(await signIn('elsewhere', `${provider.issuer}/picture.png`)).toMatch(drawn)
    provider.servePicture = null
    expect(await signIn('notthere', `${provider.issuer}/picture.png`)).toMatch(drawn)
    for (const [index, address] of ['http://169.254.169.254/latest/meta-data', 'file:///etc/passwd', 7, 'http://localhost:22/'].entries()) {
      expect(await signIn(`strange${index}`, address)).toMatch(drawn)
    }
    await blog.close()
  })

  it.each([
    ['https://lh3.googleusercontent.com/a/abc=s96-c', 'https://accounts.google.com', true],
    ['https://accounts.google.com/p.png', 'https://accounts.google.com', true],
    ['http://lh3.googleusercontent.com/a', 'https://accounts.google.com', false],
    ['https://lh3.googleusercontent.com.evil.example/a', 'https://accounts.google.com', false],
    ['https://user@lh3.googleusercontent.com/a', 'https://accounts.google.com', false],
    ['https://lh3.googleusercontent.com/a', 'https://id.example.org', false],
    ['https://id.example.org/me.png', 'https://id.example.org', true],
    ['https://127.0.0.1/me.png', 'https://id.example.org', false],
  ])('at %s is the provider’s (%s): %s', (address, issuer, expected) => expect(isProvidersPicture(address, issuer)).toBe(expected))
})

describe('a provider that is down', () => {
  it('An unreachable provider gives a polite message, and works again when it is back', async () => {
    const server = await startIdentityProvider({ redirectUris: [CALLBACK] })
    await server.stop()
    const blog = await createTestApp({ engine: 'sqlite', now: Date.now(), overrides: { config: configOf(server) } })
    const page = await blog.visitor().send(`${GOOGLE}/start`, {})
    expect(page.status).toBe(503)
    expect(await page.text()).toContain('That did not work this time.')
    const back = await startIdentityProvider({ redirectUris: [CALLBACK], port: Number(new URL(server.issuer).port) })
    const flow = await begin(blog.visitor())
    await back.stop()
    const token = await server.mint({ ...claimsFor(provider, flow), iss: server.issuer })
    expect(await show(blog.visitor(), flow, token)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    await blog.close()
  })
})
