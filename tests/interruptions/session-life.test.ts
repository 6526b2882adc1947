import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#platform/contract/limits.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { openBrowser } from '#tests/support/browser/journey.ts'

const ADMIN = { email: 'admin@example.org', password: 'the admin of this test' }
const READER = { username: 'reader', email: 'reader@example.org', password: 'a reader of this test' }

describe('Sessions in the browser', () => {
  let browser: Browser
  let blog: BlogProcess
  let context: BrowserContext
  let tabs: Page[]
  let renewals: number

  beforeAll(async () => {
    ;[browser, blog] = await Promise.all([openBrowser(), startBlogProcess({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password })])
    await call('POST', '/api/auth/signup', { body: READER })
  })
  afterAll(async () => blog?.stop())

  interface Sent {
    readonly body?: object
    readonly cookie?: string
  }
  const call = (method: string, path: string, { body, cookie }: Sent = {}) =>
    fetch(blog.url + path, {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...(cookie ? { cookie } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const cookieOf = async (credentials: { email: string; password: string }) =>
    (await call('POST', '/api/auth/signin', { body: credentials })).headers.get('set-cookie')?.split(';')[0] ?? ''

  /** Opens two signed-in tabs of one browser, whose clocks the test controls. */
  beforeEach(async () => {
    context = await browser.newContext()
    await context.clock.install()
    const first = await context.newPage()
    renewals = 0
    context.on('request', (request) => {
      if (request.url().endsWith('/api/auth/renew')) renewals += 1
    })
    const { email, password } = READER
    await context.request.post(`${blog.url}/api/auth/signin`, { data: { email, password }, failOnStatusCode: true })
    await first.goto(`${blog.url}/terms`)
    await first.getByRole('button', { name: 'Account' }).waitFor()
    const second = await context.newPage()
    await second.goto(`${blog.url}/about`)
    await second.getByRole('button', { name: 'Account' }).waitFor()
    tabs = [first, second]
  })
  afterEach(() => context.close())

  /** Waits for work that timers have started. */
  const settle = async () => {
    try {
      await tabs[0]?.evaluate(async () => void (await fetch('/api/site')))
    } catch {
      // The page reloads when its session ends.
      await tabs[0]?.waitForLoadState()
    }
  }
  const pass = async (ms: number) => {
    await context.clock.runFor(ms)
    for (let turn = 0; turn < 3; turn += 1) await settle()
  }
  const expectSignedOut = async () => {
    for (const tab of tabs) await tab.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
  }

  it('A session is renewed at 55 minutes, once for both tabs, and again 55 minutes later', async () => {
    const readEnd = () => tabs[0]?.evaluate(() => /"sessionExpiresAt":"[^"]*"/.exec(localStorage.getItem('persist:root') ?? '')?.[0])
    const firstEnd = await readEnd()
    await context.clock.fastForward(54 * MINUTE_MS)
    await pass(MINUTE_MS - 20_000)
    expect(renewals).toBe(0)
    await pass(25_000)
    await expect.poll(() => renewals).toBe(1)
    // The session's hour starts with the response.
    await expect.poll(readEnd).not.toBe(firstEnd)
    await pass(5 * MINUTE_MS)
    expect(renewals).toBe(1)
    await context.clock.fastForward(49 * MINUTE_MS)
    await pass(2 * MINUTE_MS)
    await expect.poll(() => renewals).toBe(2)
  })

  it('The other tab renews the session when the renewing one was closed', async () => {
    await tabs.shift()?.close()
    await context.clock.fastForward(55 * MINUTE_MS)
    await pass(5000)
    await expect.poll(() => renewals).toBe(1)
  })

  it('A failed renewal is retried after 30 s, doubling to 16 minutes, by one tab', async () => {
    await tabs[1]?.close()
    tabs = tabs.slice(0, 1)
    await context.route('**/api/auth/renew', (route) => route.abort())
    await context.clock.fastForward(55 * MINUTE_MS)
    await pass(5000)
    await expect.poll(() => renewals).toBe(1)
    let expected = 1
    for (const seconds of [30, 60, 120, 240, 480, 960, 960]) {
      await pass(seconds * 1000 - 6000)
      expect(renewals).toBe(expected)
      await pass(8000)
      expected += 1
      await expect.poll(() => renewals).toBe(expected)
    }
    await tabs[0]?.getByRole('button', { name: 'Account' }).waitFor()
  })

  it('A session that expired unrenewed ends in both tabs once the server responds', async () => {
    await context.route('**/api/auth/renew', (route) => route.abort())
    await context.clock.fastForward(55 * MINUTE_MS)
    await pass(5000)
    await expect.poll(() => renewals).toBeGreaterThan(0)
    // Retries after 30 s, 1 and 2 minutes fail. Then the hour is over.
    await pass(5 * MINUTE_MS)
    expireSessions()
    for (const tab of tabs) await tab.getByRole('button', { name: 'Account' }).waitFor()
    await context.unroute('**/api/auth/renew')
    // The next retry is 4 minutes after the last one.
    await pass(4 * MINUTE_MS)
    await expectSignedOut()
  })

  it('A call after the session expired signs out both tabs', async () => {
    await context.route('**/api/auth/renew', (route) => route.abort())
    const [first] = tabs
    await first?.goto(`${blog.url}/dashboard?tab=profile`)
    await first?.getByLabel('Username').fill('renamed')
    await context.clock.fastForward(61 * MINUTE_MS)
    expireSessions()
    await first?.getByRole('button', { name: 'Update' }).click()
    await expectSignedOut()
    await expect.poll(() => first?.evaluate(() => location.pathname)).toBe('/sign-in')
  })

  /** Ends the hour on the server, whose clock the test does not control. */
  const expireSessions = () => {
    const database = new DatabaseSync(join(blog.dataDir, 'kindred.sqlite'), { timeout: 5000 })
    database.exec(`update sessions set expires_at = ${Date.now() - 1}`)
    database.close()
  }

  it('Signing out in one tab signs out both', async () => {
    await tabs[1]?.getByRole('button', { name: 'Account' }).click()
    await tabs[1]?.getByRole('button', { name: 'Sign out' }).click()
    await expectSignedOut()
  })

  it('A session that was ended on another device ends in both tabs', async () => {
    await call('DELETE', '/api/auth/sessions', { cookie: await cookieOf(READER) })
    await context.clock.fastForward(55 * MINUTE_MS)
    await pass(5000)
    await expectSignedOut()
  })

  it('A disabled user is signed out in both tabs and reads why', async () => {
    const cookie = await cookieOf(ADMIN)
    const { users } = await (await call('GET', '/api/user/getusers', { cookie })).json()
    const id = users.find((user: { username: string }) => user.username === 'reader')._id
    await call('PUT', `/api/user/disable/${id}`, { cookie, body: { disabled: true, reason: 'Unkind words' } })
    await tabs[0]?.goto(`${blog.url}/dashboard?tab=profile`)
    await context.clock.fastForward(55 * MINUTE_MS)
    await pass(5000)
    await expectSignedOut()
    await tabs[0]?.getByRole('alert').filter({ hasText: 'This account has been disabled: Unkind words' }).waitFor()
    await tabs[0]?.getByLabel('Email').fill(READER.email)
    await tabs[0]?.getByLabel('Password').fill(READER.password)
    await tabs[0]?.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await tabs[0]?.locator('[data-form-message]').getByText('This account has been disabled: Unkind words').waitFor()
    expect(await tabs[0]?.getByText('This account has been disabled: Unkind words').count()).toBe(1)
    await call('PUT', `/api/user/disable/${id}`, { cookie, body: { disabled: false } })
  })

  it('A reader sees and ends sessions on the profile', async () => {
    const [tab] = tabs
    if (!tab) throw new Error('no tab')
    await cookieOf(READER)
    await tab.goto(`${blog.url}/dashboard?tab=profile&show=safety`)
    const mine = tab.getByRole('region', { name: 'Your sessions' })
    await mine.getByText('This one').waitFor()
    const lines = mine.getByRole('listitem')
    await expect.poll(() => lines.count()).toBeGreaterThan(1)
    await mine.getByRole('button', { name: 'End all other sessions' }).click()
    await expect.poll(() => lines.count()).toBe(1)
  })
})
