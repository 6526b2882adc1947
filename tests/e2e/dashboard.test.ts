import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createComment, reportComment } from '#comments/contract/comments.endpoints.ts'
import { signUp } from '#accounts/contract/users.endpoints.ts'
import { createPost, deletePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { callAs } from '#tests/support/blog/call-as.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { STATUS_503, failCalls } from '#tests/support/browser/network.ts'
import { type Visit, expectAddress, expectCount, expectText, heading, waitForScripts } from '#tests/support/browser/visit.ts'
import { saveDraft } from '#writing/contract/writing.endpoints.ts'
import { findSmallTargets } from '#tests/support/browser/check-page.ts'

const journeys = useJourneys({}, { withMotion: true })
/** Not `journeys.callAs`: ending sessions would also end the one that the file shares. */
const caller = () => callAs(journeys.blog.url, ADMIN)

const tableRows = (page: Page): Locator => page.getByRole('main').locator('tbody').getByRole('row')
/** Positions of the rows on the screen. */
async function placesOf(page: Page) {
  await page.evaluate(() => document.fonts.ready)
  return tableRows(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect()).map(({ top, height }) => ({ top, height })))
}

async function openTab(tab: string): Promise<Visit> {
  const visit = await journeys.visit({ as: ADMIN })
  // 'Account created 1 minute ago' just fits into its line, 'just now' always does.
  await visit.page.clock.setFixedTime(new Date(2020, 0))
  await visit.open(`/dashboard?tab=${tab}`)
  return visit
}

it('A table shows nine more rows on request, also after a failure, and says when there are no more', async () => {
  const { page, calls, expectProblem } = await openTab('posts')
  const more = page.getByRole('main').getByRole('button', { name: 'Show More' })
  expectProblem(STATUS_503)
  const endFault = await failCalls(page, '/api/post/overview')
  await more.click()
  await page.getByText('More could not be loaded just now. Please try again in a moment.').waitFor()
  await expectCount(tableRows(page), 9)
  endFault()
  for (const rows of [18, 26]) {
    await more.click()
    await expectCount(tableRows(page), rows)
  }
  await expectCount(more, 0)
  const starts = calls().map((call) => new URLSearchParams(call.split('?')[1]).get('startIndex'))
  expect(starts.filter((start) => start !== null)).toEqual(['9', '9', '18'])
})

it('An admin deletes a comment after a question, a failure and another try, and undoes it, and nothing moves on the screen', async () => {
  const { api } = await caller()
  const [newest] = (await api(listPosts)).posts
  await api(createComment, { body: { content: 'Said in haste', postId: newest!._id } })
  const { page, expectProblem } = await openTab('comments')
  const row = tableRows(page).filter({ hasText: 'Said in haste' })
  const before = await placesOf(page)
  const dialog = page.getByRole('dialog')
  const ask = () => row.getByRole('button', { name: 'Delete' }).click()
  await ask()
  await dialog.getByRole('button', { name: 'No, cancel' }).click()
  await expectCount(dialog, 0)
  expectProblem(STATUS_503)
  const endFault = await failCalls(page, '/api/comment/deletecomment')
  await ask()
  await dialog.getByRole('button', { name: 'Yes, I am sure' }).click()
  await expectText(dialog.getByRole('alert'), /^The blog is busy right now/)
  await expectCount(row, 1)
  endFault()
  await dialog.getByRole('button', { name: 'Yes, I am sure' }).click()
  await expectCount(dialog, 0)
  expect(await placesOf(page)).toEqual(before)
  const place = tableRows(page).filter({ hasText: `The comment of @${ADMIN.username} is deleted.` })
  await expectText(place.locator(':focus'), 'Undo')
  await page.keyboard.press('Enter')
  await expectText(row.locator(':focus'), 'Delete')
  expect(await placesOf(page)).toEqual(before)
})

it('An admin gives a reader another role, and saving the role that a person has sends nothing', async () => {
  const { api } = await caller()
  await api(signUp, { body: { username: 'rolechange', email: 'rolechange@example.org', password: 'correct horse battery' } })
  const { page, writes } = await openTab('users')
  const row = tableRows(page).filter({ hasText: 'rolechange@example.org' })
  const dialog = page.getByRole('dialog')
  const save = async (role: string) => {
    await row.getByRole('button', { name: /^Change role: / }).click()
    await dialog.getByRole('radio', { name: role }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectCount(dialog, 0)
  }
  const roleWrites = () => writes().filter((call) => call.includes('/api/user/role/'))
  await save('Reader')
  expect(roleWrites()).toEqual([])
  await save('Family')
  await row.getByText('Family', { exact: true }).waitFor()
  expect(roleWrites()).toHaveLength(1)
})

describe('Focus after a button disappears', () => {
  const focused = (page: Page) => page.locator(':focus')
  const press = async (button: Locator) => {
    await button.focus()
    await button.press('Enter')
  }

  it('After one session is ended the focus is on the next one, and after all others on the heading', async () => {
    for (let more = 0; more < 3; more += 1) await callAs(journeys.blog.url, ADMIN)
    const { page } = await openTab('profile&show=safety')
    const end = page.getByRole('button', { name: /^End the session of/ })
    const count = await end.count()
    await press(end.first())
    await expectCount(end, count - 1)
    await expect.poll(() => focused(page).getAttribute('aria-label')).toMatch(/^End the session of/)
    await press(page.getByRole('button', { name: 'End all other sessions' }))
    await expectCount(end, 0)
    await expectText(focused(page), 'Your sessions')
  })

  it('After a post is restored the focus is on the link to it, in the same place', async () => {
    const { api, id: userId } = await caller()
    for (const title of ['Trashed first', 'Trashed second']) {
      const { _id: postId } = await api(createPost, { body: { title, content: '<p>Gone.</p>' } })
      await api(deletePost, { params: { postId, userId } })
    }
    const { page } = await openTab('posts&show=trash')
    await press(page.getByRole('button', { name: 'Restore Trashed second' }))
    await tableRows(page).first().getByText('“Trashed second” is published again').waitFor()
    await expectText(focused(page), 'read it')
    await expectText(tableRows(page).nth(1), /Trashed first/)
  })

  it('After reports are dismissed, and after an approval is undone, the focus is in its row, which stays in its place', async () => {
    const [{ api }, reader] = [await caller(), await journeys.callAs(READER)]
    const postId = (await api(listPosts)).posts[0]!._id
    for (const content of ['Reported first', 'Reported second']) {
      const { _id: commentId } = await api(createComment, { body: { content, postId } })
      await reader.api(reportComment, { params: { commentId }, body: { reason: 'Rude.' } })
    }
    const { page } = await openTab('comments')
    const dismiss = page.getByRole('button', { name: 'Dismiss reports' })
    await expectCount(dismiss, 2)
    await press(dismiss.first())
    await expectCount(dismiss, 1)
    await tableRows(page).first().getByText('Reports dismissed').waitFor()
    await expect
      .poll(() => tableRows(page).first().locator(':focus').getAttribute('aria-label'))
      .toMatch(new RegExp(`^Reply to the comment of @${ADMIN.username}: Reported `))

    for (const name of ['one', 'two']) await reader.api(createComment, { body: { content: `See https://${name}.example.org`, postId } })
    await page.reload()
    await waitForScripts(page)
    const approve = page.getByRole('button', { name: 'Approve' })
    await expectCount(approve, 2)
    // The comment that is still reported comes first.
    const row = tableRows(page).nth(1)
    const [name, before] = [await row.innerText(), await placesOf(page)]
    await press(approve.first())
    await row.getByText('Approved', { exact: true }).waitFor()
    await expectText(row.locator(':focus'), 'Undo')
    expect(await placesOf(page)).toEqual(before)
    await press(row.getByRole('button', { name: 'Undo' }))
    await expectCount(approve, 2)
    expect(await row.innerText()).toBe(name)
    await expectText(row.locator(':focus'), 'Approve')
  })
})

it('The overview begins with what waits, each one tap away', async () => {
  const [{ api }, reader] = [await journeys.callAs(ADMIN), await journeys.callAs(READER)]
  const post = await api(createPost, { body: { title: 'Talked about', content: '<p>Words.</p>' } })
  await reader.api(createComment, { body: { content: 'See https://one.example.org', postId: post._id } })
  const draft = { sequence: 0, baseRevision: 0, category: 'life', image: '', title: 'Half a thought', content: '<p>So far.</p>' }
  await api(saveDraft, { params: { postId: 'e'.repeat(32) }, body: draft })
  const inADay = new Date(Date.now() + 24 * 3_600_000).toISOString()
  const plan = await api(createPost, { body: { title: 'For tomorrow', content: '<p>Soon.</p>', publishAt: inADay } })

  const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await open('/dashboard')
  expect((await waiting.boundingBox())?.y).toBeLessThan(200)
  expect(await findSmallTargets(page)).toEqual([])
  await waiting.getByRole('link', { name: /^\d comments? waits? for you$/ }).tap()
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
