import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { READER } from '#tests/support/accounts.ts'
import { showComments } from '#tests/support/browser/comments-screen.ts'
import { type VisitOptions, useJourneys } from '#tests/support/browser/journey.ts'
import { missingBackForwardCache } from '#tests/support/browser/chromium.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { expectCount, expectText, heading } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()

const listReadingPages = async (): Promise<string[]> => {
  const { posts } = (await (await fetch(`${journeys.blog.url}/api/post/getposts?limit=1`)).json()) as { posts: { slug: string }[] }
  return ['/', '/about', '/projects', '/search', `/post/${posts[0]?.slug}`, '/privacy-policy']
}

/** Goes to another page and back. @returns why the page was loaded again; null if it came from the cache */
const leaveAndReturn = async (page: Page): Promise<string | null> => {
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }))
  await page.goto('/terms', { waitUntil: 'load' })
  await page.goBack({ waitUntil: 'commit' })
  return page.evaluate(() => {
    if ('isSameDocument' in globalThis) return null
    const [entry] = performance.getEntriesByType('navigation') as (PerformanceEntry & { notRestoredReasons?: unknown })[]
    return JSON.stringify(entry?.notRestoredReasons ?? 'no reason given')
  })
}

describe('The back/forward cache', unlessMissing(missingBackForwardCache()), () => {
  it.each([
    ['a visitor', {}],
    ['a reader', { as: READER }],
  ] satisfies [string, VisitOptions][])('Each reading page comes back from the back/forward cache for %s', async (_, options) => {
    const { page, open } = await journeys.visit({ ...options, withBackForwardCache: true })
    const reloaded: Record<string, string> = {}
    for (const path of await listReadingPages()) {
      await open(path)
      await page.waitForLoadState('load')
      if ('as' in options && path.startsWith('/post/')) await showComments(page)
      const reason = await leaveAndReturn(page)
      if (reason !== null) reloaded[path] = reason
    }
    expect(reloaded).toEqual({})
  })

  it('After Show More, Back from a post restores the same posts at the same place', async () => {
    // A restored page loses Chromium's touch emulation, and with it the phone layout.
    const { page, open } = await journeys.visit({ on: 'tablet', withBackForwardCache: true })
    const cards = page.getByRole('main').getByRole('article')
    await open('/search')
    await page.getByRole('button', { name: 'Show More' }).click()
    await expectCount(cards, 18)
    await cards.nth(14).scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    expect(await leaveAndReturn(page)).toBeNull()
    await expectCount(cards, 18)
    expect(await page.evaluate(() => scrollY)).toBe(place)
    await page.getByRole('button', { name: 'Show More' }).click()
    await expectCount(cards, 26)
  })

  it('The search field shows what the results are for, also after Back', async () => {
    const { page, open } = await journeys.visit({ withBackForwardCache: true })
    await open('/search?searchTerm=bus')
    await page.getByLabel('Search Term').fill('something else')
    expect(await leaveAndReturn(page)).toBeNull()
    await expect.poll(() => page.getByLabel('Search Term').inputValue()).toBe('bus')
  })
})

it('Offline, Back shows the pages that were read', async () => {
  const { page, open, context } = await journeys.visit()
  const readFirst = async (within: Locator) => {
    const card = within.getByRole('link', { name: /^Read Article/ }).first()
    await card.scrollIntoViewIfNeeded()
    // Caches the pictures in view.
    await page.waitForLoadState('networkidle')
    const before = await heading(page).innerText()
    await card.click()
    await expect.poll(() => heading(page).innerText()).not.toBe(before)
  }
  await open('/')
  await readFirst(page.getByRole('main'))
  const title = await heading(page).innerText()
  await readFirst(page.getByRole('region', { name: 'Recent Articles' }))
  await context.setOffline(true)
  await page.goBack()
  await expectText(heading(page), title)
  await page.goBack()
  await page.getByRole('heading', { name: 'Recent Posts' }).waitFor()
})
