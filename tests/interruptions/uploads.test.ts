import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog-process.ts'
import { openBrowser } from '#tests/support/journey.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { bulky } from '#tests/support/pictures.ts'
import { watchUpload } from '#tests/support/watch-upload.ts'

const ADMIN = { email: 'admin@example.org', password: 'correct horse battery staple' }

let settings: Record<string, string>
let blog: BlogProcess
let browser: Browser
let context: BrowserContext
let page: Page
/** WebP is sent as it is, so that the bytes on the wire are known. */
let large: { name: string; mimeType: string; buffer: Buffer }

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kindred-pictures-'))
  settings = { DATA_DIR: dataDir, PORT: String(await findFreePort()), ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  ;[blog, browser] = await Promise.all([startBlogProcess(settings), openBrowser()])
  large = { name: 'the garden.webp', mimeType: 'image/webp', buffer: await bulky(2_500_000) }
})
afterAll(async () => {
  await blog?.stop()
  await rm(settings['DATA_DIR'] ?? '', { recursive: true, force: true })
})
beforeEach(async () => {
  context = await browser.newContext()
  page = await context.newPage()
  await page.request.post(`${blog.url}/api/auth/signin`, { data: ADMIN, failOnStatusCode: true })
})
afterEach(() => context.close())

const openForm = async () => {
  await page.goto(`${blog.url}/create-post`)
  await page.getByRole('textbox', { name: 'Body' }).waitFor()
}
const chooseCover = async (file: typeof large) => {
  await page.getByLabel('Cover image').setInputFiles(file)
  await page.getByRole('button', { name: 'Upload Image' }).click()
}
const preview = () => page.getByAltText('The cover as it will be seen')
const percent = async () => Number(await page.getByRole('progressbar').getAttribute('value', { timeout: 10_000 }))
const percentReaches = (wanted: number) => expect.poll(percent, { timeout: 30_000, interval: 30 }).toBeGreaterThanOrEqual(wanted)

/** As slow as the wifi of a ward. */
async function throttle(bytesPerSecond: number): Promise<void> {
  const session = await context.newCDPSession(page)
  const conditions = { offline: false, latency: 5, downloadThroughput: -1, uploadThroughput: bytesPerSecond }
  await session.send('Network.emulateNetworkConditions', conditions)
}

it('An upload that stopped with the server at 60 % resumes after its restart', async () => {
  const watch = watchUpload(page)
  await openForm()
  await throttle(900_000)
  await chooseCover(large)
  await percentReaches(60)
  await blog.crash()
  blog = await startBlogProcess(settings)
  await preview().waitFor({ timeout: 45_000 })
  const { resumedAt, sentAfter } = await watch.afterResume()
  // What the browser has handed to the network is not all there; nothing that was there is sent again.
  expect(resumedAt).toBeGreaterThan(large.buffer.byteLength * 0.5)
  expect(sentAfter).toBe(large.buffer.byteLength - resumedAt)
  expect(watch.created()).toBe(1)
})

it('An upload resumes after a reload when the same file is chosen again', async () => {
  await openForm()
  await throttle(900_000)
  await chooseCover(large)
  await percentReaches(60)
  await page.reload()
  const watch = watchUpload(page)
  await page.getByRole('textbox', { name: 'Body' }).waitFor()
  await chooseCover(large)
  await preview().waitFor({ timeout: 45_000 })
  const { resumedAt, sentAfter } = await watch.afterResume()
  expect(resumedAt).toBeGreaterThan(large.buffer.byteLength * 0.25)
  expect(sentAfter).toBe(large.buffer.byteLength - resumedAt)
  expect(watch.created()).toBe(0)
})

it('An upload pauses while the browser is offline and resumes by itself', async () => {
  const watch = watchUpload(page)
  await openForm()
  await throttle(900_000)
  await chooseCover(large)
  await percentReaches(30)
  await context.setOffline(true)
  await page.getByText('You are offline. The upload goes on by itself.').waitFor()
  const sent = watch.requests()
  await page.waitForTimeout(1500)
  expect(watch.requests()).toBe(sent)
  await context.setOffline(false)
  await preview().waitFor({ timeout: 45_000 })
  const { resumedAt, sentAfter } = await watch.afterResume()
  expect(sentAfter).toBe(large.buffer.byteLength - resumedAt)
  expect(watch.created()).toBe(1)
})

it('A cancelled upload leaves no files', async () => {
  await openForm()
  await throttle(900_000)
  await chooseCover(large)
  await percentReaches(30)
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  await expect.poll(() => readdir(join(settings['DATA_DIR'] ?? '', 'uploads'))).toEqual([])
  // The record goes when the server has confirmed the deletion.
  const records = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tus::')))
  await expect.poll(records).toEqual([])
  expect(await page.getByText('Image upload failed').count()).toBe(0)
})
