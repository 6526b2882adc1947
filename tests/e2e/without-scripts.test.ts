import { describe, expect, it } from 'vitest'
import { useJourneys } from '#tests/support/journey.ts'
import { STATUS_404 } from '#tests/support/network.ts'
import { expectCount, expectText, heading } from '#tests/support/visit.ts'

const journeys = useJourneys()

describe('Without JavaScript', () => {
  it('Without JavaScript, a visitor reads home, a post with its comments, and another post', async () => {
    const { page } = await journeys.visit({ withoutScripts: true })
    await page.goto('/')
    const link = page.getByRole('link', { name: /^Read Article/ }).first()
    const href = await link.getAttribute('href')
    await link.click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(href)
    await expectText(heading(page), /./)
    await page
      .getByText(/^\d+ mins read$/)
      .first()
      .waitFor()
    await page.getByText('You must be signed in to comment.').waitFor()
    await page
      .getByRole('region', { name: 'Recent Articles' })
      .getByRole('link', { name: /^Read Article/ })
      .first()
      .click()
    await expect.poll(() => new URL(page.url()).pathname).not.toBe(href)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
    await expectText(heading(page), /^Terms/)
  })

  it('Without JavaScript, a visitor searches, filters and pages through the results', async () => {
    const { page } = await journeys.visit({ withoutScripts: true })
    await page.goto('/')
    await page.getByRole('searchbox', { name: 'Search posts' }).fill('bus')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?search=bus')
    await page.getByRole('main').getByRole('article').first().waitFor()

    await page.getByLabel('Search Term').fill('')
    await page.getByLabel('Sort').selectOption('Oldest')
    await page.getByRole('button', { name: 'Apply Filters' }).click()
    await page.waitForURL('**/search?searchTerm=&sort=asc&category=uncategorized')
    const seen = new Set<string>()
    for (const count of [9, 9, 8]) {
      const titles = page.getByRole('main').getByRole('article').getByRole('heading')
      await expectCount(titles, count)
      for (const title of await titles.allInnerTexts()) seen.add(title)
      const next = page.getByRole('link', { name: 'Show More' })
      if (count === 9) await next.click()
      else await expectCount(next, 0)
    }
    expect(seen.size).toBe(26)
    await page.getByRole('link', { name: 'Back to the first posts' }).click()
    await expectCount(page.getByRole('main').getByRole('article'), 9)
  })

  it('Without JavaScript, the menu opens on a phone, and an unknown address is a 404', async () => {
    const { page, expectProblem } = await journeys.visit({ withoutScripts: true, on: 'phone' })
    expectProblem(STATUS_404)
    const response = await page.goto('/nowhere')
    expect(response?.status()).toBe(404)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Projects' }).click()
    await expectText(heading(page), 'Blogs')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/projects')
  })

  it('Without JavaScript, a guard sends a visitor to the sign-in page', async () => {
    const { page } = await journeys.visit({ withoutScripts: true })
    await page.goto('/dashboard?tab=posts')
    await expectText(heading(page), 'Sign In')
    expect(page.url()).toContain('/sign-in?from=%2Fdashboard%3Ftab%3Dposts')
  })
})
