import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createComment } from '#comments/contract/comments.endpoints.ts'
import { deletePost } from '#writing/contract/edit-posts.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { commentItem, commentsOf, makeTalk, showComments } from '#tests/support/browser/comments-screen.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { readPage } from '#tests/support/blog/served-page.ts'
import { pressOn } from '#tests/support/browser/tab-keys.ts'
import { expectCount, expectText } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()

const readAsVisitor = async (path: string) => (await readPage(journeys.blog.url + path)).text
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const focusedLabel = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

it('By keyboard a menu opens, closes, and has the focus back after what was chosen', async () => {
  const { path } = await makeTalk(journeys, 'Said by key')
  const { page, open } = await journeys.visit({ as: ADMIN })
  await open(path)
  await showComments(page)
  const item = commentItem(page, 'Said by key')
  const more = item.getByRole('button', { name: /^More for/ })
  await pressOn(page, more)
  expect(await page.locator('.menu-here:popover-open').isVisible()).toBe(true)
  await page.keyboard.press('Tab')
  expect(await focusedText(page)).toBe('Edit')
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedLabel(page)).toMatch(/^More for/)
  await pressOn(page, more)
  await pressOn(page, item.getByRole('button', { name: 'Edit' }))
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedLabel(page)).toMatch(/^More for/)
  await pressOn(page, more)
  await pressOn(page, item.getByRole('button', { name: 'Delete' }))
  await expect.poll(() => focusedText(page)).toBe('No, cancel')
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedLabel(page)).toMatch(/^More for/)
})

it('A reader undoes a deletion, twice, and the comments deleted meanwhile stay deleted', async () => {
  const { page, open } = await journeys.visit({ as: READER })
  const { path } = await makeTalk(journeys, 'The one', 'The other')
  await open(path)
  await showComments(page)
  const remove = async (text: string) => {
    await commentItem(page, text).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, I am sure' }).click()
    await expect.poll(() => focusedText(page)).toBe('Undo')
  }
  for (let round = 0; round < 2; round += 1) {
    await remove('The one')
    expect(await readAsVisitor(path)).not.toContain('The one')
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedText(page)).toContain('The one')
    expect(await readAsVisitor(path)).toContain('The one')
  }
  await remove('The one')
  await remove('The other')
  const undo = (text: string) => commentsOf(page).getByRole('button', { name: new RegExp(`^Undo the deletion of .*${text}`) })
  await undo('The one').click()
  await commentItem(page, 'The one').waitFor()
  await undo('The other').waitFor()
  expect(await readAsVisitor(path)).not.toContain('The other')
})

it('A deletion that can no longer be undone says so in its place', async () => {
  const { page, open, expectProblem } = await journeys.visit({ as: READER })
  const { path, postId } = await makeTalk(journeys, 'Gone with its post')
  await open(path)
  await showComments(page)
  await commentItem(page, 'Gone').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, I am sure' }).click()
  const { api, id: userId } = await journeys.callAs(ADMIN)
  await expectCount(page.getByRole('dialog'), 0)
  await api(deletePost, { params: { postId, userId } })
  expectProblem(/status of 404/)
  await commentsOf(page).getByRole('button', { name: 'Undo' }).click()
  await commentsOf(page).getByRole('alert').filter({ hasText: 'This comment can no longer be brought back.' }).waitFor()
})

it('An edit that a reload has interrupted stays open when its field is emptied, and Escape while composing closes nothing', async () => {
  const { page, open } = await journeys.visit({ as: READER })
  const { path } = await makeTalk(journeys, 'Before the reload')
  await open(path)
  await showComments(page)
  const item = commentsOf(page).getByRole('listitem')
  await item.getByRole('button', { name: 'Edit' }).click()
  await item.getByRole('textbox').fill('Half an edit')
  await page.reload()
  await showComments(page)
  await expect.poll(() => item.getByRole('textbox').inputValue()).toBe('Half an edit')
  await item.getByRole('textbox').fill('')
  await expectText(item.getByRole('button', { name: 'Save' }), 'Save')
  await item.getByRole('textbox').fill('かんじ')
  await item.getByRole('textbox').dispatchEvent('keydown', { key: 'Escape', isComposing: true })
  expect(await item.getByRole('textbox').inputValue()).toBe('かんじ')
  await page.keyboard.press('Escape')
  await expectCount(item.getByRole('textbox'), 0)
  await expectText(item, /Before the reload/)
})

it('An admin sees beside the account what others wrote since the last visit of the Comments tab', async () => {
  const { page, open } = await journeys.visit({ as: ADMIN })
  await open('/dashboard?tab=comments')
  const badge = page.locator('[data-attention=all]')
  await expect.poll(() => badge.isVisible()).toBe(false)
  const { postId } = await makeTalk(journeys, 'Fresh from the ward', 'And one more')
  const { api } = await journeys.callAs(ADMIN)
  await api(createComment, { body: { content: 'My own are not new to me', postId } })
  await open('/')
  await expect.poll(() => badge.getAttribute('aria-label')).toBe('2 new comments')
  await page.getByRole('button', { name: 'Account' }).click()
  await page
    .getByRole('link', { name: /Comments/ })
    .filter({ visible: true })
    .last()
    .click()
  await page.getByText('Fresh from the ward').waitFor()
  await expect.poll(() => badge.isVisible()).toBe(false)
})
