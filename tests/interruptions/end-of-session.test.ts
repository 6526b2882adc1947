import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { endOtherSessions } from '#accounts/contract/auth.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { type Account, ADMIN, OTHER_READER, READER } from '#tests/support/accounts.ts'
import { commentBox, commentsOf } from '#tests/support/browser/comments-screen.ts'
import { useJourneys, type VisitOptions } from '#tests/support/browser/journey.ts'
import { STATUS_401 } from '#tests/support/browser/network.ts'
import { accountMenu, storedUser } from '#tests/cases/screens/session-screens.ts'
import { missingBackForwardCache } from '#tests/support/browser/chromium.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { expectAddress, expectCount, expectText, heading, waitForScripts } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()

const anyPostPath = async () => {
  const { posts } = await (await journeys.callAs(ADMIN)).api(listPosts)
  return `/post/${posts[0]!.slug}`
}

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(path)
  await waitForScripts(tab)
  return tab
}

async function signOutIn(tab: Page): Promise<void> {
  await accountMenu(tab).click()
  await tab.getByRole('button', { name: 'Sign out' }).click()
  await tab.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
}

/** Records that the page came from the back/forward cache. */
const watchRestores = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) sessionStorage.setItem('restored', location.pathname)
    }),
  )
const restored = (page: Page) => page.evaluate(() => sessionStorage.getItem('restored'))

/** Checks in every frame whether the text is visible. */
const watchFor = (page: Page, text: string) =>
  page.addInitScript((secret) => {
    const checkText = () => {
      // `innerText` leaves out hidden elements, unless the whole page is hidden.
      if (!document.documentElement.hidden && document.body?.innerText.includes(secret)) sessionStorage.setItem('seen', secret)
      requestAnimationFrame(checkText)
    }
    requestAnimationFrame(checkText)
    // A restored page is painted after this event.
    addEventListener('pageshow', () => setTimeout(checkText))
  }, text)
const clearSeen = (page: Page) => page.evaluate(() => sessionStorage.removeItem('seen'))
const hasSeen = (page: Page) => page.evaluate(() => sessionStorage.getItem('seen'))

const expectVisitor = async (page: Page) => {
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
  await expectCount(accountMenu(page), 0)
}

async function visitAs(account: Account, options: VisitOptions = {}) {
  const visit = await journeys.visit({ ...options, as: account })
  await watchRestores(visit.page)
  return visit
}

describe('Signing out in one tab', () => {
  it('Signing out in one tab removes the user from every other tab', async () => {
    const { page, open, context } = await visitAs(ADMIN)
    await open('/dashboard?tab=users')
    await page.getByRole('main').getByText(READER.email).first().waitFor()
    const post = await openTab(context, `${await anyPostPath()}#comments`)
    await commentBox(post).waitFor()
    const form = await openTab(context, '/create-post')

    await signOutIn(await openTab(context, '/terms'))
    await expectAddress(page, '/sign-in?from=%2Fdashboard%3Ftab%3Dusers')
    await expectAddress(form, '/sign-in?from=%2Fcreate-post')
    await expectVisitor(post)
    await commentsOf(post).getByText('You must be signed in to comment.').waitFor()
    await expectCount(commentBox(post), 0)
  })

  it('After signing out in another tab, Back shows no guarded page', unlessMissing(missingBackForwardCache()), async () => {
    const { page, open, context } = await visitAs(ADMIN, { withBackForwardCache: true })
    await watchFor(page, READER.email)
    await open('/dashboard?tab=users')
    await page.getByRole('main').getByText(READER.email).first().waitFor()
    await expect.poll(() => hasSeen(page)).toBe(READER.email)
    await open('/')
    await signOutIn(await openTab(context, '/terms'))
    await expectVisitor(page)
    await clearSeen(page)

    await page.goBack({ waitUntil: 'commit' })
    await expectAddress(page, '/sign-in?from=%2Fdashboard%3Ftab%3Dusers')
    await expectText(heading(page), 'Sign In')
    expect(await hasSeen(page)).toBeNull()
  })
})

describe('A session that the server has ended', () => {
  it(
    'A refused read removes the user from the page, and Back shows no guarded page',
    unlessMissing(missingBackForwardCache()),
    async () => {
      const { page, open, expectProblem } = await visitAs(OTHER_READER, { withBackForwardCache: true })
      await watchFor(page, 'Your sessions')
      await open('/dashboard?tab=profile&show=safety')
      await expect.poll(() => hasSeen(page)).toBe('Your sessions')
      await open(await anyPostPath())
      await accountMenu(page).waitFor()
      await (await journeys.callAs(OTHER_READER)).api(endOtherSessions)
      expectProblem(STATUS_401)
      // When the comments come into view, the page requests those that only this user may see.
      await commentsOf(page).scrollIntoViewIfNeeded()
      await expectVisitor(page)
      await expectCount(commentBox(page), 0)
      expect(await storedUser(page)).toBeNull()

      await clearSeen(page)
      await page.goBack({ waitUntil: 'commit' })
      await expectAddress(page, '/sign-in?from=%2Fdashboard%3Ftab%3Dprofile%26show%3Dsafety')
      expect(await restored(page)).toBe('/dashboard')
      expect(await hasSeen(page)).toBeNull()
    },
  )

  it('A stored user whose session has ended is never shown', async () => {
    const { page, context, expectProblem } = await visitAs(READER)
    expectProblem(STATUS_401)
    await context.clearCookies()
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      const checkText = () => {
        for (const part of ['button[aria-label=Account]', 'textarea', '[data-account]']) if (document.querySelector(part)) seen.push(part)
        requestAnimationFrame(checkText)
      }
      requestAnimationFrame(checkText)
    })
    await page.goto(`${await anyPostPath()}#comments`)
    await expect.poll(() => storedUser(page)).toBeNull()
    await commentsOf(page).getByText('You must be signed in to comment.').waitFor()
    await expectVisitor(page)
    expect(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)).toEqual([])
  })
})
