import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { commentBox, commentItem, commentsOf } from '#tests/support/comments-screen.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { holdCalls } from '#tests/support/network.ts'
import { expectAddress, expectCount, expectText, heading, waitForScripts } from '#tests/support/visit.ts'

const journeys = useJourneys()

const BODY = `${'<p>A paragraph to scroll past.</p>'.repeat(60)}<h2 id="end">The end</h2><p><a href="/about">our story</a>, <a href="#comments">below</a>,
<a href="/post/a-former-name">a former name</a>, <a href="https://elsewhere.example/">elsewhere</a>, <a href="/about#50%">half of it</a>, <a href="/nowhere">nowhere</a></p>`
let path = ''

/** A long post with every kind of link in it, and one that has changed its name. */
beforeAll(async () => {
  const { api, id } = await journeys.callAs(ADMIN)
  const former = await api('POST /api/post/create', { body: { title: 'A former name', content: '<p>Renamed.</p>' } })
  const params = { postId: former._id, userId: id }
  await api('PUT /api/post/updatepost/:postId/:userId', { params, body: { title: 'A present name' } })
  path = `/post/${(await api('POST /api/post/create', { body: { title: 'A long road', content: BODY } })).slug}`
})

const scrollTo = (page: Page, top: number) => page.evaluate((y) => globalThis.scrollTo({ top: y, behavior: 'instant' }), top)
const scrollY = (page: Page) => page.evaluate(() => Math.round(globalThis.scrollY))
const expectScroll = (page: Page, top: number) => expect.poll(() => scrollY(page)).toBe(top)
const hasFocus = (locator: ReturnType<typeof heading>) => locator.evaluate((element) => element === document.activeElement)
const mainLink = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name })

/** A mark that only a page load wipes out. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { marked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'marked' in globalThis)

describe('Links', () => {
  it('A link moves without a page load: new title, top of the page, focus on the heading', async () => {
    const { page, open } = await journeys.visit()
    await open('/')
    await mark(page)
    await scrollTo(page, 600)
    await page.getByRole('link', { name: 'Read Article A long road' }).click()
    await expectAddress(page, path)
    await expectText(heading(page), 'A long road')
    await expectScroll(page, 0)
    await expect.poll(() => hasFocus(heading(page))).toBe(true)
    await expect.poll(() => page.title()).toBe('A long road · Kindred')
    await expect.poll(() => page.locator('link[rel=canonical]').getAttribute('href')).toMatch(new RegExp(`${path}$`))
    await mainLink(page, 'About').click()
    await expectAddress(page, '/about')
    await expect.poll(() => page.title()).toBe('About Our Blog · Kindred')
    expect(await isMarked(page)).toBe(true)
  })

  it('A link to the current page adds no history entry', async () => {
    const { page, open } = await journeys.visit()
    await open('/about')
    const length = await page.evaluate(() => history.length)
    await scrollTo(page, 400)
    await mainLink(page, 'About').click()
    await expectScroll(page, 0)
    expect(await page.evaluate(() => history.length)).toBe(length)
  })

  it('A link in the body of a post moves without a page load, follows redirects and shows a 404', async () => {
    const { page, open, expectProblem } = await journeys.visit()
    await open(path)
    await mark(page)
    await page.getByRole('link', { name: 'our story' }).click()
    await expectText(heading(page), 'About Our Blog')
    await page.goBack()
    await page.getByRole('link', { name: 'a former name' }).click()
    await expectAddress(page, '/post/a-present-name')
    await page.goBack()
    await expectAddress(page, path)
    await page.getByRole('link', { name: 'nowhere', exact: true }).click()
    await expectText(heading(page), 'We looked everywhere for this page')
    await expect.poll(() => page.title()).toBe('Page not found · Kindred')
    expect(await isMarked(page)).toBe(true)

    await page.goBack()
    expectProblem(/request to another origin: https:\/\/elsewhere\.example/)
    await page.route('https://elsewhere.example/**', (route) => route.fulfill({ body: 'somewhere else' }))
    await page.getByRole('link', { name: 'elsewhere' }).click()
    await page.getByText('somewhere else').waitFor()
  })

  it('A link with Ctrl or the middle button opens a tab', async () => {
    const { page, open, context } = await journeys.visit()
    await open('/')
    const ways: Parameters<Locator['click']>[0][] = [{ modifiers: ['ControlOrMeta'] }, { button: 'middle' }]
    for (const options of ways) {
      const [tab] = await Promise.all([context.waitForEvent('page'), mainLink(page, 'About').click(options)])
      await expectText(heading(tab), 'About Our Blog')
      await expectAddress(page, '/')
      await tab.close()
    }
  })

  it('A hovered link is prefetched, and following it makes no request', async () => {
    const { page, open, calls, clearCalls } = await journeys.visit()
    await open('/')
    const link = page.getByRole('link', { name: 'Read Article A long road' })
    await link.hover()
    await expect.poll(() => calls().filter((call) => call.includes('getpostcomments'))).toHaveLength(1)
    clearCalls()
    await link.click()
    await expectText(heading(page), 'A long road')
    expect(calls()).toEqual([])
  })

  it('A link fades to the next screen, except with reduced motion and when going back', async () => {
    const { page, open } = await journeys.visit()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const fades = () => page.evaluate(() => (globalThis as { fades?: number }).fades)
    await page.addInitScript(() => {
      const start = document.startViewTransition.bind(document)
      Object.assign(globalThis, { fades: 0 })
      document.startViewTransition = (change) => {
        ;(globalThis as unknown as { fades: number }).fades += 1
        return start(change)
      }
    })
    await open('/')
    await mainLink(page, 'About').click()
    await expectText(heading(page), 'About Our Blog')
    expect(await fades()).toBe(1)
    await page.goBack()
    await expectAddress(page, '/')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await mainLink(page, 'About').click()
    await expectText(heading(page), 'About Our Blog')
    expect(await fades()).toBe(1)
  })

  it('A second link wins over one whose screen is still loading', async () => {
    const { page, open } = await journeys.visit()
    await open('/')
    const release = await holdCalls(page, '/api/post/getposts')
    await mainLink(page, 'Projects').click()
    await page.getByRole('status').getByText('Loading...').waitFor({ state: 'attached' })
    await mainLink(page, 'About').click()
    await expectText(heading(page), 'About Our Blog')
    release()
    await expectCount(page.getByRole('status').getByText('Loading...'), 0)
    await page.evaluate(() => fetch('/api/post/getposts'))
    await expectText(heading(page), 'About Our Blog')
    await expectAddress(page, '/about')
  })
})

describe('Back and forward', () => {
  it('Back and Forward restore a page and its scroll position without a request', async () => {
    const { page, open, calls, clearCalls } = await journeys.visit()
    await open('/')
    await scrollTo(page, 700)
    await page.getByRole('link', { name: 'Read Article A long road' }).click()
    await expectText(heading(page), 'A long road')
    await scrollTo(page, 900)
    await mainLink(page, 'About').click()
    await expectText(heading(page), 'About Our Blog')
    // The pointer rests on a link, which may have fetched something ahead.
    await page.mouse.move(0, 0)
    await holdCalls(page, '/api/')
    clearCalls()
    await page.goBack()
    await expectText(heading(page), 'A long road')
    await expectScroll(page, 900)
    await page.goBack()
    await expectAddress(page, '/')
    await expectScroll(page, 700)
    await page.goForward()
    await expectText(heading(page), 'A long road')
    await expectScroll(page, 900)
    await page.goForward()
    await expectText(heading(page), 'About Our Blog')
    expect(calls()).toEqual([])
  })

  it('Back and Forward work after a reload, which keeps the scroll position', async () => {
    const { page, open } = await journeys.visit()
    await open('/')
    await scrollTo(page, 650)
    await page.getByRole('link', { name: 'Read Article A long road' }).click()
    await expectText(heading(page), 'A long road')
    await scrollTo(page, 800)
    await page.reload()
    await waitForScripts(page)
    await expectScroll(page, 800)
    await page.goBack()
    await expectAddress(page, '/')
    await expectScroll(page, 650)
    await page.goForward()
    await expectScroll(page, 800)
  })

  it('Back does not show data that a write has changed', async () => {
    const { page, open } = await journeys.visit({ as: READER })
    await open(path)
    await commentBox(page).fill('Here before going on')
    await commentsOf(page).getByRole('button', { name: 'Submit' }).click()
    await commentItem(page, 'Here before going on').waitFor()
    await mainLink(page, 'About').click()
    await expectText(heading(page), 'About Our Blog')
    await page.goBack()
    await commentItem(page, 'Here before going on').waitFor()
  })
})

describe('Fragments', () => {
  it('A fragment link scrolls on the page, and Back returns to the position before', async () => {
    const { page, open, calls } = await journeys.visit()
    await open(path)
    await scrollTo(page, 120)
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('.prose a[href="#comments"]')?.click())
    await expectAddress(page, `${path}#comments`)
    await expect.poll(() => scrollY(page)).toBeGreaterThan(1000)
    const there = await scrollY(page)
    await scrollTo(page, 0)
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('.prose a[href="#comments"]')?.click())
    await expectScroll(page, there)
    await page.goBack()
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
    const { slug } = await api('POST /api/post/create', { body: { title: 'A pointer', content } })
    await open(`/post/${slug}`)
    await page.getByRole('link', { name: 'what they said' }).click()
    await expectAddress(page, `${path}#comments`)
    await expect.poll(() => commentsOf(page).evaluate((element) => Math.abs(element.getBoundingClientRect().top) < 300)).toBe(true)
    await open('/about')
    await open(`${path}#comments`)
    await expect.poll(() => commentsOf(page).evaluate((element) => Math.abs(element.getBoundingClientRect().top) < 300)).toBe(true)
  })

  it('The skip link leads past the header', async () => {
    const { page, open } = await journeys.visit()
    await open('/about')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await expectAddress(page, '/about#main')
    await expectText(heading(page), 'About Our Blog')
  })
})
