import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { launchChromium } from '#tests/support/browser/chromium.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { getAs } from '#tests/support/blog/get-as.ts'
import { type IdentityProviderServer, startIdentityProvider } from '#tests/support/sign-in/identity-provider.ts'
import { STEP_TIMEOUT_MS } from '#tests/support/browser/visit.ts'

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
    context.setDefaultTimeout(STEP_TIMEOUT_MS)
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

  it('Google sign-in does not join an account that has a password, and says what to do', async () => {
    const account = { username: 'benbefore', email: 'ben.okafor@example.com', password: 'a password of mine' }
    expect((await context.request.post('/api/auth/signup', { data: account })).status()).toBe(201)
    await choose('Ben Okafor')
    await line('There is an account with this email already.').waitFor()
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
