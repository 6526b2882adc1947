import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createComment, deleteComment, listComments } from '#comments/contract/comments.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { commentBox, chooseFromMenu, commentItem, commentsOf, makeTalk, showComments } from '#tests/support/browser/comments-screen.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { hasFocus } from '#tests/support/browser/tab-keys.ts'
import { expectText, heading } from '#tests/support/browser/visit.ts'

const journeys = useJourneys({}, { withMotion: true })

/** Writes comments of fresh accounts, as a machine of theirs did within a night. */
function writeSpam(postId: string, numbers: Readonly<Record<string, number>>): void {
  using db = new DatabaseSync(join(journeys.blog.dataDir, 'kindred.sqlite'), { timeout: 5000 })
  const now = Date.now()
  for (const [username, comments] of Object.entries(numbers)) {
    db.prepare('insert into users (id, username, email, is_admin, created_at, updated_at) values (?, ?, ?, 0, ?, ?)').run(
      username,
      username,
      `${username}@example.org`,
      now,
      now,
    )
    const insert = db.prepare(
      "insert into comments (id, post_id, user_id, state, content, created_at, updated_at) values (?, ?, ?, 'shown', ?, ?, ?)",
    )
    for (let number = 0; number < comments; number += 1) {
      insert.run(`${username}-${number}`, postId, username, `Pills ${number} of ${username}`, now + number, now + number)
    }
  }
}

/** Counts what the thumb does. */
function countTaps() {
  let taps = 0
  return {
    tap: async (target: Locator) => {
      taps += 1
      await target.tap()
    },
    taps: () => taps,
  }
}

describe('Spam on the phone', () => {
  it('200 comments of three fresh accounts are gone in at most four taps an account, and back with one', async () => {
    const { postId, slug } = await makeTalk(journeys)
    writeSpam(postId, { pillsone: 70, pillstwo: 70, pillsthree: 60 })
    const visitor = await journeys.callAs(READER)
    const left = async () => (await visitor.api(listComments, { params: { postId } })).length
    const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
    await open('/dashboard?tab=comments')
    for (const username of ['pillsone', 'pillstwo', 'pillsthree']) {
      const { tap, taps } = countTaps()
      // The newest comments of one account may fill the first pages; then the next account is at the top.
      const row = page
        .getByRole('row')
        .filter({ hasText: `@${username}` })
        .first()
      if (!(await row.isVisible())) await tap(page.getByRole('button', { name: 'Show More' }))
      await tap(row.getByRole('button', { name: /^More for/ }))
      await tap(row.getByRole('button', { name: `Remove or disable @${username}…` }))
      const dialog = page.getByRole('dialog')
      await dialog.getByText(username === 'pillsthree' ? '60 comments' : '70 comments').waitFor()
      await tap(dialog.getByRole('button', { name: 'Remove everything' }))
      await page.getByRole('button', { name: `Bring back everything of @${username}` }).waitFor()
      expect(taps()).toBeLessThanOrEqual(4)
    }
    expect(await left()).toBe(0)
    await page.goto(`/post/${slug}`)
    await page.getByText('No comments yet!').waitFor()
    await page.goto('/dashboard?tab=comments')
    for (const username of ['pillsone', 'pillstwo', 'pillsthree']) {
      await page.getByRole('button', { name: `Bring back everything of @${username}` }).click()
      await page.getByRole('listitem').filter({ hasText: username }).getByText('Everything is back.').waitFor()
      await expectText(page.locator(':focus'), 'Everything is back.')
    }
    // The list shows it without a reload.
    await page.getByRole('row').filter({ hasText: '@pills' }).first().waitFor()
    expect(await left()).toBe(200)
  })

  it('After two deletions of chosen comments only what is left is shown, one deleted alone no longer counts, and Undo brings back what it can', async () => {
    const { postId } = await makeTalk(journeys)
    const { api } = await journeys.callAs(READER)
    const ids: string[] = []
    for (const content of ['Bad apple', 'Bad banana', 'Bad cherry', 'Bad damson'])
      ids.push((await api(createComment, { body: { content, postId } }))._id)
    const { page, open } = await journeys.visit({ as: ADMIN })
    await open('/dashboard?tab=comments')
    const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text })
    const left = () => rowOf('Bad ').count()
    const confirm = () => page.getByRole('button', { name: 'Yes, I am sure' }).click()
    for (const text of ['Bad apple', 'Bad banana']) await rowOf(text).getByRole('checkbox').check()
    // Its author is faster.
    await api(deleteComment, { params: { commentId: ids[1] ?? '' } })
    await page.getByRole('button', { name: 'Delete 2 comments' }).click()
    await confirm()
    await expect.poll(left).toBe(2)
    for (const text of ['Bad cherry', 'Bad damson']) await rowOf(text).getByRole('checkbox').check()
    await rowOf('Bad damson')
      .getByRole('button', { name: /^Delete the comment/ })
      .click()
    await confirm()
    await page.getByRole('button', { name: 'Delete one comment' }).click()
    await confirm()
    await expect.poll(left).toBe(0)
    // The latest first.
    const undo = page.getByRole('paragraph').filter({ hasText: 'Deleted:' }).getByRole('button', { name: 'Undo' })
    await expect.poll(() => hasFocus(undo)).toBe(true)
    await undo.click()
    await expect.poll(left).toBe(1)
    await expect.poll(() => hasFocus(undo)).toBe(true)
    await undo.click()
    await expect.poll(left).toBe(2)
    await page.getByText('What is missing can no longer be brought back.').waitFor()
    await expect.poll(() => hasFocus(heading(page))).toBe(true)
  })
})

it('A comment whose response is lost stands once, also when the page was loaded again before it was sent again', async () => {
  const { slug, postId } = await makeTalk(journeys)
  const { page, open, expectProblem } = await journeys.visit({ as: READER, on: 'phone' })
  await open(`/post/${slug}`)
  await showComments(page)
  let lost = 0
  await page.route('**/api/comment/create', async (route) => {
    if (lost === 2) return route.continue()
    lost += 1
    await route.fetch()
    return route.abort('connectionreset')
  })
  expectProblem(/ERR_CONNECTION_RESET/)
  const submit = () => commentsOf(page).getByRole('button', { name: 'Submit' })
  await commentBox(page).fill('Once and for all')
  await submit().click()
  await commentsOf(page).getByText('cannot be reached').waitFor()
  await submit().click()
  await expect.poll(() => lost).toBe(2)
  await page.reload()
  await showComments(page)
  await expect.poll(() => commentBox(page).inputValue()).toBe('Once and for all')
  await submit().click()
  await expect.poll(() => commentBox(page).inputValue()).toBe('')
  await commentItem(page, 'Once and for all').first().waitFor()
  const { api } = await journeys.callAs(READER)
  expect((await api(listComments, { params: { postId } })).map(({ content }) => content)).toEqual(['Once and for all'])
  // The same words again are another comment.
  await commentBox(page).fill('Once and for all')
  await submit().click()
  await expect.poll(async () => (await api(listComments, { params: { postId } })).length).toBe(2)
})

it('An admin who reads spam below a post removes its writer from there', async () => {
  const { postId, slug } = await makeTalk(journeys)
  writeSpam(postId, { lonepills: 2 })
  const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
  await open(`/post/${slug}`)
  await showComments(page)
  await chooseFromMenu(commentItem(page, 'Pills 0'), 'link', 'Remove or disable @lonepills…')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2 comments').waitFor()
  await dialog.getByRole('button', { name: 'Remove everything' }).click()
  await page.getByRole('button', { name: 'Bring back everything of @lonepills' }).waitFor()
  await page.goto(`/post/${slug}`)
  await page.getByText('No comments yet!').waitFor()
  expect(await page.getByText('Pills 0 of lonepills').count()).toBe(0)
})
