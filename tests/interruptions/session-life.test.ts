import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { endOtherSessions } from '#accounts/contract/auth.endpoints.ts'
import { disableUser } from '#accounts/contract/users.endpoints.ts'
import { MINUTE_MS } from '#platform/contract/limits.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { callAs } from '#tests/support/blog/call-as.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { accountMenu, signIn } from '#tests/cases/screens/session-screens.ts'

const journeys = useJourneys()

describe('Sessions in the browser', () => {
  let context: BrowserContext
  let tabs: Page[]
  let renewals: number

  /** Opens two signed-in tabs of one browser, whose clocks the test controls. */
  beforeEach(async () => {
    const visit = await journeys.visit({ as: READER })
    context = visit.context
    await context.clock.install()
    tabs = [visit.page, await context.newPage()]
    for (const tab of tabs) {
      await tab.goto('/about')
      await accountMenu(tab).waitFor()
    }
    renewals = 0
    context.on('request', (request) => {
      if (request.url().endsWith('/api/auth/renew')) renewals += 1
    })
    // The browser logs renewals that fail and sessions that have ended.
    return visit.reset
  })

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

  it('A session that expired unrenewed ends in both tabs once the server responds', async () => {
    await context.route('**/api/auth/renew', (route) => route.abort())
    await context.clock.fastForward(55 * MINUTE_MS)
    await pass(5000)
    await expect.poll(() => renewals).toBeGreaterThan(0)
    // Retries after 30 s, 1 and 2 minutes fail. Then the hour is over.
    await pass(5 * MINUTE_MS)
    expireSessions()
    for (const tab of tabs) await accountMenu(tab).waitFor()
    await context.unroute('**/api/auth/renew')
    // The next retry is 4 minutes after the last one.
    await pass(4 * MINUTE_MS)
    await expectSignedOut()
  })

  it('A call after the session expired signs out both tabs', async () => {
    await context.route('**/api/auth/renew', (route) => route.abort())
    const [first] = tabs
    await first?.goto(`/dashboard?tab=profile`)
    await first?.getByLabel('Username').fill('renamed')
    await context.clock.fastForward(61 * MINUTE_MS)
    expireSessions()
    await first?.getByRole('button', { name: 'Update' }).click()
    await expectSignedOut()
    await expect.poll(() => first?.evaluate(() => location.pathname)).toBe('/sign-in')
  })

  /** Ends the hour on the server, whose clock the test does not control. */
  const expireSessions = () => {
    const database = new DatabaseSync(join(journeys.blog.dataDir, 'kindred.sqlite'), { timeout: 5000 })
    database.exec(`update sessions set expires_at = ${Date.now() - 1}`)
    database.close()
  }

  it('A session that was ended on another device ends in both tabs', async () => {
    await (await callAs(journeys.blog.url, READER)).api(endOtherSessions)
    await context.clock.fastForward(55 * MINUTE_MS)
    await pass(5000)
    await expectSignedOut()
  })

  it('A disabled user is signed out in both tabs and reads why', async () => {
    const [tab] = tabs as [Page, Page]
    const admin = await callAs(journeys.blog.url, ADMIN)
    const params = { userId: (await callAs(journeys.blog.url, READER)).id }
    await admin.api(disableUser, { params, body: { disabled: true, reason: 'Unkind words' } })
    await tab.goto('/dashboard?tab=profile')
    await context.clock.fastForward(55 * MINUTE_MS)
    await pass(5000)
    await expectSignedOut()
    const reason = tab.getByText('This account has been disabled: Unkind words')
    await reason.waitFor()
    await signIn(tab, READER)
    await tab.locator('[data-form-message]').getByText('Unkind words').waitFor()
    expect(await reason.count()).toBe(1)
    await admin.api(disableUser, { params, body: { disabled: false } })
  })
})
