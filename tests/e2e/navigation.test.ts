import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { commentBox, commentItem, commentsOf } from '#tests/support/browser/comments-screen.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { missingBackForwardCache } from '#tests/support/browser/chromium.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { expectAddress, expectText, heading, waitForScripts } from '#tests/support/browser/visit.ts'

const journeys = useJourneys({}, { withMotion: true })

const BODY = `${'<p>A paragraph to scroll past.</p>'.repeat(60)}<p><a href="#comments">below</a>, <a href="/about#50%">half of it</a></p>`
let path = ''

beforeAll(async () => {
  const { api } = await journeys.callAs(ADMIN)
  path = `/post/${(await api(createPost, { body: { title: 'A long road', content: BODY } })).slug}`
})

/** Scrolls once the page has loaded; before, it may be too short. */
async function scrollTo(page: Page, top: number): Promise<void> {
  await waitForScripts(page)
  await page.evaluate((y) => globalThis.scrollTo({ top: y, behavior: 'instant' }), top)
  await expectScroll(page, top)
}
const scrollY = (page: Page) => page.evaluate(() => Math.round(globalThis.scrollY))
const expectScroll = (page: Page, top: number) => expect.poll(() => scrollY(page)).toBe(top)
const mainLink = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name })
const canonical = (page: Page) => page.locator('link[rel=canonical]').getAttribute('href')
/** Chromium fires no `load` for a page from the back/forward cache. */
const goBack = (page: Page) => page.goBack({ waitUntil: 'commit' })
const goForward = (page: Page) => page.goForward({ waitUntil: 'commit' })

describe('Links', () => {
  it('A link shows the next page from its top, with its title and canonical address', async () => {
    const { page, open } = await journeys.visit()
    await open('/')
    await scrollTo(page, 600)
    await page.getByRole('link', { name: 'Read Article A long road' }).click()
    await expectAddress(page, path)
    await expectText(heading(page), 'A long road')
    await expectScroll(page, 0)
    expect(await page.title()).toBe('A long road · Kindred')
    expect(await canonical(page)).toMatch(new RegExp(`${path}$`))
    await mainLink(page, 'About').click()
    await expectAddress(page, '/about')
    await expect.poll(() => page.title()).toBe('About Our Blog · Kindred')
    expect(await mainLink(page, 'About').getAttribute('aria-current')).toBe('page')
  })
})

describe('Back and forward', unlessMissing(missingBackForwardCache()), () => {
  it('Back shows what the reader has written before going on', async () => {
    const { page, open } = await journeys.visit({ as: READER, withBackForwardCache: true })
    await open(path)
    await commentsOf(page).scrollIntoViewIfNeeded()
    await commentBox(page).fill('Here before going on')
    await commentsOf(page).getByRole('button', { name: 'Submit' }).click()
    await commentItem(page, 'Here before going on').waitFor()
    await mainLink(page, 'About').click()
    await expectText(heading(page), 'About Our Blog')
    await goBack(page)
    await commentItem(page, 'Here before going on').waitFor()
  })

  it('Back and Forward restore a page and its scroll position without a request to the server, and after a reload', async () => {
    const { page, open } = await journeys.visit({ withBackForwardCache: true })
    const requests: string[] = []
    await open('/')
    // A page that is left before it has loaded is not kept.
    await page.waitForLoadState('load')
    await scrollTo(page, 700)
    await page.getByRole('link', { name: 'Read Article A long road' }).click()
    await expectText(heading(page), 'A long road')
    await page.waitForLoadState('load')
    await scrollTo(page, 900)
    // Playwright's own click scrolls to a link in the sticky header.
    await mainLink(page, 'About').evaluate((link: HTMLAnchorElement) => link.click())
    await expectText(heading(page), 'About Our Blog')
    await waitForScripts(page)
    await page.waitForLoadState('load')
    page.on('request', (request) => void (request.url().endsWith('/favicon.svg') || requests.push(request.url())))
    await goBack(page)
    await expectText(heading(page), 'A long road')
    await expectScroll(page, 900)
    await goBack(page)
    await expectAddress(page, '/')
    await expectScroll(page, 700)
    await goForward(page)
    await expectText(heading(page), 'A long road')
    await expectScroll(page, 900)
    expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([])

    await page.reload()
    await waitForScripts(page)
    await expectScroll(page, 900)
    await goBack(page)
    await expectAddress(page, '/')
    await expectScroll(page, 700)
    await goForward(page)
    await expectAddress(page, path)
    await expectScroll(page, 900)
  })
})

describe('Fragments', () => {
  it('A fragment link scrolls on the page, and Back returns to the position before', async () => {
    const { page, open, calls } = await journeys.visit()
    await open(path)
    await scrollTo(page, 120)
    const follow = () => page.evaluate(() => document.querySelector<HTMLAnchorElement>('.prose a[href="#comments"]')?.click())
    await follow()
    await expectAddress(page, `${path}#comments`)
    await expect.poll(() => scrollY(page)).toBeGreaterThan(1000)
    const there = await scrollY(page)
    await scrollTo(page, 0)
    await follow()
    await expectScroll(page, there)
    await goBack(page)
    await expectAddress(page, path)
    await expectScroll(page, 120)
    expect(calls()).toEqual([])
  })

  it('An unknown or malformed fragment leads to the top', async () => {
    const { page, open } = await journeys.visit()
    await open(path)
    await page.getByRole('link', { name: 'half of it' }).click()
    await expectAddress(page, '/about#50%')
    await expectText(heading(page), 'About Our Blog')
    await expectScroll(page, 0)
  })
})

/** Moments of the fade between two pages, which takes 140 ms. */
const MOMENTS_MS = Array.from({ length: 16 }, (_, index) => index * 12)

describe('The fade between two pages', () => {
  it('A page that is left again during its fade causes no error', async () => {
    const { page, problems } = await journeys.visit({ on: 'phone' })
    for (const ms of MOMENTS_MS) {
      await page.goto('/')
      await heading(page).waitFor()
      await page.evaluate((wait) => {
        location.assign('/about')
        setTimeout(() => location.assign('/projects'), wait)
      }, ms)
      // `waitForURL` would fail when the navigation to the first page is aborted.
      await expect.poll(() => page.url()).toMatch(/about|projects/)
      const leave = () => page.evaluate(() => location.assign('/search'))
      // A page that has just been replaced cannot leave.
      await expect.poll(() => leave().then(String, String)).toBe('undefined')
      await expect.poll(() => page.url()).toMatch(/search/)
      await heading(page).waitFor()
    }
    expect(problems()).toEqual([])
  })
})
