import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { bodyEditor, chooseCover, coverPreview, openNewPost } from '#tests/support/browser/post-form-screen.ts'
import { slowUploads, watchUpload } from '#tests/support/browser/uploads.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import type { PickedFile } from '#tests/support/media/picture-files.ts'
import { bulky } from '#tests/support/media/pictures.ts'

const journeys = useJourneys({ PORT: String(await findFreePort()) })
/** The browser uploads WebP unchanged, so the number of bytes sent is known. */
let large: PickedFile

beforeAll(async () => {
  large = { name: 'the garden.webp', mimeType: 'image/webp', buffer: await bulky(2_500_000) }
})

const percentReaches = (page: Page, wanted: number) =>
  expect
    .poll(async () => Number(await page.getByRole('progressbar').getAttribute('value')), { interval: 30 })
    .toBeGreaterThanOrEqual(wanted)

it('An upload that stopped with the server at 60 % resumes after its restart', async () => {
  const { page, context, expectProblem } = await openNewPost(journeys)
  expectProblem(/ERR_CONNECTION/)
  const watch = watchUpload(page)
  await slowUploads({ context, page }, 900_000)
  await chooseCover(page, large)
  await percentReaches(page, 60)
  await journeys.blog.crash()
  await journeys.start()
  await coverPreview(page).waitFor()
  const { resumedAt, sentAfter } = await watch.afterResume()
  // The server has received less than the browser had sent. What it has received is not sent again.
  expect(resumedAt).toBeGreaterThan(large.buffer.byteLength * 0.5)
  expect(sentAfter).toBe(large.buffer.byteLength - resumedAt)
  expect(watch.created()).toBe(1)
})

it('An upload resumes after a reload when the same file is chosen again', async () => {
  const { page, context } = await openNewPost(journeys)
  await slowUploads({ context, page }, 900_000)
  await chooseCover(page, large)
  await percentReaches(page, 60)
  await page.reload()
  const watch = watchUpload(page)
  await bodyEditor(page).waitFor()
  await chooseCover(page, large)
  await coverPreview(page).waitFor()
  const { resumedAt, sentAfter } = await watch.afterResume()
  expect(resumedAt).toBeGreaterThan(large.buffer.byteLength * 0.25)
  expect(sentAfter).toBe(large.buffer.byteLength - resumedAt)
  expect(watch.created()).toBe(0)
})

it('An upload pauses while the browser is offline and resumes by itself', async () => {
  const { page, context, reset } = await openNewPost(journeys)
  const watch = watchUpload(page)
  await slowUploads({ context, page }, 900_000)
  await chooseCover(page, large)
  await percentReaches(page, 30)
  await context.setOffline(true)
  await page.getByText('You are offline. The upload goes on by itself.').waitFor()
  const sent = watch.requests()
  await context.setOffline(false)
  await coverPreview(page).waitFor()
  const { resumedAt, sentAfter } = await watch.afterResume()
  expect(sentAfter).toBe(large.buffer.byteLength - resumedAt)
  expect([watch.requests() > sent, watch.created()]).toEqual([true, 1])
  // The browser may log the request that was cut off.
  reset()
})

it('An upload whose session ends while the server works goes on where it was when the file is chosen again', async () => {
  const { page, expectProblem } = await openNewPost(journeys)
  expectProblem(/status of 401/)
  let isSignedOut = true
  await page.route('**/files/uploads/*', (route, request) => {
    if (request.method() !== 'GET' || !isSignedOut) return route.continue()
    return route.fulfill({
      status: 401,
      json: { success: false, statusCode: 401, message: 'Please sign in again.', code: 'not_signed_in' },
    })
  })
  await chooseCover(page, large)
  await page.getByText('Please sign in again.').waitFor()
  isSignedOut = false
  const watch = watchUpload(page)
  await chooseCover(page, large)
  await coverPreview(page).waitFor()
  expect([watch.created(), (await watch.afterResume()).sentAfter]).toEqual([0, 0])
})

it('A cancelled upload leaves no files', async () => {
  const { page, context } = await openNewPost(journeys)
  await slowUploads({ context, page }, 900_000)
  await chooseCover(page, large)
  await percentReaches(page, 30)
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  await expect.poll(() => readdir(join(journeys.blog.dataDir, 'uploads'))).toEqual([])
  // The browser removes its record once the server has confirmed the deletion.
  const records = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tus::')))
  await expect.poll(records).toEqual([])
  expect(await page.getByText('Image upload failed').count()).toBe(0)
})
