import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { getAs } from '#tests/support/blog/get-as.ts'
import { pictures, storedPictures, transferOf } from '#tests/support/browser/editor-files.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { bodyEditor, chooseCover, coverPreview, openNewPost, openOptions, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { slowUploads, watchUpload } from '#tests/support/browser/uploads.ts'
import { holdCalls } from '#tests/support/browser/network.ts'
import { accountMenu } from '#tests/cases/screens/session-screens.ts'
import { expectAddress, expectText } from '#tests/support/browser/visit.ts'
import { brokenPictureFile, type PickedFile, pictureFile, UPLOADS_PATH } from '#tests/support/media/picture-files.ts'
import { heic, photograph } from '#tests/support/media/pictures.ts'

const journeys = useJourneys()
/** As wide as a photo of a phone, but low, so that it is encoded quickly. */
let photo: PickedFile

beforeAll(async () => {
  photo = { name: 'IMG 0042.JPG', mimeType: 'image/jpeg', buffer: await photograph(2400, 300) }
})

/** @returns the path of the file that the browser has chosen and decoded */
const decodeImage = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      return new URL(image.currentSrc).pathname
    })

it('A cover that is no picture is refused with the reason; a photo is scaled down in a web worker, and a visitor gets it in the best format', async () => {
  const { page } = await openNewPost(journeys)
  const watch = watchUpload(page)
  await openOptions(page)
  await page.getByRole('button', { name: 'Upload Image' }).click()
  await page.getByRole('alert').getByText('Please select an image').waitFor()
  await chooseCover(page, brokenPictureFile())
  await page.getByText('This file is not a picture that the blog can show.').waitFor()
  const worker = page.waitForEvent('worker')
  await chooseCover(page, photo)
  expect((await worker).url()).toContain('/assets/scaling-worker-')
  await coverPreview(page).waitFor()
  expect(await watch.bytesSent()).toBeLessThan(photo.buffer.byteLength / 2)
  await page.getByLabel('Title').fill('A day in the garden')
  await writeBody(page, 'We went outside.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expectAddress(page, '/post/a-day-in-the-garden')

  const visitor = await journeys.visit({ on: 'phone' })
  const files: string[] = []
  visitor.page.on('request', (request) => void (/\/files\//.test(request.url()) && files.push(new URL(request.url()).pathname)))
  await visitor.open('/post/a-day-in-the-garden')
  const cover = await decodeImage(visitor.page, 'article picture img')
  expect(cover).toMatch(/^\/files\/[\w-]{16}\/(320|640)\.avif$/)
  // The head preloads the cover in the format that is shown, and it is requested once.
  const preloaded = visitor.page.locator('head link[rel=preload][as=image][type="image/avif"]')
  expect([await preloaded.getAttribute('fetchpriority'), await preloaded.getAttribute('href')]).toEqual(['high', null])
  expect(files).toEqual([cover])
  const image = visitor.page.locator('article picture img').first()
  await expect.poll(() => image.getAttribute('style')).toContain('data:image/bmp')
  expect([await image.getAttribute('width'), await image.getAttribute('height')]).toEqual(['1600', '200'])
})

it('A profile picture chosen before hydration is uploaded after it, and one in a format of iPhones is refused with the reason', async () => {
  const { page } = await journeys.visit({ as: ADMIN })
  const { promise: released, resolve: releaseScripts } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await released
    await route.continue()
  })
  const readPicture = async () =>
    ((await (await getAs(page, '/api/auth/session')).json()) as { readonly profilePicture: string }).profilePicture
  const before = await readPicture()
  await page.goto('/dashboard?tab=profile', { waitUntil: 'commit' })
  const picker = page.getByLabel('Profile picture', { exact: true })
  await picker.setInputFiles({ ...photo, buffer: await photograph(300, 200) })
  releaseScripts()
  const shown = () => page.getByRole('button', { name: 'Change profile picture' }).locator('img').getAttribute('src')
  await expect.poll(shown).not.toBe(before)
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByText('Your profile was updated.').waitFor()
  expect(await readPicture()).toMatch(/^\/files\//)

  await picker.setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic() })
  await page.getByText('choose Settings, Camera, Formats, Most Compatible').waitFor()
})

it('A profile picture is saved once it is uploaded, everyone sees it, and one that cannot be uploaded leaves the chosen one', async () => {
  const { page, open } = await journeys.visit({ as: READER })
  await open('/dashboard?tab=profile')
  const update = page.getByRole('button', { name: 'Update' })
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: /./ })
  const picker = page.getByLabel('Profile picture', { exact: true })
  const shown = () => page.getByRole('button', { name: 'Change profile picture' }).locator('img').getAttribute('src')
  const before = await shown()
  const release = await holdCalls(page, UPLOADS_PATH)
  await picker.setInputFiles(await pictureFile())
  await page.getByRole('progressbar').waitFor()
  await expect.poll(() => update.isDisabled()).toBe(true)
  await page.getByLabel('Username').press('Enter')
  await expectText(alert, 'Please wait for image to upload')
  release()
  await expect.poll(shown).not.toBe(before)
  const chosen = (await shown()) ?? ''
  await picker.setInputFiles(brokenPictureFile())
  await expectText(alert, 'Could not upload image (File must be less than 2MB)')
  await update.click()
  await page.getByText('Your profile was updated.').waitFor()
  // All widths of a picture are in one folder.
  await expect.poll(() => accountMenu(page).locator('img').getAttribute('src')).toContain(chosen.slice(0, chosen.lastIndexOf('/')))
  // A JPEG, which mail programs and old browsers show, too.
  const response = await fetch(journeys.blog.url + chosen)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

it('A picture dropped into the text is scaled without a worker, too, and shown', async () => {
  const { page } = await openNewPost(journeys)
  const watch = watchUpload(page)
  await page.evaluate(() => Object.assign(globalThis, { Worker: undefined, OffscreenCanvas: undefined }))
  const data = await transferOf(page, [photo])
  await bodyEditor(page).dispatchEvent('drop', { dataTransfer: data, clientX: 300, clientY: 560 })
  await storedPictures(page).waitFor()
  expect(await watch.bytesSent()).toBeLessThan(photo.buffer.byteLength / 2)
  await pictures(page).locator('img').click()
  await pictures(page).locator('figcaption').click()
  await page.keyboard.type('The first time in a year')
  await page.getByLabel('Title').fill('At the sea')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expectAddress(page, '/post/at-the-sea')
  await page.locator('figure picture img').scrollIntoViewIfNeeded()
  expect(await decodeImage(page, 'figure picture img')).toMatch(/\.avif$/)
})

it('The cover that is published is the last one chosen, also while another one is being uploaded', async () => {
  const { page, context } = await openNewPost(journeys)
  await page.getByLabel('Title').fill('Two covers')
  await writeBody(page, 'The second one is right.')
  await slowUploads({ context, page }, 20_000)
  await chooseCover(page, { ...photo, name: 'first.jpg' })
  await page.getByRole('progressbar').waitFor()
  await page.getByLabel('Cover image').setInputFiles({ ...photo, name: 'second.jpg' })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await slowUploads({ context, page }, -1)
  await expectAddress(page, '/post/two-covers')
  const { posts } = await (await journeys.callAs(ADMIN)).api(listPosts, { query: { slug: 'two-covers' } })
  expect(posts[0]?.image).toContain('-second_')
})
