import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createPost, deletePost } from '#writing/contract/edit-posts.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { STATUS_404 } from '#tests/support/browser/network.ts'
import { expectAddress, expectCount, expectText, heading, waitForScripts } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const OFFLINE = /net::ERR_INTERNET_DISCONNECTED/

const mainLink = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name })
const firstCard = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: /^Read Article/ })
    .first()

describe('Parts that fail', () => {
  it('A part that fails in the browser shows an error in its place, and the rest of the page remains', async () => {
    const { page, open, expectProblem } = await journeys.visit()
    expectProblem(/RangeError: Invalid time value/)
    // The server's HTML is valid, but the data for React is not.
    await page.route('**/search', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll(/"createdAt":"[^"]*"/g, '"createdAt":"never"') })
    })
    await open('/search')
    const results = page.getByRole('main')
    await expectCount(results.getByRole('article'), 9)
    await results.getByRole('button', { name: 'Show More' }).click()
    await results.getByText('This part of the page stopped working.').waitFor()
    await expectText(heading(page), 'Posts Results:')
    await mainLink(page, 'About').click()
    await expectText(heading(page), 'About Our Blog')
  })
})

describe('Unknown addresses', () => {
  it('An unknown address shows the page Not Found with status 404', async () => {
    const { page, expectProblem } = await journeys.visit()
    expectProblem(STATUS_404)
    for (const path of ['/nowhere', '/post/no-such-post', '/sign-in/deeper', '/post/%ff']) {
      const response = await page.goto(path)
      expect(response?.status(), path).toBe(404)
      await waitForScripts(page)
      await expectText(heading(page), 'We looked everywhere for this page')
      expect(await page.title()).toBe('Page not found · Kindred')
    }
    await page.getByRole('main').getByRole('link', { name: 'View all posts' }).click()
    await expectAddress(page, '/search')
  })

  it('A card of a deleted post leads to the page Not Found', async () => {
    const { api, id } = await journeys.callAs(ADMIN)
    const post = await api(createPost, { body: { title: 'Here and gone', content: '<p>Words.</p>' } })
    const { page, open, expectProblem } = await journeys.visit()
    expectProblem(STATUS_404)
    await open('/')
    await api(deletePost, { params: { postId: post._id, userId: id } })
    await page.getByRole('link', { name: 'Read Article Here and gone' }).click()
    await expectText(heading(page), 'We looked everywhere for this page')
    await page.goBack()
    await expectText(page.getByRole('heading', { name: 'Recent Posts' }), 'Recent Posts')
  })
})

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

  it('Offline, Show More says that it failed, and works again with the network', async () => {
    const { page, open, context, expectProblem } = await journeys.visit()
    await open('/search')
    const articles = page.getByRole('main').getByRole('article')
    await page.getByRole('button', { name: 'Show More' }).click()
    await expectCount(articles, 18)
    expectProblem(OFFLINE)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Show More' }).click()
    await expectText(page.getByRole('main').getByRole('alert'), /could not be loaded just now/)
    await expectCount(articles, 18)
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Show More' }).click()
    await expect.poll(() => articles.count()).toBeGreaterThan(18)
  })
})
