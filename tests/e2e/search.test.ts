import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { pinPost } from '#writing/contract/manage-posts.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { STATUS_503, failCalls, holdCalls } from '#tests/support/browser/network.ts'
import { expectAddress, expectCount, expectText, expectTexts, heading } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const SAMPLES = 26
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
  it('A visitor searches from the header', async () => {
    const { page, open } = await journeys.visit()
    await open('/')
    await page.getByRole('searchbox', { name: 'Search posts' }).fill('zebrafinch')
    await page.keyboard.press('Enter')
    await expectAddress(page, '/search?search=zebrafinch')
    await expectText(heading(page), 'Posts Results:')
    await expectCount(cards(page), EXTRA)
    await expect.poll(() => page.getByLabel('Search Term').inputValue()).toBe('zebrafinch')
    expect(await page.title()).toBe('Search: zebrafinch · Kindred')
  })

  it('The search begins with the newest posts of all categories', async () => {
    const { page, open } = await journeys.visit()
    await open('/search')
    await expect.poll(() => page.getByLabel('Sort').inputValue()).toBe('desc')
    await expect.poll(() => page.getByLabel('Category').inputValue()).toBe('uncategorized')
    await expectTexts(page.getByLabel('Sort').locator('option'), ['Newest', 'Oldest'])
    await expectText(cards(page).first().getByRole('heading'), `Quiet hours ${EXTRA}`)
  })

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

  it('A search takes any input as words', async () => {
    const { page, open } = await journeys.visit()
    await open('/search')
    for (const odd of ['" OR 1=1 --', '<script>alert(1)</script>', "bus* NEAR/2 'sam", '😀']) {
      await page.getByLabel('Search Term').fill(odd)
      await page.getByRole('button', { name: 'Apply Filters' }).click()
      await expectAddress(page, `/search?${new URLSearchParams({ searchTerm: odd, sort: 'desc', category: 'uncategorized' })}`)
      await page
        .getByRole('main')
        .getByText(/No Posts found\.|posts? shown/)
        .first()
        .waitFor()
    }
  })
})

describe('Pinned posts', () => {
  it('Pinned posts come first in the full list, marked and only once; a search does not move them', async () => {
    const { api } = await journeys.callAs(ADMIN)
    const { posts } = await api(listPosts, { query: { startIndex: 12, limit: 1 } })
    const [{ _id: postId, title, category }] = posts as [(typeof posts)[number]]
    await api(pinPost, { params: { postId }, body: { pinned: true } })
    const { page, open } = await journeys.visit()
    await open('/search')
    await expectText(cards(page).first().getByRole('heading'), title)
    await cards(page).first().getByText('Pinned').waitFor()
    await showMore(page).click()
    await expectCount(cards(page), 18)
    expect((await titles(page)).filter((each) => each === title)).toHaveLength(1)
    await open(`/search?category=${category}&sort=asc`)
    await expect.poll(async () => (await titles(page)).indexOf(title)).not.toBe(0)
    await api(pinPost, { params: { postId }, body: { pinned: false } })
  })
})

describe('Show More', () => {
  it('Show More loads nine posts each time and disappears when fewer come', async () => {
    const { page, open, calls } = await journeys.visit()
    await open('/search')
    await expectCount(cards(page), 9)
    for (const loaded of [9, 18, 27]) {
      await showMore(page).click()
      await expectCount(cards(page), Math.min(loaded + 9, SAMPLES + EXTRA))
    }
    await expectCount(showMore(page), 0)
    expect(new Set(await titles(page)).size).toBe(SAMPLES + EXTRA)
    // The pointer may rest on a card, whose post is then prefetched.
    const lists = calls().filter((call) => call.includes('getposts') && call.includes('startIndex'))
    expect(lists).toEqual([9, 18, 27].map((loaded) => `GET /api/post/getposts?pinned=first&sort=desc&startIndex=${loaded}`))
  })

  it('Show More is shown for exactly nine posts and disappears when no more come', async () => {
    const { page, open } = await journeys.visit()
    await open('/search?category=health')
    await expectCount(cards(page), 9)
    await showMore(page).click()
    await expectCount(showMore(page), 0)
    await expectCount(cards(page), 9)
  })

  it('Show More is not shown for fewer than nine posts', async () => {
    const { page, open } = await journeys.visit()
    await open('/search?category=medical')
    await expectCount(cards(page), 6)
    await expectCount(showMore(page), 0)
  })

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

  it("Show More says 'Loading...' until the posts are there, and adds them once", async () => {
    const { page, open, calls } = await journeys.visit()
    await open('/search')
    const release = await holdCalls(page, '/api/post/getposts')
    await showMore(page).click()
    await page.getByRole('button', { name: 'Loading...' }).waitFor()
    await page.getByRole('button', { name: 'Loading...' }).click({ force: true })
    release()
    await expectCount(cards(page), 18)
    await expectCount(page.getByRole('button', { name: 'Loading...' }), 0)
    expect(calls()).toHaveLength(1)
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
