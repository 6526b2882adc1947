import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { PickedFile } from '#tests/support/media/picture-files.ts'
import { bulky } from '#tests/support/media/pictures.ts'
import { usePostFormBlog } from '#tests/support/browser/post-form-blog.ts'
import { slowUploads } from '#tests/support/browser/slow-uploads.ts'
import { watchUpload } from '#tests/support/browser/watch-upload.ts'

const blog = usePostFormBlog()
/** The browser uploads WebP unchanged, so the number of bytes sent is known. */
let large: PickedFile

beforeAll(async () => {
  large = { name: 'the garden.webp', mimeType: 'image/webp', buffer: await bulky(2_500_000) }
})

const percent = async () => Number(await blog.page.getByRole('progressbar').getAttribute('value'))
const percentReaches = (wanted: number) => expect.poll(percent, { interval: 30 }).toBeGreaterThanOrEqual(wanted)

it('An upload that stopped with the server at 60 % resumes after its restart', async () => {
  const { page } = blog
  const watch = watchUpload(page)
  await blog.openForm()
  await slowUploads(blog, 900_000)
  await blog.chooseCover(large)
  await percentReaches(60)
  await blog.crashAndRestart()
  await blog.coverPreview().waitFor()
  const { resumedAt, sentAfter } = await watch.afterResume()
  // The server has received less than the browser had sent. What it has received is not sent again.
  expect(resumedAt).toBeGreaterThan(large.buffer.byteLength * 0.5)
  expect(sentAfter).toBe(large.buffer.byteLength - resumedAt)
  expect(watch.created()).toBe(1)
})

it('An upload resumes after a reload when the same file is chosen again', async () => {
  const { page } = blog
  await blog.openForm()
  await slowUploads(blog, 900_000)
  await blog.chooseCover(large)
  await percentReaches(60)
  await page.reload()
  const watch = watchUpload(page)
  await page.getByRole('textbox', { name: 'Body' }).waitFor()
  await blog.chooseCover(large)
  await blog.coverPreview().waitFor()
  const { resumedAt, sentAfter } = await watch.afterResume()
  expect(resumedAt).toBeGreaterThan(large.buffer.byteLength * 0.25)
  expect(sentAfter).toBe(large.buffer.byteLength - resumedAt)
  expect(watch.created()).toBe(0)
})

it('An upload pauses while the browser is offline and resumes by itself', async () => {
  const { page } = blog
  const watch = watchUpload(page)
  await blog.openForm()
  await slowUploads(blog, 900_000)
  await blog.chooseCover(large)
  await percentReaches(30)
  await blog.context.setOffline(true)
  await page.getByText('You are offline. The upload goes on by itself.').waitFor()
  const sent = watch.requests()
  await page.waitForTimeout(1500)
  expect(watch.requests()).toBe(sent)
  await blog.context.setOffline(false)
  await blog.coverPreview().waitFor()
  const { resumedAt, sentAfter } = await watch.afterResume()
  expect(sentAfter).toBe(large.buffer.byteLength - resumedAt)
  expect(watch.created()).toBe(1)
})

it('An upload whose session ends while the server works goes on where it was when the file is chosen again', async () => {
  const { page } = blog
  await blog.openForm()
  let isSignedOut = true
  await page.route('**/files/uploads/*', (route, request) => {
    if (request.method() !== 'GET' || !isSignedOut) return route.continue()
    return route.fulfill({
      status: 401,
      json: { success: false, statusCode: 401, message: 'Please sign in again.', code: 'not_signed_in' },
    })
  })
  await blog.chooseCover(large)
  await page.getByText('Please sign in again.').waitFor()
  isSignedOut = false
  const watch = watchUpload(page)
  await blog.chooseCover(large)
  await blog.coverPreview().waitFor()
  expect([watch.created(), (await watch.afterResume()).sentAfter]).toEqual([0, 0])
  await page.unroute('**/files/uploads/*')
})

it('An upload that meets a rate limit goes on after the time that the server asks for', async () => {
  const { page } = blog
  await blog.openForm()
  const triedAt: number[] = []
  await page.route('**/files', (route) => {
    triedAt.push(Date.now())
    if (triedAt.length > 1) return route.continue()
    return route.fulfill({ status: 429, headers: { 'Retry-After': '3' }, json: { message: 'Too many uploads at once.' } })
  })
  await blog.chooseCover(large)
  await blog.coverPreview().waitFor()
  const [first = 0, second = 0] = triedAt
  expect(second - first).toBeGreaterThanOrEqual(3000)
  await page.unroute('**/files')
})

it('A cancelled upload leaves no files', async () => {
  const { page } = blog
  await blog.openForm()
  await slowUploads(blog, 900_000)
  await blog.chooseCover(large)
  await percentReaches(30)
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  await expect.poll(() => readdir(join(blog.dataDir, 'uploads'))).toEqual([])
  // The browser removes its record once the server has confirmed the deletion.
  const records = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tus::')))
  await expect.poll(records).toEqual([])
  expect(await page.getByText('Image upload failed').count()).toBe(0)
})
