import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { STATUS_404, STATUS_503, cutCalls, failCalls, CONNECTION_RESET } from '#tests/support/network.ts'
import { expectAddress, expectCount, expectText, heading, waitForScripts } from '#tests/support/visit.ts'

const journeys = useJourneys()
const BUSY = 'The blog is busy right now. Please try again in a moment.'
const UNEXPECTED = 'Unexpected Application Error!'
const OFFLINE = /net::ERR_INTERNET_DISCONNECTED/

const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const mainLink = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name })
const firstCard = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: /^Read Article/ })
    .first()

describe('Pages that fail', () => {
  it('A page without its data shows the error screen with the message and can be tried again', async () => {
    const { page, open, expectProblem } = await journeys.visit()
    await open('/about')
    expectProblem(STATUS_503)
    const mend = await failCalls(page, '/api/post/getposts')
    await mainLink(page, 'Projects').click()
    await expectText(heading(page), UNEXPECTED)
    await expectText(alert(page), BUSY)
    await expectAddress(page, '/projects')
    expect(await page.title()).toBe('Something went wrong · Kindred')
    mend()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expectText(heading(page), 'Blogs')
    expect(await page.title()).toBe('Blogs · Kindred')

    expectProblem(CONNECTION_RESET)
    const connect = await cutCalls(page, '/api/post/getposts')
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Read Article/ })
      .first()
      .click()
    await expectText(heading(page), UNEXPECTED)
    await expectText(alert(page), 'Failed to fetch')
    connect()
    await page.goBack()
    await expectText(heading(page), 'Blogs')
  })

  it('A page that fails to render shows the error screen between header and footer', async () => {
    const { page, open, expectProblem } = await journeys.visit()
    await open('/search')
    expectProblem(/RangeError: Invalid time value/)
    await page.route('**/api/comment/getpostcomments/**', (route) =>
      route.fulfill({ json: [{ _id: '1', content: 'x', likes: [], createdAt: 'never' }] }),
    )
    await firstCard(page).click()
    await expectText(heading(page), UNEXPECTED)
    await expectText(alert(page), /^Invalid time value$/)
    expect(await page.getByRole('main').innerText()).not.toMatch(/\.js|\bat\b .*:\d+/)
    await mainLink(page, 'About').click()
    await expectText(heading(page), 'About Our Blog')
  })

  it('The home page is shown without its posts when they cannot be loaded', async () => {
    const { page, open, expectProblem } = await journeys.visit()
    await open('/about')
    expectProblem(STATUS_503)
    await failCalls(page, '/api/post/getposts')
    await mainLink(page, 'Home').click()
    await page.getByText('The newest posts could not be loaded just now.').waitFor()
    await expectCount(page.getByRole('heading', { name: 'Recent Posts' }), 0)
    await page.getByRole('link', { name: 'View all posts' }).waitFor()
  })
})

describe('Unknown addresses', () => {
  it('An unknown address shows the page Not Found with status 404', async () => {
    const { page, expectProblem } = await journeys.visit()
    expectProblem(STATUS_404)
    for (const path of ['/nowhere', '/post/no-such-post', '/search/deeper', '/post/%ff']) {
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
    const post = await api('POST /api/post/create', { body: { title: 'Here and gone', content: '<p>Words.</p>' } })
    const { page, open } = await journeys.visit()
    await open('/')
    await api('DELETE /api/post/deletepost/:postId/:userId', { params: { postId: post._id, userId: id } })
    await page.getByRole('link', { name: 'Read Article Here and gone' }).click()
    await expectText(heading(page), 'We looked everywhere for this page')
    await page.goBack()
    await expectText(page.getByRole('heading', { name: 'Recent Posts' }), 'Recent Posts')
  })
})

describe('Offline', () => {
  it('Offline, Back shows pages that were read, and other pages say why they cannot be shown', async () => {
    const { page, open, context, expectProblem } = await journeys.visit()
    await open('/')
    await firstCard(page).click()
    await page.getByRole('heading', { name: 'Recent Articles' }).waitFor()
    const title = await heading(page).innerText()
    const next = await page.getByRole('region', { name: 'Recent Articles' }).getByRole('article').first().getByRole('heading').innerText()
    expectProblem(OFFLINE)
    await page.mouse.move(0, 0)
    await context.setOffline(true)
    await firstCard(page).click()
    await expectText(heading(page), UNEXPECTED)
    await expectText(alert(page), 'Failed to fetch')
    await page.goBack()
    await expectText(heading(page), title)
    await page.goBack()
    await page.getByRole('heading', { name: 'Recent Posts' }).waitFor()
    await context.setOffline(false)
    await page.goForward()
    await expectText(heading(page), title)
    await page.goForward()
    await expectText(heading(page), next)
  })

  it('Offline, a screen whose script was never loaded leaves the current one in place', async () => {
    const { page, open, context, expectProblem } = await journeys.visit()
    await open('/')
    expectProblem(OFFLINE)
    await context.setOffline(true)
    await mainLink(page, 'About').click()
    await expectText(heading(page), UNEXPECTED)
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expectText(heading(page), 'About Our Blog')
  })

  it('A screen whose script no longer exists after an update is loaded as a document', async () => {
    const { page, open, expectProblem } = await journeys.visit()
    await open('/')
    expectProblem(STATUS_404)
    await page.route('**/assets/about*.js', (route) => route.fulfill({ status: 404 }), { times: 1 })
    await mainLink(page, 'About').click()
    await expectText(heading(page), 'About Our Blog')
    await waitForScripts(page)
    await expectAddress(page, '/about')
  })
})
