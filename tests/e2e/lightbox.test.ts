import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { findAxeProblems } from '#tests/support/browser/check-page.ts'
import { useJourneys, type VisitOptions } from '#tests/support/browser/journey.ts'
import { uploadAs } from '#tests/support/media/upload-as.ts'

const journeys = useJourneys({}, { withMotion: true })
let path: string
let hebrew: string
let long: string

beforeAll(async () => {
  const admin = await journeys.callAs(ADMIN)
  const { api } = admin
  const addresses = await uploadAs(admin, [
    [1800, 1200],
    [900, 1600],
    [1600, 1600],
  ])
  const figures = addresses.map(
    (address, index) => `<figure><img src="${address}" alt="Photo ${index + 1}"><figcaption>Day ${index + 1}</figcaption></figure>`,
  )
  const content = `<p>Words</p>${figures.join('')}<p>More words</p>`
  const { slug } = await api(createPost, { body: { title: 'A day in pictures', content } })
  path = `/post/${slug}`
  const inHebrew = await api(createPost, { body: { title: 'תמונות', content: `<p>נסענו לים.</p>${figures.join('')}<p>סוף.</p>` } })
  hebrew = `/post/${inHebrew.slug}`
  const many = Array.from({ length: 12 }, (_, index) => `<img src="${addresses[index % 3]}" alt="Shot ${index + 1}">`)
  const ofMany = await api(createPost, { body: { title: 'A long weekend', content: `<p>Words</p>${many.join('')}<p>End</p>` } })
  long = `/post/${ofMany.slug}`
})

const lightbox = (page: Page) => page.getByRole('dialog', { name: 'Pictures' })
const position = (page: Page) => lightbox(page).getByRole('status')
/** The picture in the middle of the screen. */
const shown = (page: Page) =>
  page.evaluate(
    () =>
      document
        .elementFromPoint(innerWidth / 2, innerHeight / 2)
        ?.closest('figure')
        ?.querySelector('img')?.alt ?? null,
  )

/** The step back that closing takes. */
const historyIsRestored = (page: Page) => page.waitForFunction(() => (history.state as { lightbox?: boolean } | null)?.lightbox !== true)

const openPost = async (options: VisitOptions = {}, address = path) => {
  const visit = await journeys.visit(options)
  await visit.open(address)
  return visit
}
type Fingers = readonly { readonly x: number; readonly y: number }[]

/** Real touches: the browser decides what they scroll. */
async function touch(page: Page, steps: readonly Fingers[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: Fingers) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: fingers.map((finger, id) => ({ ...finger, id })) })
  await send('touchStart', steps[0]!)
  for (const step of steps.slice(1)) await send('touchMove', step)
  await send('touchEnd', [])
  await session.detach()
}
/** Positions of a finger on the way from one point to another. */
const way = (from: Fingers[0], to: Fingers[0], steps = 8): Fingers[0][] =>
  Array.from({ length: steps + 1 }, (_, step) => ({
    x: from.x + ((to.x - from.x) * step) / steps,
    y: from.y + ((to.y - from.y) * step) / steps,
  }))
const widthOf = (page: Page, alt: string) =>
  lightbox(page)
    .locator(`picture img[alt="${alt}"]`)
    .evaluate((image) => image.clientWidth)
const tap = async (page: Page, name: string) => {
  await page.getByRole('link', { name }).click()
  await lightbox(page).waitFor()
}

it('A tap opens a picture over the page with its place, caption and Save; arrow keys and buttons go on; Escape returns to it', async () => {
  const { page } = await openPost({ on: 'desktop' })
  await tap(page, 'Photo 2')
  await expect.poll(() => position(page).textContent()).toBe('2 of 3')
  await expect.poll(() => shown(page)).toBe('Photo 2')
  await lightbox(page).getByText('Day 2').waitFor()
  expect(await findAxeProblems(page)).toEqual([])
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => position(page).textContent()).toBe('3 of 3')
  await expect.poll(() => shown(page)).toBe('Photo 3')
  expect(await lightbox(page).getByRole('button', { name: 'Next' }).count()).toBe(0)
  await lightbox(page).getByRole('button', { name: 'Previous' }).click()
  await expect.poll(() => position(page).textContent()).toBe('2 of 3')
  const save = lightbox(page).getByRole('link', { name: 'Save' })
  expect(await save.getAttribute('href')).toBe(await page.locator('a.photo').nth(1).getAttribute('href'))
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  expect(download.suggestedFilename()).toMatch(/\.jpg$/)
  await page.keyboard.press('Escape')
  await expect.poll(() => lightbox(page).count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(
    await page.locator('a.photo').nth(1).getAttribute('href'),
  )
  expect(new URL(page.url()).pathname).toBe(path)
})

it('Back closes the pictures and stays on the page; after Close, Back leaves it', async () => {
  const { page, open } = await journeys.visit({ on: 'phone' })
  await open('/about')
  await open(path)
  await tap(page, 'Photo 1')
  await page.goBack()
  await expect.poll(() => lightbox(page).count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe(path)
  await tap(page, 'Photo 1')
  await lightbox(page).getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => lightbox(page).count()).toBe(0)
  await historyIsRestored(page)
  await page.goBack()
  await page.waitForURL('**/about')
})

it('A picture is enlarged by a double click and never larger than it is stored; the next one is loaded ahead', async () => {
  const { page } = await openPost({ on: 'phone' })
  await tap(page, 'Photo 1')
  const images = lightbox(page).locator('figure img')
  await expect.poll(() => images.count()).toBe(2)
  await images.first().evaluate((image: HTMLImageElement) => image.decode())
  const size = () => images.first().evaluate((image) => [image.clientWidth, image.clientHeight])
  const [width = 0, height = 0] = await size()
  expect(width).toBe(360)
  expect(Math.round((width / height) * 100)).toBe(150)
  await images.first().dblclick()
  await expect.poll(async () => (await size())[0]).toBe(900)
  await page.keyboard.press('0')
  await expect.poll(async () => (await size())[0]).toBe(360)
  await images.first().dblclick()
  await images.first().dblclick()
  await expect.poll(async () => (await size())[0]).toBe(360)
})

it('Two fingers enlarge a picture where they are and make it small again; a swipe goes to the next one, a drag down closes', async () => {
  const { page } = await openPost({ on: 'phone' })
  await page.getByRole('link', { name: 'Photo 1' }).tap()
  await expect.poll(() => widthOf(page, 'Photo 1')).toBe(360)
  const pinch = (from: number, to: number) =>
    touch(
      page,
      way({ x: from, y: 0 }, { x: to, y: 0 }).map(({ x }) => [
        { x: 200 - x, y: 350 },
        { x: 200 + x, y: 350 },
      ]),
    )
  const under = () =>
    page.evaluate(() => {
      const { left, width } = document.querySelector('.lightbox picture img')!.getBoundingClientRect()
      return (200 - left) / width
    })
  const before = await under()
  await pinch(40, 100)
  // Two and a half times as far apart.
  await expect.poll(async () => Math.round((await widthOf(page, 'Photo 1')) / 36)).toBe(25)
  // The point between the fingers stays between them, and the page itself is not zoomed.
  expect(await under()).toBeCloseTo(before, 1)
  expect(await page.evaluate(() => visualViewport!.scale)).toBe(1)
  await pinch(100, 30)
  await expect.poll(() => widthOf(page, 'Photo 1')).toBe(360)
  await touch(
    page,
    way({ x: 320, y: 350 }, { x: 40, y: 350 }).map((finger) => [finger]),
  )
  await expect.poll(() => position(page).textContent()).toBe('2 of 3')
  await touch(
    page,
    way({ x: 180, y: 300 }, { x: 182, y: 480 }).map((finger) => [finger]),
  )
  await expect.poll(() => lightbox(page).count()).toBe(0)
})

it('In a text from right to left the next picture is on the left', async () => {
  const { page } = await openPost({ on: 'desktop' }, hebrew)
  await tap(page, 'Photo 1')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => position(page).textContent()).toBe('2 of 3')
  await expect.poll(() => shown(page)).toBe('Photo 2')
  const [next, previous] = await Promise.all(
    ['Next', 'Previous'].map(async (name) => (await lightbox(page).getByRole('button', { name }).boundingBox())!.x),
  )
  expect(next).toBeLessThan(previous!)
})

it('Of a long gallery five pictures are shown, large; "+ 7" opens the others, and on closing the page shows the last one seen', async () => {
  const { page } = await openPost({ on: 'phone' }, long)
  const visible = page.locator('.gallery img:visible')
  await expect.poll(() => visible.count()).toBe(5)
  const widths = await visible.evaluateAll((images) => images.map((image) => image.clientWidth))
  expect(Math.min(...widths)).toBeGreaterThan(100)
  expect(widths[0]).toBeGreaterThan(300)
  await page.getByText('+ 7').click()
  await expect.poll(() => position(page).textContent()).toBe('5 of 12')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => position(page).textContent()).toBe('6 of 12')
  await page.keyboard.press('Escape')
  await expect.poll(() => lightbox(page).count()).toBe(0)
  const sixth = page.getByRole('link', { name: 'Shot 6' })
  await expect.poll(() => sixth.evaluate((link) => link === document.activeElement)).toBe(true)
  await expect.poll(() => sixth.evaluate((link) => link.getBoundingClientRect().bottom < innerHeight)).toBe(true)
})

it('Without scripts "+ 7" shows the others in the page', async () => {
  const { page } = await journeys.visit({ withoutScripts: true })
  await page.goto(long)
  const visible = page.locator('.gallery a.photo:visible')
  await expect.poll(() => visible.count()).toBe(5)
  await page.getByText('+ 7').click()
  await expect.poll(() => visible.count()).toBe(12)
})

it('Focus stays inside, and a picture that does not load can be tried again', async () => {
  const { page, open, expectProblem } = await journeys.visit({ on: 'desktop' })
  await open(path)
  await page.evaluate(() => Promise.all([...document.images].map((image) => ((image.loading = 'eager'), image.decode()))))
  let isBroken = true
  await page.route('**/1600.avif', (route) => (isBroken ? route.abort() : route.continue()))
  expectProblem(/Failed to load resource/)
  await tap(page, 'Photo 1')
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab')
    const where = await page.evaluate(() => [document.activeElement?.tagName, document.activeElement?.closest('dialog') !== null])
    // Between the last and the first button the focus may be at the browser's own controls.
    expect(where[1] || where[0] === 'BODY').toBe(true)
  }
  const again = lightbox(page).getByRole('button', { name: 'Try again' })
  await again.waitFor()
  isBroken = false
  await again.click()
  await expect
    .poll(() =>
      lightbox(page)
        .locator('picture img[alt="Photo 1"]')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)
})

it('Opened and closed a hundred times, the page neither moves nor grows', async () => {
  const { page } = await openPost({ on: 'phone' })
  await page.evaluate(async () => {
    await document.fonts.ready
    document.querySelector('a.photo')!.scrollIntoView({ block: 'center', behavior: 'instant' })
    await document.querySelector<HTMLImageElement>('a.photo img')!.decode()
    const shifts: number[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift' })
    Object.assign(globalThis, { shifts })
  })
  const openAndClose = (count: number) =>
    page.evaluate(async (rounds) => {
      const frame = () => new Promise(requestAnimationFrame)
      const photo = document.querySelector<HTMLAnchorElement>('a.photo')!
      for (let round = 0; round < rounds; round += 1) {
        photo.click()
        while (document.querySelector('dialog.lightbox[open] img') === null) await frame()
        document.querySelector<HTMLDialogElement>('dialog.lightbox')!.close()
        while (history.state?.lightbox === true || document.activeElement !== photo) await frame()
      }
    }, count)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const measure = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
    return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heap: of('JSHeapUsedSize') }
  }
  await openAndClose(6)
  const before = await measure()
  await openAndClose(100)
  const after = await measure()
  expect(after.nodes - before.nodes).toBeLessThan(20)
  expect(after.listeners - before.listeners).toBeLessThan(10)
  expect(after.heap - before.heap).toBeLessThan(500_000)
  expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([])
  expect(await page.locator('dialog.lightbox').count()).toBe(0)
})
