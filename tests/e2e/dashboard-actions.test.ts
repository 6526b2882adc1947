import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { countAttention } from '#accounts/contract/attention.endpoints.ts'
import { createComment, reportComment } from '#comments/contract/comments.endpoints.ts'
import { createPost, deletePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { callAs } from '#tests/support/blog/call-as.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { placesOf, tableRows } from '#tests/support/browser/table-rows.ts'
import { expectCount, expectText, type Visit, waitForScripts } from '#tests/support/browser/visit.ts'

const journeys = useJourneys({}, { withMotion: true })
/** Not `journeys.callAs`: ending sessions would also end the one that the file shares. */
const caller = () => callAs(journeys.blog.url, ADMIN)

/** All tests have this time zone, so that they share a tab. */
const IN_TOKYO = { as: ADMIN, timezoneId: 'Asia/Tokyo' } as const

async function openTab(tab: string): Promise<Visit> {
  const visit = await journeys.visit(IN_TOKYO)
  await visit.open(`/dashboard?tab=${tab}`)
  return visit
}

describe('Focus after a button disappears', () => {
  const focused = (page: Page) => page.locator(':focus')
  const press = async (button: Locator) => {
    await button.focus()
    await button.press('Enter')
  }
  /** Creates a comment that a reader has reported. */
  async function makeReported(content: string): Promise<string> {
    const { api } = await caller()
    const reader = await journeys.callAs(READER)
    const [post] = (await api(listPosts)).posts
    const { _id: commentId } = await api(createComment, { body: { content, postId: post!._id } })
    await reader.api(reportComment, { params: { commentId }, body: { reason: 'Rude.' } })
    return commentId
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

  it('After reports are dismissed, and after a comment is approved, the focus is in its row, which stays in its place', async () => {
    await makeReported('Reported first')
    await makeReported('Reported second')
    const { page } = await openTab('comments')
    const dismiss = page.getByRole('button', { name: 'Dismiss reports' })
    await expectCount(dismiss, 2)
    await press(dismiss.first())
    await expectCount(dismiss, 1)
    await tableRows(page).first().getByText('Reports dismissed').waitFor()
    await expect
      .poll(() => tableRows(page).first().locator(':focus').getAttribute('aria-label'))
      .toMatch(new RegExp(`^Reply to the comment of @${ADMIN.username}: Reported `))

    const { api } = await caller()
    const reader = await journeys.callAs(READER)
    const [post] = (await api(listPosts)).posts
    for (const name of ['one', 'two'])
      await reader.api(createComment, { body: { content: `See https://${name}.example.org`, postId: post!._id } })
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

  it('An admin approves a comment from any page with three taps, and the counts are updated', async () => {
    const reader = await journeys.callAs(READER)
    const { api } = await caller()
    const [post] = (await api(listPosts)).posts
    await reader.api(createComment, { body: { content: 'Please read https://three.example.org', postId: post!._id } })
    const { totalComments } = await api(countAttention)
    const text = (count: number) => new RegExp(`^${count} comments? waits? for you`)
    const { page, open } = await journeys.visit(IN_TOKYO)
    await open('/about')
    const header = page.getByRole('banner')
    await header
      .getByRole('img', { name: text(totalComments) })
      .first()
      .waitFor()
    await header.getByRole('button', { name: 'Account', exact: true }).click()
    await header.getByRole('link', { name: /^Comments/ }).click()
    const row = tableRows(page).filter({ hasText: 'three.example.org' })
    await row.getByRole('button', { name: 'Approve' }).click()
    await row.getByText('Approved', { exact: true }).waitFor()
    await page
      .getByRole('navigation', { name: 'Dashboard' })
      .getByRole('img', { name: `${totalComments - 1} waiting` })
      .waitFor()
    await header
      .getByRole('img', { name: text(totalComments - 1), includeHidden: true })
      .first()
      .waitFor()
    await open('/dashboard')
    await page
      .getByRole('main')
      .getByText(text(totalComments - 1))
      .waitFor()
    expect((await api(countAttention)).totalComments).toBe(totalComments - 1)
  })
})

it('Times are in the time zone of the blog, also in a browser in another zone', async () => {
  const { api, id: userId } = await caller()
  const { _id: postId } = await api(createPost, { body: { title: 'At night', content: '<p>Late.</p>' } })
  await api(deletePost, { params: { postId, userId } })
  const { page, open } = await openTab('posts&show=trash')
  const inUtc = (at: string) => {
    const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
    return format.format(new Date(at))
  }
  const time = tableRows(page).filter({ hasText: 'At night' }).locator('time').first()
  await expectText(time, inUtc((await time.getAttribute('datetime')) ?? ''))
  await open('/dashboard?tab=profile&show=safety')
  const seen = page.getByRole('region', { name: 'Your sessions' }).locator('time').first()
  await expectText(seen, inUtc((await seen.getAttribute('datetime')) ?? ''))
})
