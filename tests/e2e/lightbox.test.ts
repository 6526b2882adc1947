import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { findAxeProblems } from '#tests/support/check-page.ts'
import { useJourneys, type VisitOptions } from '#tests/support/journey.ts'
import { plain } from '#tests/support/pictures.ts'
import { uploadPicture } from '#tests/support/tus.ts'

const journeys = useJourneys()
let path: string

beforeAll(async () => {
  const { api, storageState } = await journeys.callAs(ADMIN)
  const [session] = storageState.cookies
  const send = (address: string, { headers, ...init }: RequestInit) =>
    fetch(journeys.blog.url + address, { ...init, headers: { ...(headers as object), cookie: `${session!.name}=${session!.value}` } })
  const sizes = [
    [1800, 1200],
    [900, 1600],
    [1600, 1600],
  ] as const
  const addresses = []
  for (const [width, height] of sizes) {
    addresses.push(await uploadPicture({ send }, { kind: 'post', bytes: await plain(width, height).jpeg().toBuffer() }))
  }
  const figures = addresses.map(
    (address, index) => `<figure><img src="${address}" alt="Photo ${index + 1}"><figcaption>Day ${index + 1}</figcaption></figure>`,
  )
  const content = `<p>Words</p>${figures.join('')}<p>More words</p>`
  const { slug } = await api(createPost, { body: { title: 'A day in pictures', content } })
  path = `/post/${slug}`
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

const openPost = async (options: VisitOptions = {}) => {
  const visit = await journeys.visit(options)
  await visit.open(path)
  return visit
}
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
  await images.first().dblclick()
  await expect.poll(async () => (await size())[0]).toBe(360)
})

it('Opened and closed forty times, the page does not grow, and the picture is on the screen within 150 ms', async () => {
  const { page } = await openPost({ on: 'phone' })
  await tap(page, 'Photo 1')
  await page.keyboard.press('Escape')
  await historyIsRestored(page)
  const times: number[] = await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    const photo = document.querySelector<HTMLAnchorElement>('a.photo')!
    const taken: number[] = []
    for (let round = 0; round < 40; round += 1) {
      const begun = performance.now()
      photo.click()
      while (document.querySelector('dialog.lightbox[open] img') === null) {
        await frame()
        photo.click()
      }
      await frame()
      taken.push(performance.now() - begun)
      document.querySelector<HTMLDialogElement>('dialog.lightbox')!.close()
      await frame()
      while (history.state?.lightbox === true) await frame()
    }
    return taken
  })
  expect(times.toSorted((a, b) => a - b)[20]).toBeLessThan(150)
  expect(await page.locator('dialog.lightbox').count()).toBe(0)
})

it('Without its script a picture is a link to its largest size', async () => {
  const { page } = await journeys.visit({ withoutScripts: true })
  await page.goto(path)
  const address = await page.getByRole('link', { name: 'Photo 1' }).getAttribute('href')
  const response = await page.request.get(address!)
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/jpeg'])
})
