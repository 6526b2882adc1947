import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { PickedFile } from '#tests/support/picture-files.ts'
import { bulky } from '#tests/support/pictures.ts'
import { usePostFormBlog } from '#tests/support/post-form-blog.ts'
import { slowUploads } from '#tests/support/slow-uploads.ts'
import { watchUpload } from '#tests/support/watch-upload.ts'

const blog = usePostFormBlog()
/** The browser uploads WebP unchanged, so the number of bytes sent is known. */
let large: PickedFile

beforeAll(async () => {
  large = { name: 'the garden.webp', mimeType: 'image/webp', buffer: await bulky(2_500_000) }
})

const percent = async () => Number(await blog.page.getByRole('progressbar').getAttribute('value', { timeout: 10_000 }))
const percentReaches = (wanted: number) => expect.poll(percent, { timeout: 30_000, interval: 30 }).toBeGreaterThanOrEqual(wanted)

it('An upload that stopped with the server at 60 % resumes after its restart', async () => {
  const { page } = blog
  const watch = watchUpload(page)
  await blog.openForm()
  await slowUploads(blog, 900_000)
  await blog.chooseCover(large)
  await percentReaches(60)
  await blog.crashAndRestart()
  await blog.coverPreview().waitFor({ timeout: 45_000 })
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
  await blog.coverPreview().waitFor({ timeout: 45_000 })
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
  await blog.coverPreview().waitFor({ timeout: 45_000 })
  const { resumedAt, sentAfter } = await watch.afterResume()
  expect(sentAfter).toBe(large.buffer.byteLength - resumedAt)
  expect(watch.created()).toBe(1)
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
