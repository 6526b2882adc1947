import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { expectText, heading } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()

const firstCard = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: /^Read Article/ })
    .first()

describe('Offline', () => {
  it('Offline, Back shows the pages that were read', async () => {
    const { page, open, context } = await journeys.visit()
    await open('/')
    await firstCard(page).scrollIntoViewIfNeeded()
    // Waits for the pictures in view.
    await page.waitForLoadState('networkidle')
    await firstCard(page).click()
    await page.getByRole('heading', { name: 'Recent Articles' }).waitFor()
    const title = await heading(page).innerText()
    const next = page
      .getByRole('region', { name: 'Recent Articles' })
      .getByRole('link', { name: /^Read Article/ })
      .first()
    await next.scrollIntoViewIfNeeded()
    // Caches its pictures, too.
    await page.waitForLoadState('networkidle')
    await next.click()
    await expect.poll(() => heading(page).innerText()).not.toBe(title)
    await context.setOffline(true)
    await page.goBack()
    await expectText(heading(page), title)
    await page.goBack()
    await page.getByRole('heading', { name: 'Recent Posts' }).waitFor()
  })
})
