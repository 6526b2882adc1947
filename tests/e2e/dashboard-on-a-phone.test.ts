import { expect, it } from 'vitest'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { saveDraft } from '#writing/contract/writing.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { findSmallTargets } from '#tests/support/browser/check-page.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { expectAddress, expectText, heading } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const DRAFT = { sequence: 0, baseRevision: 0, category: 'life', image: '' }

it('The overview begins with what waits, each one tap away', async () => {
  const [{ api }, reader] = [await journeys.callAs(ADMIN), await journeys.callAs(READER)]
  const post = await api(createPost, { body: { title: 'Talked about', content: '<p>Words.</p>' } })
  await reader.api(createComment, { body: { content: 'See https://one.example.org', postId: post._id } })
  await api(saveDraft, { params: { postId: 'e'.repeat(32) }, body: { ...DRAFT, title: 'Half a thought', content: '<p>So far.</p>' } })
  const inADay = new Date(Date.now() + 24 * 3_600_000).toISOString()
  const plan = await api(createPost, { body: { title: 'For tomorrow', content: '<p>Soon.</p>', publishAt: inADay } })

  const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await open('/dashboard')
  expect((await waiting.boundingBox())?.y).toBeLessThan(200)
  expect(await findSmallTargets(page)).toEqual([])
  await waiting.getByRole('link', { name: '1 comment waits for you' }).tap()
  await expectAddress(page, '/dashboard?tab=comments')
  await open('/dashboard')
  await waiting.getByRole('link', { name: /^Half a thought Draft of a new post/ }).tap()
  await page.waitForURL('**/create-post?draft=*')
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Half a thought')
  await open('/dashboard')
  await waiting.getByRole('link', { name: /^For tomorrow Planned for/ }).tap()
  await page.waitForURL(`**/update-post/${plan._id}`)
})

it('On a phone a bar has what is done daily, and More the rest, also without scripts', async () => {
  const { page } = await journeys.visit({ as: ADMIN, on: 'phone', withoutScripts: true })
  await page.goto('/dashboard')
  const bar = page.getByRole('navigation', { name: 'Dashboard' })
  expect(await bar.getByRole('link').allInnerTexts()).toEqual(['Dashboard', 'Write', 'Posts', expect.stringMatching(/^Comments/)])
  const box = await bar.boundingBox()
  expect(box!.y + box!.height).toBeCloseTo(page.viewportSize()!.height, 0)
  await bar.getByRole('button', { name: 'More' }).tap()
  await expect
    .poll(async () => (await bar.getByRole('link').allInnerTexts()).slice(4))
    .toEqual([expect.stringMatching(/^Profile/), 'Pages', 'Users', 'Settings'])
  await bar.getByRole('link', { name: 'Settings' }).tap()
  await expectText(heading(page), 'Settings')
})

it('On a phone Delete is in a menu, asks first, and is undone in its row', async () => {
  const { api } = await journeys.callAs(ADMIN)
  await api(createPost, { body: { title: 'Too early', content: '<p>Words.</p>' } })
  const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
  await open('/dashboard?tab=posts&search=early')
  const row = page.getByRole('row').filter({ hasText: 'Too early' })
  const remove = page.getByRole('button', { name: 'Delete Too early' })
  expect(await remove.count()).toBe(0)
  await row.getByRole('button', { name: 'More for Too early' }).tap()
  await remove.tap()
  await page.getByText('Are you sure you want to delete this post?').waitFor()
  await page.getByRole('button', { name: 'Yes, I am sure' }).tap()
  await page.getByRole('cell', { name: 'Moved to the trash.' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).tap()
  await row.getByRole('button', { name: 'More for Too early' }).waitFor()
  expect(await findSmallTargets(page)).toEqual([])
})
