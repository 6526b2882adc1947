import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { type FaultyProxy, startFaultyProxy } from '#tests/support/blog/faulty-proxy.ts'
import { deleteAllPosts } from '#tests/support/delete-all-posts.ts'
import { chooseFiles, pictures } from '#tests/support/browser/editor-files.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { pictureFile } from '#tests/support/media/picture-files.ts'
import { bulky } from '#tests/support/media/pictures.ts'
import { bodyEditor, deleteDrafts, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { hasFocus } from '#tests/support/browser/tab-keys.ts'
import { expectAddress, expectCount, expectText } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const asAdmin = async () => (await journeys.callAs(ADMIN)).api
beforeEach(async () => deleteDrafts(await asAdmin()))

/** Few pixels in many bytes: they upload in several parts, and the server processes them quickly. */
let photos: { name: string; mimeType: string; buffer: Buffer }[]
let proxy: FaultyProxy
beforeAll(async () => {
  const { hostname, port } = new URL(journeys.blog.url)
  proxy = await startFaultyProxy({ host: hostname, port: Number(port) })
  const photo = async (number: number) => ({ name: `day ${number}.webp`, mimeType: 'image/webp', buffer: await bulky(270_000) })
  photos = await Promise.all([1, 2, 3, 4, 5].map(photo))
})
afterAll(() => proxy.close())

/** Opens the home page through the proxy that drops connections. */
async function openHome() {
  const visit = await journeys.visit({ as: ADMIN, on: 'phone' })
  // A part that arrived without its response is sent again and refused (409) once.
  visit.expectProblem(/ERR_|another origin|status of 409/)
  await visit.open(`http://${new URL(journeys.blog.url).hostname}:${proxy.port}/`)
  return visit
}

/** Breaks the connection in the middle of a part, and restores it once the page has noticed. */
async function dropTwice(page: Page): Promise<void> {
  for (let drops = 0; drops < 2; drops += 1) {
    await page.waitForRequest((request) => request.method() === 'PATCH')
    const noticed = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH')
    proxy.cut()
    await noticed
    proxy.restore()
  }
}

/** @returns a function that ends the slowness */
async function slowDown(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  const limitUpload = async (uploadThroughput: number) => {
    const conditions = { offline: false, latency: 5, downloadThroughput: -1, uploadThroughput }
    await devtools.send('Network.emulateNetworkConditions', conditions)
  }
  await limitUpload(400_000)
  return () => limitUpload(-1)
}

const publish = (page: Page) => page.getByRole('button', { name: 'Publish' })

/** Expects the title to be visible, focused and invalid, with an announced message. */
async function expectTitleAsked(page: Page): Promise<void> {
  const title = page.getByLabel('Title')
  await expect.poll(() => hasFocus(title)).toBe(true)
  await expectText(page.locator(`[id="${await title.getAttribute('aria-describedby')}"]`), 'Please enter a title.')
  const isInSight = () =>
    title.evaluate((field) => field.getBoundingClientRect().top >= 0 && field.getBoundingClientRect().bottom <= innerHeight)
  await expect.poll(isInSight).toBe(true)
}

async function expectPublished(page: Page, path: string): Promise<void> {
  // Publishing waits for the pictures.
  await page.waitForURL(`**${path}`)
  const shown = page.locator('article .gallery img')
  await expectCount(shown, 5)
  const addresses = await shown.evaluateAll((images) => images.map((image) => image.getAttribute('src')))
  expect(addresses.map((address) => /day-\d/.exec(address ?? '')?.[0])).toEqual(['day-1', 'day-2', 'day-3', 'day-4', 'day-5'])
  await page.locator('article img[src*="cover-of-the-day"]').first().waitFor()
}

describe('Writing from an empty blog to a published post', () => {
  it('On a phone, an admin adds five photos over a connection that drops twice and a cover, is asked for the title, and publishes', async () => {
    await deleteAllPosts(await asAdmin())
    const { page } = await openHome()
    await page.getByRole('button', { name: 'Account' }).tap()
    await page.getByRole('link', { name: 'Write' }).tap()
    await expectAddress(page, '/create-post')
    await bodyEditor(page).tap()
    // The soft keyboard takes about half of the window.
    await page.setViewportSize({ width: 360, height: 400 })
    await page.keyboard.type('Before.')
    const speedUp = await slowDown(page)
    await chooseFiles(page, photos)
    await expectCount(pictures(page).locator('img[src^="blob:"]'), 5)
    await expectCount(pictures(page).getByText('Waiting'), 2)
    await dropTwice(page)
    await writeBody(page, 'After.')
    await page.getByLabel('Cover image').setInputFiles(await pictureFile('cover of the day.png'))
    await page.setViewportSize({ width: 360, height: 740 })
    await publish(page).tap()
    await expectTitleAsked(page)
    await page.keyboard.type('Written with one thumb')
    await page.getByRole('button', { name: /^(Publish|Waiting)/ }).tap()
    await speedUp()
    await expectPublished(page, '/post/written-with-one-thumb')
  })
})
