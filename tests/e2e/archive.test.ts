import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { unpackArchive } from '#import-export/server/readers/own/unpack-archive.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { openBrowser, useJourneys } from '#tests/support/browser/journey.ts'
import { uploadAs } from '#tests/support/media/upload-as.ts'
import { STEP_TIMEOUT_MS } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()

/** A post with everything that might be too wide, in two directions, and a link to another one. */
async function writePost(): Promise<void> {
  const admin = await journeys.callAs(ADMIN)
  const [photo, wide, cover] = await uploadAs(admin, [
    [300, 900],
    [2000, 300],
    [640, 480],
  ])
  const first = await admin.api(createPost, { body: { title: 'Before', content: '<p>Words.</p>', category: 'life' } })
  const content = `<h2>יום ארוך בבית החולים!</h2><p>${'Donau'.repeat(60)}</p><figure><img src="${photo}" alt="Us"><figcaption>The two of us</figcaption></figure><img src="${wide}" alt=""><table><tbody><tr>${'<td>Column of doses</td>'.repeat(12)}</tr></tbody></table><pre><code>${'code '.repeat(60)}</code></pre><p><a href="/post/${first.slug}">The day before</a></p>`
  const post = await admin.api(createPost, {
    body: { title: 'A <long> day', content, category: 'medical', image: cover ?? '', audience: 'family' },
  })
  const comment = await admin.api(createComment, { body: { postId: post._id, content: 'نفكر فيكم كل يوم!\n<b>Hugs</b>' } })
  await admin.api(createComment, { body: { postId: post._id, content: 'Thank you', parentId: comment._id } })
}

/** Downloads the archive in the dashboard and unpacks it. */
async function downloadFolder(): Promise<string> {
  const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
  await open('/dashboard?tab=moving')
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download everything' }).click()
  const download = await started
  expect(download.suggestedFilename()).toMatch(/^[a-z0-9-]+-\d{4}-\d\d-\d\d\.zip$/)
  const place = await mkdtemp(join(tmpdir(), 'kindred-archive-'))
  onTestFinished(() => rm(place, { recursive: true, force: true }))
  await download.saveAs(join(place, 'blog.zip'))
  return unpackArchive(join(place, 'blog.zip'), join(place, 'blog'))
}

/** What is wrong with a page, and how many pictures it shows. */
const readPageOf = (page: Page) =>
  page.evaluate(() => ({
    broken: [...document.images].filter(({ complete, naturalWidth }) => !complete || naturalWidth === 0).map(({ src }) => src),
    scrollsBy: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    pictures: document.images.length,
    hasStyle: getComputedStyle(document.body).overflowWrap === 'anywhere',
  }))

it('An admin downloads everything, and each post is read from the folder on a phone, without the blog and without scripts', async () => {
  await writePost()
  const folder = await downloadFolder()
  const browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })
  context.setDefaultTimeout(STEP_TIMEOUT_MS)
  onTestFinished(() => context.close())
  const elsewhere: string[] = []
  context.on('request', (request) => void (request.url().startsWith('file:') || elsewhere.push(request.url())))
  const page = await context.newPage()
  await page.goto(pathToFileURL(join(folder, 'index.html')).href)
  const links = await page.getByRole('main').getByRole('link').all()
  const addresses = await Promise.all(links.map(async (link) => new URL((await link.getAttribute('href')) ?? '', page.url()).href))
  expect(addresses.length).toBeGreaterThan(5)
  let pictures = 0
  for (const address of [page.url(), ...addresses]) {
    await page.goto(address)
    const read = await readPageOf(page)
    expect({ address, ...read }).toMatchObject({ broken: [], scrollsBy: 0, hasStyle: true })
    pictures += read.pictures
  }
  expect(pictures).toBeGreaterThanOrEqual(3)
  expect(elsewhere).toEqual([])

  await page.goto(pathToFileURL(join(folder, 'index.html')).href)
  await page.getByRole('link', { name: 'A <long> day' }).click()
  await page.getByRole('heading', { name: 'A <long> day', level: 1 }).waitFor()
  expect((await readPageOf(page)).pictures).toBe(3)
  await page.getByText('medical').and(page.locator('bdi')).waitFor()
  await page.getByText('Family', { exact: true }).waitFor()
  await page.getByRole('heading', { name: '2 comments' }).waitFor()
  await page.getByText('<b>Hugs</b>').waitFor()
  await page.getByRole('link', { name: 'The day before' }).click()
  await page.getByRole('heading', { name: 'Before', level: 1 }).waitFor()
})
