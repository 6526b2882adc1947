import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RECENT_SIGN_IN_MS } from '#accounts/contract/account-limits.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { launchChromium } from '#tests/support/browser/chromium.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { getAs } from '#tests/support/blog/get-as.ts'
import { type IdentityProviderServer, startIdentityProvider } from '#tests/support/sign-in/identity-provider.ts'
import { waitForScripts } from '#tests/support/browser/visit.ts'

const DID_NOT_WORK = 'Signing in with Google did not work this time.'

describe('Continue with Google', () => {
  let browser: Browser
  let blog: BlogProcess
  let provider: IdentityProviderServer
  let startProvider: () => Promise<IdentityProviderServer>
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    const [port, providerPort] = [await findFreePort(), await findFreePort()]
    startProvider = () => startIdentityProvider({ redirectUris: [`http://127.0.0.1:${port}/api/auth/google/callback`], port: providerPort })
    provider = await startProvider()
    const { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET } = provider
    ;[browser, blog] = await Promise.all([
      launchChromium({ withOpenerPolicy: true }),
      startBlogProcess({ PORT: String(port), OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }),
    ])
    context = await browser.newContext({ baseURL: blog.url })
    page = await context.newPage()
  })
  afterAll(async () => {
    await browser?.close()
    await blog?.stop()
    await provider?.stop()
  })
  beforeEach(async () => {
    await page.goto('/sign-in')
  })
  afterEach(async () => {
    await Promise.all(context.pages().map((other) => (other === page ? signOut() : other.close())))
  })

  const signOut = async () => {
    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
  }
  const openPopup = async () => {
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Continue with Google' }).click()])
    await popup.getByRole('heading', { name: 'Choose an account' }).waitFor()
    return popup
  }
  const choose = async (name: string) => {
    const popup = await openPopup()
    const closed = popup.waitForEvent('close')
    await popup.getByRole('button', { name }).click()
    await closed
  }
  const isSignedIn = async () => (await getAs(context, '/api/auth/session')).status() === 200
  const line = (text: string) => page.getByRole('status').filter({ hasText: text })

  // The first test, because the blog reads the provider's addresses once.
  it('Google sign-in shows a message while the provider is down', async () => {
    await provider.stop()
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await line(DID_NOT_WORK).waitFor()
    expect(blog.output()).toContain('the identity provider could not be asked')
    provider = await startProvider()
  })

  it('Google sign-in creates an account and finds it again', async () => {
    const popup = await openPopup()
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600])
    const closed = popup.waitForEvent('close')
    await popup.getByRole('button', { name: 'Ada Morgan' }).click()
    await closed
    await page.waitForURL('/')
    const first = await (await getAs(context, '/api/auth/session')).json()
    expect(first).toMatchObject({ username: 'adamorgan', email: 'ada.morgan@example.com' })

    await context.clearCookies({ name: 'kindred-session' })
    await page.evaluate(() => localStorage.clear())
    await page.goto('/sign-in')
    await choose('Ada Morgan')
    await page.waitForURL('/')
    expect((await (await getAs(context, '/api/auth/session')).json())._id).toBe(first._id)
  })

  it('A Google account without a password changes its email after signing in again', async () => {
    const profile = '/dashboard?tab=profile'
    await page.goto(`/sign-in?from=${encodeURIComponent(profile)}`)
    await choose('Ada Morgan')
    await page.waitForURL(profile)
    const database = new DatabaseSync(join(blog.dataDir, 'kindred.sqlite'), { timeout: 5000 })
    database.exec(`update sessions set confirmed_at = confirmed_at - ${RECENT_SIGN_IN_MS}`)
    database.close()
    const update = async () => {
      await waitForScripts(page)
      await page.getByLabel('Email').fill('ada.new@example.com')
      await page.getByRole('button', { name: 'Update' }).click()
    }
    await update()
    const dialog = page.getByRole('dialog', { name: 'Is it you?' })
    await dialog.getByText('sign out, sign in again').waitFor()
    expect(await dialog.getByLabel('Current password').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).last().click()
    await page.waitForURL(`/sign-in?from=${encodeURIComponent(profile)}`)
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
    await choose('Ada Morgan')
    await page.waitForURL(profile)
    await update()
    await page.getByText('Your profile was updated.').waitFor()
    expect(await (await getAs(context, '/api/auth/session')).json()).toMatchObject({ email: 'ada.new@example.com' })
  })

  it('Google sign-in does not join an account that has a password, and says what to do', async () => {
    const account = { username: 'benbefore', email: 'ben.okafor@example.com', password: 'a password of mine' }
    expect((await context.request.post('/api/auth/signup', { data: account })).status()).toBe(201)
    await choose('Ben Okafor')
    await line('There is an account with this email already.').waitFor()
    expect(await isSignedIn()).toBe(false)
  })

  it('Google sign-in refuses an email that the provider has not verified', async () => {
    await choose('Cleo Unproven')
    await line(DID_NOT_WORK).waitFor()
    expect(await isSignedIn()).toBe(false)
  })

  it('A cancelled and a closed Google window leave the sign-in page usable', async () => {
    await choose('Cancel')
    await line(DID_NOT_WORK).waitFor()
    const popup = await openPopup()
    await popup.close()
    await page.waitForTimeout(300)
    expect(await page.getByRole('status').filter({ hasText: 'Google' }).count()).toBe(0)
    await choose('Ada Morgan')
    await page.waitForURL('/')
  })

  it('A blocked Google window is explained', async () => {
    await page.evaluate(() => void (window.open = () => null))
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await line('Your browser blocked the sign-in window.').waitFor()
    expect(await isSignedIn()).toBe(false)
  })

  it('No bad token starts a session', async () => {
    const seconds = Math.floor(Date.now() / 1000)
    const bad: Record<string, object> = {
      'of another provider': { iss: 'https://accounts.example.net' },
      'for another audience': { aud: 'another-app' },
      expired: { exp: seconds - 120 },
      'not valid yet': { nbf: seconds + 300 },
      'of another sign-in': { nonce: 'A'.repeat(43) },
      'with an unverified email': { email_verified: false },
      replayed: {},
    }
    const seen: Record<string, number> = {}
    for (const [name, changes] of Object.entries(bad)) {
      const start = await getAs(context, '/api/auth/google/start', { maxRedirects: 0 })
      const nonce = new URL(start.headers()['location'] ?? '').searchParams.get('nonce')
      const claims = {
        iss: provider.issuer,
        aud: 'kindred',
        sub: 'g-bad',
        iat: seconds,
        exp: seconds + 600,
        nonce,
        email: 'bad@example.com',
        email_verified: true,
      }
      const idToken = await provider.mint({ ...claims, ...changes } as Parameters<typeof provider.mint>[0])
      const show = () =>
        page.evaluate(
          async (token) =>
            (
              await fetch('/api/auth/google', {
                method: 'POST',
                headers: { 'content-type': 'application/json' },
                body: JSON.stringify({ idToken: token }),
              })
            ).status,
          idToken,
        )
      if (name === 'replayed') {
        seen['shown for the first time'] = await show()
        await context.clearCookies({ name: 'kindred-session' })
      }
      seen[name] = await show()
      expect(await isSignedIn()).toBe(false)
    }
    expect(seen).toEqual({ ...Object.fromEntries(Object.keys(bad).map((name) => [name, 401])), 'shown for the first time': 200 })
  })

  it('The Google window posts its message only to pages of the blog', async () => {
    const messages: unknown[] = []
    await page.exposeFunction('hear', (data: unknown) => messages.push(data))
    // A page of another origin that opens the callback gets no message.
    const evil = await context.newPage()
    await evil.exposeFunction('hear', (data: unknown) => messages.push(data))
    await evil.goto(`${provider.issuer}/.well-known/openid-configuration`)
    await evil.evaluate(() =>
      addEventListener('message', (event) => (window as unknown as { hear: (data: unknown) => void }).hear(event.data)),
    )
    const [popup] = await Promise.all([
      evil.waitForEvent('popup'),
      evil.evaluate((url) => void window.open(url), `${blog.url}/api/auth/google/callback`),
    ])
    await popup.waitForEvent('close', { timeout: 5000 }).catch(() => {})
    await evil.waitForTimeout(200)
    expect(messages).toEqual([])
  })
})
