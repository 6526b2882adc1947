import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { commentBox, commentItem, commentsOf } from '#tests/support/browser/comments-screen.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { STATUS_404 } from '#tests/support/browser/network.ts'
import { signIn } from '#tests/support/screens/session-screens.ts'
import { missingBackForwardCache } from '#tests/support/browser/chromium.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { expectAddress, expectText, heading, waitForScripts } from '#tests/support/browser/visit.ts'

const journeys = useJourneys({}, { withMotion: true })

const BODY = `${'<p>A paragraph to scroll past.</p>'.repeat(60)}<h2 id="end">The end</h2><p><a href="/about">our story</a>, <a href="#comments">below</a>,
<a href="/post/a-former-name#comments">a former name</a>, <a href="https://elsewhere.example/">elsewhere</a>, <a href="/about#50%">half of it</a>, <a href="/nowhere">nowhere</a></p>`
let path = ''

/** Creates a long post with every kind of link, and a renamed one. */
beforeAll(async () => {
  const { api, id } = await journeys.callAs(ADMIN)
  const former = await api(createPost, { body: { title: 'A former name', content: '<p>Renamed.</p>' } })
  const params = { postId: former._id, userId: id }
  await api(updatePost, { params, body: { title: 'A present name' } })
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
const isNearTop = (locator: Locator) => locator.evaluate((element) => Math.abs(element.getBoundingClientRect().top) < 300)
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

  it('A link to a former address of a post leads to the present one, with its hash and canonical address', async () => {
    const { page, open } = await journeys.visit()
    await open(path)
    await page.getByRole('link', { name: 'a former name' }).click()
    await expectAddress(page, '/post/a-present-name#comments')
    await expectText(heading(page), 'A present name')
    expect(await canonical(page)).toMatch(/\/post\/a-present-name$/)
    await goBack(page)
    await expectAddress(page, path)
  })

  it('A broken link shows the 404 page with noindex, and Back returns to an indexed page', async () => {
    const { page, open, expectProblem } = await journeys.visit()
    expectProblem(STATUS_404)
    await open(path)
    await page.getByRole('link', { name: 'nowhere', exact: true }).click()
    await expectText(heading(page), 'We looked everywhere for this page')
    expect(await page.title()).toBe('Page not found · Kindred')
    const robots = page.locator('meta[name=robots]')
    expect(await robots.getAttribute('content')).toBe('noindex')
    await goBack(page)
    await expectText(heading(page), 'A long road')
    expect(await robots.count()).toBe(0)
  })

  it('A link to another site leads there', async () => {
    const { page, open, expectProblem } = await journeys.visit()
    expectProblem(/request to another origin: https:\/\/elsewhere\.example/)
    await page.route('https://elsewhere.example/**', (route) => route.fulfill({ body: 'somewhere else' }))
    await open(path)
    await page.getByRole('link', { name: 'elsewhere' }).click()
    await page.getByText('somewhere else').waitFor()
  })

  it('Sign In in the header returns to the page with its query', async () => {
    const { page, open } = await journeys.visit()
    const address = '/search?searchTerm=bus&sort=asc'
    await open(address)
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await expectAddress(page, `/sign-in?from=${encodeURIComponent(address)}`)
    await signIn(page, READER)
    await expectAddress(page, address)
    // Back skips the sign-in page.
    await goBack(page)
    await expectAddress(page, address)
  })
})

/** The packaged Chromium has no windows, and does not always open a tab for a click. */
describe('Tabs', unlessMissing(missingBackForwardCache()), () => {
  it('A link with Ctrl or the middle button opens a tab', async () => {
    const { page, open, context } = await journeys.visit({ withBackForwardCache: true })
    await open('/terms')
    const ways: Parameters<Locator['click']>[0][] = [{ modifiers: ['ControlOrMeta'] }, { button: 'middle' }]
    for (const options of ways) {
      const [tab] = await Promise.all([context.waitForEvent('page'), mainLink(page, 'About').click(options)])
      await expectText(heading(tab), 'About Our Blog')
      await expectAddress(page, '/terms')
      await tab.close()
    }
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
    await scrollTo(page, 700)
    await page.getByRole('link', { name: 'Read Article A long road' }).click()
    await expectText(heading(page), 'A long road')
    await scrollTo(page, 900)
    // Playwright's own click scrolls to a link in the sticky header.
    await mainLink(page, 'About').evaluate((link: HTMLAnchorElement) => link.click())
    await expectText(heading(page), 'About Our Blog')
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

  it('A fragment of another page is scrolled to, by link and by address', async () => {
    const { page, open } = await journeys.visit()
    const { api } = await journeys.callAs(ADMIN)
    const content = `<p><a href="${path}#comments">what they said</a></p>`
    const { slug } = await api(createPost, { body: { title: 'A pointer', content } })
    await open(`/post/${slug}`)
    await page.getByRole('link', { name: 'what they said' }).click()
    await expectAddress(page, `${path}#comments`)
    await expect.poll(() => isNearTop(commentsOf(page))).toBe(true)
    await open('/about')
    await open(`${path}#comments`)
    await expect.poll(() => isNearTop(commentsOf(page))).toBe(true)
  })

  it('The skip link leads past the header', async () => {
    const { page, open } = await journeys.visit()
    await open('/about')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await expectAddress(page, '/about#main')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  })
})

describe('The header of a phone', () => {
  it.each([360, 390, 439])('shows Sign In in one row at %i pixels', async (width) => {
    const { page } = await journeys.visit({ on: 'phone' })
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/')
    const banner = page.getByRole('banner')
    const [brand, signIn, menu] = await Promise.all([
      banner.getByRole('link').first().boundingBox(),
      banner.getByRole('link', { name: 'Sign In' }).boundingBox(),
      banner.getByRole('button', { name: 'Menu' }).boundingBox(),
    ])
    const middles = [brand, signIn, menu].map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2))
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2)
    expect((menu?.x ?? width) + (menu?.width ?? 0)).toBeLessThanOrEqual(width)
  })
})

it('A title of two lines does not touch the line below it in the Posts tab of a phone', async () => {
  const { api } = await journeys.callAs(ADMIN)
  const title = 'A title that is long enough for two lines on the small screen of a phone'
  await api(createPost, { body: { title, content: '<p>x</p>' } })
  const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
  await page.setViewportSize({ width: 390, height: 740 })
  await open('/dashboard?tab=posts')
  const row = page.getByRole('row').filter({ hasText: title })
  const [text, meta] = await Promise.all([
    row.getByRole('link', { name: title, exact: true }).evaluate((link) => {
      const range = document.createRange()
      range.selectNodeContents(link)
      return { bottom: range.getBoundingClientRect().bottom, height: range.getBoundingClientRect().height }
    }),
    row
      .locator('[data-slot=meta]')
      .first()
      .evaluate((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return range.getBoundingClientRect().top
      }),
  ])
  expect(text.height).toBeGreaterThan(40)
  expect(meta).toBeGreaterThanOrEqual(text.bottom)
})
