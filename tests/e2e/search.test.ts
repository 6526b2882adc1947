import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { STATUS_503, failCalls } from '#tests/support/browser/network.ts'
import { expectAddress, expectCount } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const EXTRA = 6

/** Creates six posts, so that 'health' has exactly one full page. */
beforeAll(async () => {
  const { api } = await journeys.callAs(ADMIN)
  for (let number = 1; number <= EXTRA; number += 1) {
    const body = { title: `Quiet hours ${number}`, category: 'health', content: '<p>A zebrafinch sings.</p>' } as const
    await api(createPost, { body })
  }
})

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const showMore = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Show More' })
const titles = (page: Page) => cards(page).getByRole('heading').allInnerTexts()

describe('Search', () => {
  it('A search filters by word, order and category, and all three are in the address', async () => {
    const { page, open } = await journeys.visit()
    await open('/search')
    await page.getByLabel('Search Term').fill('zebrafinch')
    await page.getByLabel('Sort').selectOption('Oldest')
    await page.getByLabel('Category').selectOption('Health')
    await page.getByRole('button', { name: 'Apply Filters' }).click()
    await expectAddress(page, '/search?searchTerm=zebrafinch&sort=asc&category=health')
    await expectCount(cards(page), EXTRA)
    expect(await titles(page)).toEqual(Array.from({ length: EXTRA }, (_, index) => `Quiet hours ${index + 1}`))

    await page.getByLabel('Search Term').fill('nothingatallholdsthisword')
    await page.getByRole('button', { name: 'Apply Filters' }).click()
    await page.getByText('No Posts found.').waitFor()
    await expectCount(cards(page), 0)
    await expectCount(showMore(page), 0)

    await page.goBack()
    await expectCount(cards(page), EXTRA)
    await expect.poll(() => page.getByLabel('Search Term').inputValue()).toBe('zebrafinch')

    await page.getByLabel('Search Term').fill('zebrafinhc quiet')
    await page.getByRole('button', { name: 'Apply Filters' }).click()
    await page.getByText('Did you mean').waitFor()
    await page.getByRole('link', { name: 'zebrafinch quiet', exact: true }).click()
    await expectAddress(page, '/search?searchTerm=zebrafinch+quiet&sort=asc&category=health')
    await expectCount(cards(page), EXTRA)
  })
})

describe('Show More', () => {
  it('A failed Show More keeps the list, shows an error and can be tried again', async () => {
    const { page, open, expectProblem } = await journeys.visit()
    expectProblem(STATUS_503)
    await open('/search')
    const endFault = await failCalls(page, '/api/post/getposts')
    await showMore(page).click()
    await page.getByText('More posts could not be loaded just now.').waitFor()
    await expectCount(cards(page), 9)
    endFault()
    await showMore(page).click()
    await expectCount(cards(page), 18)
    await expectCount(page.getByText('More posts could not be loaded just now.'), 0)
  })
})

describe('Back from a post', () => {
  it('After Show More, Back from a post shows the same posts at the same place, also after a reload', async () => {
    const { page, open } = await journeys.visit({ on: 'phone' })
    await open('/search')
    await showMore(page).click()
    await expectCount(cards(page), 18)
    await expectAddress(page, '/search?searchTerm=&sort=desc&category=uncategorized&shown=18')
    const before = await titles(page)
    const card = cards(page).nth(14)
    await card.scrollIntoViewIfNeeded()
    const top = async () => (await card.boundingBox())?.y ?? Number.NaN
    const place = await top()
    const expectSamePlace = async () => {
      await expect.poll(() => titles(page)).toEqual(before)
      // Browsers round the scroll position.
      await expect.poll(async () => Math.abs((await top()) - place)).toBeLessThan(5)
    }
    await card.getByRole('link', { name: /^Read Article/ }).click()
    await page.getByRole('heading', { name: 'Recent Articles' }).waitFor()

    await page.goBack()
    await expectSamePlace()
    await page.reload()
    await expectSamePlace()
    await showMore(page).click()
    await expectCount(cards(page), 27)
  })

  it('A list that was shown to its end has no Show More after a reload', async () => {
    const { page, open } = await journeys.visit()
    await open('/search?category=life')
    while (await showMore(page).isVisible()) {
      const count = await cards(page).count()
      await showMore(page).click()
      await expect.poll(async () => (await cards(page).count()) > count || !(await showMore(page).isVisible())).toBe(true)
    }
    const all = await titles(page)
    await page.reload()
    await expect.poll(() => titles(page)).toEqual(all)
    await expectCount(showMore(page), 0)
  })
})
