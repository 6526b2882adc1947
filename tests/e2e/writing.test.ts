import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveDraft } from '#writing/contract/writing.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { holdCalls } from '#tests/support/browser/network.ts'
import { pictureFile, UPLOADS_PATH } from '#tests/support/media/picture-files.ts'
import { bodyEditor, deleteDrafts, openOptions, saveStatus, toolbarButton, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { expectAddress, expectCount, expectText } from '#tests/support/browser/visit.ts'
import { readPage } from '#tests/support/blog/served-page.ts'
import { type FaultyProxy, startFaultyProxy } from '#tests/support/blog/faulty-proxy.ts'
import { deleteAllPosts } from '#tests/support/delete-all-posts.ts'
import { chooseFiles, pictures, storedPictures } from '#tests/support/browser/editor-files.ts'
import { bulky } from '#tests/support/media/pictures.ts'
import { hasFocus } from '#tests/support/browser/tab-keys.ts'

const journeys = useJourneys()
const asAdmin = async () => (await journeys.callAs(ADMIN)).api
beforeEach(async () => deleteDrafts(await asAdmin()))

describe('Shortcuts to writing', () => {
  it('A post with five photos is five taps from the home page, on a phone, with at most four choices until Change', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
    await open('/')
    let taps = 0
    const tap = async (target: Locator) => {
      taps += 1
      await target.tap()
    }
    await tap(page.getByRole('button', { name: 'Account', exact: true }))
    await tap(page.getByRole('banner').getByRole('link', { name: 'Write' }))
    await bodyEditor(page).waitFor()
    // Title, text, the bar of media and text styles, and the line with Publish.
    const form = page.getByRole('main').locator('form')
    expect(
      await form.locator('input:not([type=file]):visible, select:visible, textarea:visible, [contenteditable=true]:visible').count(),
    ).toBe(2)
    expect(await form.getByRole('toolbar').count()).toBe(1)
    expect(await form.locator('button:visible:not([role=toolbar] *)').allTextContents()).toEqual(['Change', 'Publish'])

    await tap(page.getByLabel('Title'))
    await page.keyboard.type('A day at the sea')
    await page.keyboard.press('Enter')
    await page.keyboard.type('We went to the sea.')
    const chooser = page.waitForEvent('filechooser')
    await tap(toolbarButton(page, 'Photo'))
    // In the phone's own gallery.
    await (await chooser).setFiles(await Promise.all([1, 2, 3, 4, 5].map((number) => pictureFile(`sea-${number}.png`))))
    await tap(page.getByRole('button', { name: 'Publish', exact: true }))
    await expectAddress(page, '/post/a-day-at-the-sea')
    await expectCount(page.locator('article .prose img'), 5)
    expect(taps).toBe(5)
    // The first photo is the cover, and stands on the page once.
    await expectCount(page.locator('article .post-cover'), 0)
    await open('/')
    const card = page.getByRole('article').filter({ hasText: 'A day at the sea' })
    await expect.poll(() => card.locator('img').getAttribute('src')).toContain('-sea-1_')
  })

  it('Enter in the title leads on to the text, and in no field of the form publishes', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
    await open('/create-post')
    await bodyEditor(page).waitFor()
    await page.getByLabel('Title').fill('Not yet')
    await page.getByLabel('Title').press('Enter')
    await page.keyboard.type('Here')
    await expectText(bodyEditor(page), /Here/)
    await expectAddress(page, '/create-post')
    await chooseFiles(page, [await pictureFile()])
    await storedPictures(page).tap()
    await openOptions(page)
    for (const label of ['Description', 'Publish at', 'Readers can comment on this post']) {
      await page.getByLabel(label).press('Enter')
      expect(await publish(page).getAttribute('aria-busy')).toBeNull()
    }
  })
})

/** Counts how often the page tells the browser its address. */
const countAddresses = async (page: Page) => {
  await page.evaluate(() => {
    const count = Object.assign(globalThis, { addresses: 0 })
    const replace = history.replaceState.bind(history)
    history.replaceState = (...state) => {
      count.addresses += 1
      replace(...state)
    }
  })
  return () => page.evaluate(() => (globalThis as unknown as { addresses: number }).addresses)
}

describe('Going on with a draft', () => {
  it('A draft of the dashboard keeps its address while its writer types', async () => {
    const draft = { sequence: 0, baseRevision: 0, category: 'life', image: '', title: 'Apples', content: '<p>Red ones.</p>' }
    await (
      await asAdmin()
    )(saveDraft, { params: { postId: 'a'.repeat(32) }, body: draft })
    const { page, open } = await journeys.visit({ as: ADMIN })
    await open(`/create-post?draft=${'a'.repeat(32)}`)
    await expectText(bodyEditor(page), 'Red ones.')
    const count = await countAddresses(page)
    await writeBody(page, ' Green ones.')
    await expectText(saveStatus(page), 'Saved on the server')
    expect(await count()).toBe(0)
    await expectAddress(page, `/create-post?draft=${'a'.repeat(32)}`)
  })
})

const audience = (page: Page) => page.getByLabel('Who can read it')
const line = (page: Page) => page.locator('[data-publish-line]')

describe('Who may read a post', () => {
  it('A draft restricted to the family on a phone is published on another device for the family, until it is opened for everyone', async () => {
    const phone = await journeys.visit({ as: ADMIN, on: 'phone' })
    await phone.open('/create-post')
    await bodyEditor(phone.page).waitFor()
    expect(await audience(phone.page).inputValue()).toBe('public')
    await phone.page.getByLabel('Title').fill('The long night')
    await writeBody(phone.page, 'He slept at four.')
    await openOptions(phone.page)
    await audience(phone.page).selectOption('Family')
    await expectText(line(phone.page), /^Family · .*comments open$/)
    await expectText(saveStatus(phone.page), 'Saved on the server')

    const { page, open } = await journeys.visit({ as: ADMIN })
    await open('/create-post')
    await bodyEditor(page).waitFor()
    await expectText(line(page), /^Family · .*comments open$/)
    expect(await audience(page).inputValue()).toBe('family')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expectAddress(page, '/post/the-long-night')
    await page.getByRole('article').getByText('Who can read this: Family').waitFor()

    const address = `${journeys.blog.url}/post/the-long-night`
    expect((await readPage(address)).address).toBe('/sign-in?from=%2Fpost%2Fthe-long-night&members-only')

    await page
      .getByRole('article')
      .getByRole('link', { name: /^Edit / })
      .click()
    await bodyEditor(page).waitFor()
    await openOptions(page)
    await audience(page).selectOption('Everyone')
    await expectText(line(page), /Until now only your family could read this\. Then everyone can\.$/)
    await page.getByRole('button', { name: 'Update post' }).click()
    await expectAddress(page, '/post/the-long-night')
    expect((await readPage(address)).heading).toBe('The long night')
  })
})

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
    const noticed = page.waitForEvent('requestfailed', (request) => /^\/files($|\/uploads\/)/.test(new URL(request.url()).pathname))
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
    const release = await holdCalls(page, UPLOADS_PATH)
    await chooseFiles(page, photos)
    await expectCount(pictures(page).locator('img[src^="blob:"]'), 5)
    await expectCount(pictures(page).getByText('Waiting'), 2)
    const dropped = dropTwice(page)
    release()
    await dropped
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
