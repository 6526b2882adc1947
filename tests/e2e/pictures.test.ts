import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { pictures, storedPictures, transferOf } from '#tests/support/browser/editor-pictures.ts'
import { getAs } from '#tests/support/blog/get-as.ts'
import type { PickedFile } from '#tests/support/media/picture-files.ts'
import { photograph } from '#tests/support/media/pictures.ts'
import { usePostFormBlog } from '#tests/support/browser/post-form-blog.ts'
import { openOptions, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { slowUploads } from '#tests/support/browser/slow-uploads.ts'
import { watchUpload } from '#tests/support/browser/watch-upload.ts'

const blog = usePostFormBlog()
/** As wide as a photo of a phone, but low, so that it is encoded quickly. */
let photo: PickedFile

beforeAll(async () => {
  photo = { name: 'IMG 0042.JPG', mimeType: 'image/jpeg', buffer: await photograph(2400, 300) }
})

const decodeImage = (selector: string, on: Page) =>
  on
    .locator(selector)
    .first()
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      return { width: image.naturalWidth, from: new URL(image.currentSrc).pathname, box: [image.width > 0, image.height > 0] }
    })

it('A cover that is no picture is refused with the reason; a photo is scaled down in a web worker, and a visitor gets it in the best format', async () => {
  const { page } = blog
  const watch = watchUpload(page)
  await blog.openForm()
  await openOptions(page)
  await page.getByRole('button', { name: 'Upload Image' }).click()
  await expect.poll(() => page.getByRole('alert').filter({ hasText: /./ }).textContent()).toBe('Please select an image')
  await blog.chooseCover({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html><script>alert(1)</script>') })
  await page.getByText('Image upload failed').waitFor()
  await page.getByText('This file is not a picture that the blog can show.').waitFor()
  const worker = page.waitForEvent('worker')
  await blog.chooseCover(photo)
  expect((await worker).url()).toContain('/assets/scaling-worker-')
  await blog.coverPreview().waitFor()
  expect(await watch.bytesSent()).toBeLessThan(photo.buffer.byteLength / 2)
  await page.getByLabel('Title').fill('A day in the garden')
  await page.getByRole('textbox', { name: 'Body' }).fill('We went outside.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL('**/post/a-day-in-the-garden')

  const visitor = await (await blog.browser.newContext({ viewport: { width: 360, height: 700 } })).newPage()
  const pictures: string[] = []
  visitor.on('request', (request) => void (request.resourceType() === 'image' && pictures.push(new URL(request.url()).pathname)))
  await visitor.goto(page.url())
  const cover = await decodeImage('article picture img', visitor)
  expect(cover).toMatchObject({ from: expect.stringMatching(/^\/files\/[\w-]{16}\/(320|640)\.avif$/), box: [true, true] })
  // The head preloads the cover in the format that is shown, and it is requested once.
  const preloaded = visitor.locator('head link[rel=preload][as=image][type="image/avif"]')
  expect([await preloaded.getAttribute('fetchpriority'), await preloaded.getAttribute('href')]).toEqual(['high', null])
  expect(pictures.filter((path) => path.startsWith('/files/'))).toEqual([cover.from])
  const image = visitor.locator('article picture img').first()
  await expect.poll(() => image.getAttribute('src')).toMatch(/\/\d{13}-IMG-0042_1600x200_[0-9a-f]{36}\.jpg$/)
  expect([await image.getAttribute('width'), await image.getAttribute('height')]).toEqual(['1600', '200'])
  await expect.poll(() => image.getAttribute('style')).toContain('data:image/bmp')
  await visitor.context().close()
})

it('A profile picture chosen before hydration is uploaded after it, and one in a format of iPhones is refused with the reason', async () => {
  const { page } = blog
  const { promise: released, resolve: releaseScripts } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await released
    await route.continue()
  })
  const readAccount = async () => (await (await getAs(page, `${blog.url}/api/auth/session`)).json()) as { profilePicture: string }
  const before = (await readAccount()).profilePicture
  await page.goto(`${blog.url}/dashboard?tab=profile`, { waitUntil: 'commit' })
  await page.getByLabel('Profile picture', { exact: true }).setInputFiles({ ...photo, buffer: await photograph(300, 200) })
  releaseScripts()
  const shown = () => page.getByRole('button', { name: 'Change profile picture' }).locator('img').getAttribute('src')
  await expect.poll(shown).not.toBe(before)
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByText('Your profile was updated.').waitFor()
  const { profilePicture } = await readAccount()
  expect(profilePicture).toMatch(/^\/files\//)
  expect(profilePicture).not.toBe(before)

  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat', 'latin1')
  await page.getByLabel('Profile picture', { exact: true }).setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic })
  await page.getByText('Could not upload image (File must be less than 2MB)').waitFor()
  await expect.poll(() => page.getByText('choose Settings, Camera, Formats, Most Compatible').isVisible()).toBe(true)
})

it('A picture dropped into the text is scaled without a worker, too, uploaded, described, captioned and shown', async () => {
  const { page } = blog
  const watch = watchUpload(page)
  await blog.openForm()
  await page.evaluate(() => Object.assign(globalThis, { Worker: undefined, OffscreenCanvas: undefined }))
  const data = await transferOf(page, [photo])
  await page.getByRole('textbox', { name: 'Body' }).dispatchEvent('drop', { dataTransfer: data, clientX: 300, clientY: 560 })
  await storedPictures(page).waitFor()
  expect(await watch.bytesSent()).toBeLessThan(photo.buffer.byteLength / 2)
  await pictures(page).locator('img').click()
  await pictures(page).getByLabel('Description').fill('Two children at the sea')
  await pictures(page).locator('figcaption').click()
  await page.keyboard.type('The first time in a year')
  await page.getByLabel('Title').fill('At the sea')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL('**/post/at-the-sea')
  await page.reload()
  const image = page.getByRole('img', { name: 'Two children at the sea' })
  await image.scrollIntoViewIfNeeded()
  const { from } = await decodeImage('figure picture img', page)
  expect(from).toMatch(/\.avif$/)
  await expect.poll(() => page.locator('figure figcaption').textContent()).toBe('The first time in a year')
})

it('The cover that is published is the last one chosen, also while another one is being uploaded', async () => {
  const { page, context } = blog
  await blog.openForm()
  await page.getByLabel('Title').fill('Two covers')
  await writeBody(page, 'The second one is right.')
  await slowUploads({ context, page }, 20_000)
  await blog.chooseCover({ ...photo, name: 'first.jpg' })
  await page.getByRole('progressbar').waitFor()
  await page.getByLabel('Cover image').setInputFiles({ ...photo, name: 'second.jpg' })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await slowUploads({ context, page }, -1)
  await page.waitForURL('**/post/two-covers')
  const { posts } = await (await page.request.get(new URL('/api/post/getposts?slug=two-covers', page.url()).href)).json()
  expect(posts[0].image).toContain('-second_')
})
