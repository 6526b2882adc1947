import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { dismissReports, listAllComments } from '#comments/contract/comments.endpoints.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { chooseFromMenu, commentBox, commentItem, commentsOf, makeTalk, showComments } from '#tests/support/browser/comments-screen.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { readPage } from '#tests/support/blog/served-page.ts'
import { expectCount, expectText, expectTexts } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()

const submit = (page: Page) => commentsOf(page).getByRole('button', { name: 'Submit' })
const contents = (page: Page) => commentsOf(page).getByRole('listitem')
const readAsVisitor = async (path: string) => (await readPage(journeys.blog.url + path)).text
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Records each text of the comments' status, including the empty one. */
const recordStatus = (page: Page) =>
  page.evaluate(() => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    const comments = document.querySelector('#comments')!
    new MutationObserver(() => {
      const text = [...comments.querySelectorAll('output')].map((output) => output.textContent).join('')
      if (text !== (heard.at(-1) ?? '')) heard.push(text)
    }).observe(comments, { subtree: true, childList: true, characterData: true })
  })
const heard = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)

describe('Writing a comment', () => {
  it('A reader comments under their name, sees how many characters are left, and the newest comes first; each comment is announced', async () => {
    const { page, open, writes } = await journeys.visit({ as: READER })
    const { path } = await makeTalk(journeys)
    await open(path)
    await showComments(page)
    const section = commentsOf(page)
    await section.getByText('No comments yet!').waitFor()
    const box = commentBox(page)
    await box.fill('Good morning')
    await section.getByText('238 characters remaining').waitFor()

    await recordStatus(page)
    await submit(page).click()
    await commentItem(page, 'Good morning').getByText(`@${READER.username}`, { exact: true }).waitFor()
    await commentItem(page, 'Good morning').getByText('just now').waitFor()
    await expect.poll(() => box.inputValue()).toBe('')
    await expectCount(section.getByText('No comments yet!'), 0)
    await box.fill('  And good evening\nto all  ')
    await submit(page).click()
    await expectTexts(contents(page), [/And good evening\nto all/, /Good morning/])
    await expectText(section.getByRole('heading'), /^Comments\s*2$/)
    // The same words are announced again.
    const added = 'Your comment was added.'
    await expect.poll(() => heard(page)).toEqual([added, '', added])
    expect(writes()).toHaveLength(2)
    expect(await readAsVisitor(path)).toMatch(/And good evening to all.*Good morning/)
  })
})

describe('A text that is too long', () => {
  it('A paste over the limit stays whole; what is over is counted and marked, Submit selects it, and the shortened text is sent', async () => {
    const { page, open, writes } = await journeys.visit({ as: READER })
    const { path } = await makeTalk(journeys)
    await open(path)
    await showComments(page)
    const letter = `${'word '.repeat(50)}with all my love, Grandma`
    const box = commentBox(page)
    await box.fill(letter)
    expect(await box.inputValue()).toBe(letter)
    await commentsOf(page).getByText('25 characters too many').waitFor()
    await expectText(commentsOf(page).locator('mark'), 'with all my love, Grandma')
    await submit(page).click()
    await commentsOf(page).getByRole('alert').filter({ hasText: 'what is over is marked' }).waitFor()
    expect(await box.inputValue()).toBe(letter)
    expect(writes()).toEqual([])
    expect(await page.evaluate(() => document.getSelection()?.toString())).toBe('with all my love, Grandma')
    await expectCount(commentsOf(page).getByRole('link', { name: 'settings' }), 0)
    await page.keyboard.press('Delete')
    await submit(page).click()
    await commentItem(page, 'word word').waitFor()
    await expect.poll(() => box.inputValue()).toBe('')
  })
})

describe('Reporting', () => {
  it.each([{ withoutScripts: true }, { withoutScripts: false }])('A visitor reports a comment (%j)', async (options) => {
    const { path } = await makeTalk(journeys, `Seen by all ${options.withoutScripts}`)
    const { page, open } = await journeys.visit(options)
    await (options.withoutScripts ? page.goto(path) : open(path))
    const item = commentItem(page, 'Seen by all')
    await chooseFromMenu(item, 'link', 'Report')
    const reason = item.getByRole('textbox', { name: /^What is wrong with it/ })
    await expect.poll(() => reason.evaluate((field) => field === document.activeElement)).toBe(true)
    await reason.fill('Not for a family')
    await item.getByRole('button', { name: 'Send report' }).click()
    await item.getByText('Thank you. Somebody will look at this comment.').waitFor()
    await expect.poll(() => focusedText(page)).toBe('Thank you. Somebody will look at this comment.')
    const { api } = await journeys.callAs(ADMIN)
    const [first] = (await api(listAllComments, { query: { sort: 'attention' } })).comments
    expect(first).toMatchObject({ content: `Seen by all ${options.withoutScripts}`, reports: ['Not for a family'] })
    await api(dismissReports, { params: { commentId: first!._id } })
  })
})

describe('Editing a comment', () => {
  it('A reader edits a comment; Cancel keeps it, and an unchanged text sends nothing', async () => {
    const { page, open, writes } = await journeys.visit({ as: READER })
    const { path } = await makeTalk(journeys, 'First words')
    await open(path)
    await showComments(page)
    const item = contents(page)
    const editor = item.getByRole('textbox')
    await item.getByRole('button', { name: 'Edit' }).click()
    await expect.poll(() => editor.inputValue()).toBe('First words')
    await editor.fill('Other words')
    await item.getByRole('button', { name: 'Cancel' }).click()
    await expectText(item, /First words/)

    await item.getByRole('button', { name: 'Edit' }).click()
    await expect.poll(() => editor.inputValue()).toBe('First words')
    await item.getByRole('button', { name: 'Save' }).click()
    await expectCount(editor, 0)
    await item.getByRole('button', { name: 'Edit' }).click()
    await editor.fill(' First words ')
    await item.getByRole('button', { name: 'Save' }).click()
    await expectCount(editor, 0)
    expect(writes()).toEqual([])

    await item.getByRole('button', { name: 'Edit' }).click()
    await editor.fill('Better words')
    await item.getByRole('button', { name: 'Save' }).click()
    await expectText(item, /Better words/)
    expect(writes()).toHaveLength(1)
  })
})

it('The word that a comment was added is gone once the comment is deleted', async () => {
  const { page, open } = await journeys.visit({ as: READER })
  await open((await makeTalk(journeys)).path)
  await showComments(page)
  await commentBox(page).fill('Too hasty')
  await submit(page).click()
  await commentsOf(page).getByText('Your comment was added.').waitFor({ state: 'attached' })
  await commentItem(page, 'Too hasty').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, I am sure' }).click()
  await commentsOf(page).getByText('The comment was deleted.').waitFor({ state: 'attached' })
  await expectCount(commentsOf(page).getByText('Your comment was added.'), 0)
})

describe('Replying', () => {
  it('A reader replies to a comment on a small screen, and the reply stays when the comment is deleted', async () => {
    const { path } = await makeTalk(journeys, 'Who has the key?')
    const { page, open } = await journeys.visit({ as: READER })
    await page.setViewportSize({ width: 360, height: 740 })
    await open(path)
    await showComments(page)
    const replyTo = (content: string) => page.getByRole('listitem').filter({ hasText: content }).last().getByText('Reply', { exact: true })
    const box = page.getByRole('textbox', { name: `Your reply to @${READER.username}` })
    await replyTo('Who has').click()
    await box.pressSequentially('I thought you')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
    // Typed text survives a reload.
    await page.reload()
    await showComments(page)
    await expect.poll(() => box.inputValue()).toBe('I thought you')
    await commentsOf(page).getByRole('button', { name: 'Send reply' }).click()
    const replies = page.getByRole('list', { name: 'Replies' })
    await replies.getByText('I thought you').waitFor()
    await expectCount(box, 0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/I thought you/)
    await commentsOf(page).getByText('Your reply was added.').first().waitFor()
    await replyTo('I thought').click()
    await box.fill('Not me')
    await commentsOf(page).getByRole('button', { name: 'Send reply' }).click()
    await expectTexts(replies.getByRole('listitem'), [/I thought you/, /Not me/])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

    await commentsOf(page).getByRole('button', { name: 'Delete' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, I am sure' }).click()
    await commentsOf(page).getByText('This comment was deleted.').waitFor()
    await expectTexts(replies.getByRole('listitem'), [/I thought you/, /Not me/])
    expect(await readAsVisitor(path)).not.toContain('Who has the key?')
  })
})
